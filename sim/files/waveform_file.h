#pragma once

#include <filesystem>

namespace superwarp::files {

/// Is the FST file `file` whole? Verilator's writer reports no failure to write: after a full disk,
/// blocks or their ends are missing.
bool is_whole_waveform(const std::filesystem::path& file);

}  // namespace superwarp::files
