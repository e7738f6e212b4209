// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "tools/kernels/record/program.h"

namespace superwarp::record {
namespace {

struct Missing {
  const char* sign;  ///< in the error
  const char* what;
  const char* cure;
};

constexpr std::array<Missing, 17> kMissing = {{
    {"'thrust/", "Thrust", "write the kernel in CUDA C++, or leave that part out with -D"},
    {"'cub/", "CUB", "write the block's step in CUDA C++"},
    {"'cublas", "cuBLAS", "leave the comparison with it out"},
    {"'curand", "cuRAND", "fill the arrays on the host"},
    {"'cufft", "cuFFT", "leave the comparison with it out"},
    {"'cusparse", "cuSPARSE", "leave the comparison with it out"},
    {"'nvrtc", "run-time compilation", "compile the kernel with the program"},
    {"'mma.h'", "tensor cores, whose fragments have no layout in CUDA C++", "record the loads and stores around them"},
    {"texture<", "textures", "read the array through a pointer"},
    {"cudaReadMode", "textures", "read the array through a pointer"},
    {"cudaTextureObject_t", "textures", "read the array through a pointer"},
    {"cudaArray", "textures and surfaces", "use cudaMalloc() and a pointer"},
    {"cudaSurfaceObject_t", "surfaces", "write the array through a pointer"},
    {"cudaGraph", "graphs", "launch the kernels one after another"},
    {"CUdeviceptr", "the driver API", "use the run-time API, cudaMalloc() and <<<>>>"},
    {"cuLaunchKernel", "the driver API", "use the run-time API, cudaMalloc() and <<<>>>"},
    {"'GL/", "OpenGL", "record the kernels from a program without it"},
}};

}  // namespace

std::string advice(const std::string& errors) {
  std::string text;
  for (const Missing& missing : kMissing) {
    if (errors.find(missing.sign) == std::string::npos) continue;
    const std::string line =
        fmt::format("superwarp: {}: not supported by the recorder; {}\n", missing.what, missing.cure);
    if (text.find(line) == std::string::npos) text += line;
  }
  if (errors.find("No space left on device") != std::string::npos)
    text += "superwarp: the disk is full; set TMPDIR to a folder with room\n";
  if (errors.find("undefined reference to `main'") != std::string::npos)
    text += "superwarp: no file has main(), which launches the kernels; name the file that has it\n";
  return text;
}

}  // namespace superwarp::record
