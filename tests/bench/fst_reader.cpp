// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/fst_reader.h"

#include <stdexcept>
#include <vector>

#define HAVE_LIBPTHREAD
#define FST_CONFIG_INCLUDE "fst_config.h"
#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"

namespace superwarp::test {

Waveform read_fst(const std::string& file) {
  void* const reader = fstReaderOpen(file.c_str());
  if (reader == nullptr) throw std::runtime_error(file + ": no FST file");
  Waveform waveform;
  std::map<fstHandle, std::vector<std::string>> names;
  std::vector<std::string> scopes = {""};
  fstReaderIterateHierRewind(reader);
  while (const fstHier* entry = fstReaderIterateHier(reader)) {
    if (entry->htyp == FST_HT_SCOPE) {
      scopes.push_back(scopes.back() + entry->u.scope.name + ".");
    } else if (entry->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (entry->htyp == FST_HT_VAR) {
      const std::string name = entry->u.var.name;
      names[entry->u.var.handle].push_back(scopes.back() + name.substr(0, name.find(' ')));
    }
  }
  std::pair<Waveform*, decltype(names)*> found = {&waveform, &names};
  fstReaderSetFacProcessMaskAll(reader);
  fstReaderIterBlocks(
      reader,
      [](void* to, uint64_t time, fstHandle handle, const unsigned char* value) {
        auto& [waveform, names] = *static_cast<decltype(found)*>(to);
        for (const std::string& name : (*names)[handle]) (*waveform)[name][time] = reinterpret_cast<const char*>(value);
      },
      &found, nullptr);
  fstReaderClose(reader);
  return waveform;
}

}  // namespace superwarp::test
