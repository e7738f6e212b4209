// SPDX-License-Identifier: Apache-2.0
#include "sim/input/input.h"

#include <algorithm>
#include <utility>

#include "model/machine/machine.h"
#include "sim/files/input_file.h"
#include "sim/input/kernels.h"
#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"

namespace superwarp::input {

using trace::InputError;

Input::Input(std::string path, Source source) : path_(std::move(path)), source_(std::move(source)) {
  if (source_.format != Format::kText) return;
  text_ = trace::read_trace(*source_.in, source_.name);
  source_.in.reset();
}

Input::Input(const std::string& path, const files::OpenedFiles& opened) : Input(path, recognise(path)) {
  read_ = opened.names();
}

std::uint32_t Input::lanes() const { return text_ ? text_->width() : traceg::kWarpThreads; }

const std::vector<Kernel>& Input::kernels(bool global, bool work) const {
  std::optional<std::vector<Kernel>>& known = kernels_.at((global ? 1 : 0) + (work ? 2 : 0));
  if (known) return *known;
  const bool again =
      std::any_of(kernels_.begin(), kernels_.end(), [](const auto& kernels) { return kernels.has_value(); });
  if (again && path_ == files::kStandardInput)
    throw InputError(name(), 0, "standard input can be read once, expected a file for two kinds of machines");
  const files::OpenedFiles opened;
  std::uint64_t bytes = 0;
  const auto read = [&](std::istream& in, const std::string& file) {
    return read_kernel(in, file, global, work, bytes);
  };
  std::vector<Kernel> all;
  if (source_.format == Format::kTraceg) {
    all.push_back(read(again ? *open_kernel(path_) : *source_.in, name()));
  } else {
    for (const std::string& file : source_.kernels) all.push_back(read(*open_kernel(file), file));
  }
  read_.insert(opened.names().begin(), opened.names().end());
  return known.emplace(std::move(all));
}

InputProgram Input::program(const Machine& machine, std::uint32_t blocks, const gpu::Description* gpu) const {
  for (const std::string& file : read_) files::note_opened(file);
  if (text_) return text_program(*text_, machine, blocks, gpu);
  return kernels_program(kernels(machine.hierarchy.has_value(), machine.issue.has_value()), name(), machine, blocks,
                         gpu);
}

}  // namespace superwarp::input
