#include "sim/workload/random_access.h"

#include "sim/model/random.h"

namespace superwarp::workload {

RandomAccess::RandomAccess(const WorkloadOptions& options)
    : Passes(options, options.size, 1),
      words_(options.size),
      super_warp_(options.super_warp),
      write_percent_(options.write_percent),
      address_key_(model::extend_key(options.seed,
                                     0x61646472)),  // "addr", "op": independent draws of one seed
      op_key_(model::extend_key(options.seed, 0x6f70)) {}

Op RandomAccess::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/,
                        Address* address, Word* data) const {
  const Span elements = span(round, warp);
  for (std::uint32_t i = 0; i < elements.count; ++i) {
    address[i] = model::uniform_at(address_key_, elements.first + i, words_);
  }
  const std::uint64_t dispatch = round * warps() + warp / super_warp_;
  if (model::uniform_at(op_key_, dispatch, 100) >= write_percent_) return Op::kRead;
  for (std::uint32_t i = 0; i < elements.count; ++i) {
    data[i] = written_token(round, std::uint64_t{warp} * width() + i, threads());
  }
  return Op::kWrite;
}

}  // namespace superwarp::workload
