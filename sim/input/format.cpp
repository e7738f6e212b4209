// SPDX-License-Identifier: Apache-2.0
#include "sim/input/format.h"

#include <fmt/format.h>

#include <boost/algorithm/string/predicate.hpp>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/input/kernel_files.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"
#include "sim/traceg/reader.h"

namespace superwarp::input {
namespace {

bool is_named_traceg(const std::string& name) {
  for (const char* end : {".traceg", ".traceg.gz", ".traceg.xz", ".traceg.zst"}) {
    if (boost::algorithm::ends_with(name, end)) return true;
  }
  return false;
}

/// Refuses a file that is named like a .traceg but begins like no trace.
void refuse_odd_traceg(const std::string& name, std::string_view head) {
  if (!is_named_traceg(name) || trace::looks_like_trace(head)) return;
  const std::string_view line = head.substr(0, head.find('\n'));
  throw trace::InputError(name, head.empty() ? 0 : 1,
                          fmt::format("{}, expected '-key = value' or #BEGIN_TB as in a .traceg (a text trace begins "
                                      "with '{}')",
                                      head.empty() ? "is empty" : trace::shown(line), trace::kFirstLine));
}

}  // namespace

Source recognise(const std::string& path) {
  Source source;
  source.name = files::input_name(path);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    source.format = Format::kKernels;
    source.kernels = kernels_of_folder(path);
    return source;
  }
  std::string_view head;
  try {
    source.in = std::make_unique<files::InputFile>(path, files::kAnyLength);
    head = source.in->head();
  } catch (const std::runtime_error& problem) {
    throw trace::InputError(source.name, 0, problem.what());
  }
  if (traceg::looks_like_traceg(head)) {
    source.format = Format::kTraceg;
  } else if (looks_like_list(head)) {
    source.format = Format::kKernels;
    source.kernels = kernels_of_list(*source.in, path);
    source.in.reset();
  } else {
    refuse_odd_traceg(source.name, head);
  }
  return source;
}

std::unique_ptr<files::InputFile> open_kernel(const std::string& path) {
  Source source = recognise(path);
  if (source.format != Format::kTraceg)
    throw trace::InputError(path, 0, "is not the trace of a kernel, expected a .traceg");
  return std::move(source.in);
}

}  // namespace superwarp::input
