// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "superwarp/cuda.h"

/// \file
/// Cooperative groups. Groups within a warp are masks of lanes.

namespace cooperative_groups {

namespace details {

inline unsigned rank_in_block() {
  const uint3 index = superwarp_record::thread_index();
  const uint3 size = superwarp_record::block_size();
  return index.x + size.x * (index.y + size.y * index.z);
}

/// `Size` lanes side by side, the calling one among them.
inline unsigned tile_mask(unsigned size) {
  const unsigned lane = superwarp_record::lane_index();
  return (size >= 32 ? 0xffffffffU : (1U << size) - 1) << (lane / size * size % 32);
}

}  // namespace details

class thread_block {
 public:
  SUPERWARP_INLINE static void sync() { superwarp_record::barrier(); }
  static unsigned thread_rank() { return details::rank_in_block(); }
  static unsigned size() { return superwarp_record::block_threads(); }
  static unsigned num_threads() { return size(); }
  static dim3 group_index() { return superwarp_record::block_index(); }
  static dim3 thread_index() { return superwarp_record::thread_index(); }
  static dim3 group_dim() { return superwarp_record::block_size(); }
  static dim3 dim_threads() { return superwarp_record::block_size(); }
};

class grid_group {
 public:
  static bool is_valid() { return true; }
  SUPERWARP_INLINE static void sync(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    superwarp_record::grid_barrier(file, line);
  }
  static unsigned long long thread_rank() {
    const uint3 index = superwarp_record::block_index();
    const uint3 grid = superwarp_record::grid_size();
    const unsigned long long block = index.x + grid.x * (index.y + 1ULL * grid.y * index.z);
    return block * superwarp_record::block_threads() + details::rank_in_block();
  }
  static unsigned long long size() {
    const uint3 grid = superwarp_record::grid_size();
    return 1ULL * (grid.x * grid.y * grid.z) * superwarp_record::block_threads();
  }
  static unsigned long long num_threads() { return size(); }
  static dim3 group_dim() { return superwarp_record::grid_size(); }
};

/// Lanes of one warp; `Size` of them side by side, or any if it is 0.
template <unsigned Size>
class warp_group {
 public:
  static constexpr bool kWide = false;
  explicit warp_group(unsigned mask) : mask_(mask) {}

  unsigned mask() const { return mask_; }
  SUPERWARP_INLINE void sync() const { superwarp_record::meet(mask_); }
  unsigned thread_rank() const {
    return static_cast<unsigned>(__builtin_popcount(mask_ & ((1U << superwarp_record::lane_index()) - 1)));
  }
  unsigned size() const { return Size != 0 ? Size : static_cast<unsigned>(__builtin_popcount(mask_)); }
  unsigned num_threads() const { return size(); }
  unsigned meta_group_rank() const { return details::rank_in_block() / size(); }
  unsigned meta_group_size() const { return (superwarp_record::block_threads() + size() - 1) / size(); }

#define SUPERWARP_SHUFFLE_OF_GROUP(NAME, KIND)                     \
  template <typename T>                                            \
  SUPERWARP_INLINE T NAME(T value, unsigned operand) const {       \
    return moved(value, superwarp_record::Shuffle::KIND, operand); \
  }
  SUPERWARP_SHUFFLE_OF_GROUP(shfl, kFrom)
  SUPERWARP_SHUFFLE_OF_GROUP(shfl_up, kUp)
  SUPERWARP_SHUFFLE_OF_GROUP(shfl_down, kDown)
  SUPERWARP_SHUFFLE_OF_GROUP(shfl_xor, kXor)
  SUPERWARP_INLINE unsigned ballot(int predicate) const {
    return packed(superwarp_record::ballot(mask_, predicate != 0));
  }
  SUPERWARP_INLINE int any(int predicate) const { return ballot(predicate) != 0; }
  SUPERWARP_INLINE int all(int predicate) const { return superwarp_record::ballot(mask_, predicate == 0) == 0; }
  template <typename T>
  SUPERWARP_INLINE unsigned match_any(T value) const {
    return packed(superwarp_record::match_any(mask_, superwarp_record::bits_as<std::uint64_t>(value)));
  }

 private:
  /// Bits of lanes as bits of ranks.
  unsigned packed(unsigned lanes) const {
    unsigned result = 0;
    unsigned rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank) {
      if ((lanes >> __builtin_ctz(left) & 1U) != 0) result |= 1U << rank;
    }
    return result;
  }
  unsigned lane_of(unsigned rank) const {
    unsigned left = mask_;
    for (; rank > 0; --rank) left &= left - 1;
    return static_cast<unsigned>(__builtin_ctz(left));
  }

  template <typename T>
  SUPERWARP_INLINE T moved(T value, superwarp_record::Shuffle kind, unsigned operand) const {
    if constexpr (Size != 0) {
      return superwarp_record::shuffled(mask_, value, kind, static_cast<int>(operand), static_cast<int>(Size));
    } else {
      const unsigned rank = thread_rank();
      unsigned source = operand;
      if (kind == superwarp_record::Shuffle::kUp) source = rank < operand ? rank : rank - operand;
      if (kind == superwarp_record::Shuffle::kDown) source = rank + operand < size() ? rank + operand : rank;
      if (kind == superwarp_record::Shuffle::kXor) source = rank ^ operand;
      return superwarp_record::shuffled(mask_, value, superwarp_record::Shuffle::kFrom,
                                        static_cast<int>(lane_of(source % size())), 32);
    }
  }

  unsigned mask_;
};

template <unsigned Size, typename Parent = thread_block, bool Wide = (Size > 32)>
class thread_block_tile : public warp_group<Size> {
 public:
  using warp_group<Size>::warp_group;
};
/// A tile of several warps.
template <unsigned Size, typename Parent>
class thread_block_tile<Size, Parent, true> {
 public:
  static constexpr bool kWide = true;
  SUPERWARP_INLINE void sync() const {
    superwarp_record::Phases& phases = superwarp_record::tile(Size).phases;
    phases.wait(phases.arrive());
  }
  unsigned thread_rank() const { return details::rank_in_block() % Size; }
  static unsigned size() { return Size; }
  static unsigned num_threads() { return Size; }
  unsigned meta_group_rank() const { return details::rank_in_block() / Size; }
  unsigned meta_group_size() const { return (superwarp_record::block_threads() + Size - 1) / Size; }
  template <typename T, typename Fold>
  SUPERWARP_APART T reduce(T value, Fold fold) const {
    superwarp_record::Tile& tile = superwarp_record::tile(Size);
    tile.value[thread_rank()] = superwarp_record::bits_as<std::uint64_t>(value);
    sync();
    T result = superwarp_record::bits_as<T>(tile.value[0]);
    for (unsigned t = 1; t < Size; ++t) result = fold(result, superwarp_record::bits_as<T>(tile.value[t]));
    sync();
    return result;
  }
};
class coalesced_group : public warp_group<0> {
 public:
  using warp_group<0>::warp_group;
};
/// A block, or lanes of a warp.
class thread_group {
 public:
  thread_group(const thread_block& /*block*/) {}
  template <unsigned Size>
  thread_group(const warp_group<Size>& lanes) : lanes_(lanes.mask()) {}

  SUPERWARP_INLINE void sync() const {
    if (lanes_.mask() == 0) return superwarp_record::barrier();
    lanes_.sync();
  }
  unsigned thread_rank() const { return lanes_.mask() == 0 ? details::rank_in_block() : lanes_.thread_rank(); }
  unsigned size() const { return lanes_.mask() == 0 ? thread_block::size() : lanes_.size(); }
  unsigned num_threads() const { return size(); }

 private:
  warp_group<0> lanes_{0};
};

/// The memory that tiles of several warps need on a GPU.
template <unsigned Threads>
struct block_tile_memory {
  char unused[1];
};
class multi_grid_group : public grid_group {};

inline thread_block this_thread_block() { return {}; }
template <unsigned Threads>
thread_block this_thread_block(block_tile_memory<Threads>& /*memory*/) {
  return {};
}
inline grid_group this_grid() { return {}; }
inline multi_grid_group this_multi_grid() { return {}; }
SUPERWARP_INLINE coalesced_group coalesced_threads() { return coalesced_group(superwarp_record::active_lanes()); }

template <unsigned Size, typename Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  if constexpr (Size > 32) {
    return {};
  } else {
    unsigned mask = details::tile_mask(Size);
    if constexpr (std::is_base_of_v<warp_group<0>, Parent>) mask &= parent.mask();
    return thread_block_tile<Size, Parent>(mask);
  }
}
inline coalesced_group tiled_partition(const thread_block& /*parent*/, unsigned size) {
  return coalesced_group(details::tile_mask(size));
}
template <typename Parent>
SUPERWARP_INLINE coalesced_group binary_partition(const Parent& parent, bool mine) {
  const unsigned yes = superwarp_record::ballot(parent.mask(), mine ? 1 : 0);
  return coalesced_group(mine ? yes : parent.mask() & ~yes);
}
template <typename Parent, typename T>
SUPERWARP_INLINE coalesced_group labeled_partition(const Parent& parent, T label) {
  return coalesced_group(superwarp_record::match_any(parent.mask(), superwarp_record::bits_as<std::uint64_t>(label)));
}

template <typename Group>
SUPERWARP_INLINE void sync(const Group& group) {
  group.sync();
}
template <typename Group>
unsigned long long thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
unsigned long long group_size(const Group& group) {
  return group.size();
}

#define SUPERWARP_FOLD(NAME, RESULT)                                \
  template <typename T>                                             \
  struct NAME {                                                     \
    T operator()(T a, T b) const { return static_cast<T>(RESULT); } \
  };
SUPERWARP_FOLD(plus, a + b)
SUPERWARP_FOLD(less, b < a ? b : a)
SUPERWARP_FOLD(greater, a < b ? b : a)
SUPERWARP_FOLD(bit_and, a& b)
SUPERWARP_FOLD(bit_or, a | b)
SUPERWARP_FOLD(bit_xor, a ^ b)

template <typename Group, typename T, typename Fold>
SUPERWARP_INLINE T reduce(const Group& group, T value, Fold fold) {
  if constexpr (Group::kWide) {
    return group.reduce(value, fold);
  } else {
    return superwarp_record::reduce(group.mask(), value, fold);
  }
}

namespace details {
template <typename Group, typename T, typename Fold>
T scan(const Group& group, T value, Fold fold, bool inclusive) {
  std::uint64_t values[32];
  const unsigned lanes =
      superwarp_record::gather(group.mask(), superwarp_record::bits_as<std::uint64_t>(value), values);
  const unsigned lane = superwarp_record::lane_index();
  bool any = false;
  T result{};
  for (unsigned left = lanes; left != 0; left &= left - 1) {
    const auto other = static_cast<unsigned>(__builtin_ctz(left));
    if (other > lane || (other == lane && !inclusive)) break;
    const T one = superwarp_record::bits_as<T>(values[other]);
    result = any ? fold(result, one) : one;
    any = true;
  }
  return result;
}
}  // namespace details
template <typename Group, typename T, typename Fold = plus<T>>
T inclusive_scan(const Group& group, T value, Fold fold = Fold()) {
  return details::scan(group, value, fold, true);
}
template <typename Group, typename T, typename Fold = plus<T>>
T exclusive_scan(const Group& group, T value, Fold fold = Fold()) {
  return details::scan(group, value, fold, false);
}

/// A copy to shared memory by all threads of a group.
template <typename Group, typename T, typename Size>
void memcpy_async(const Group& group, T* to, const T* from, Size bytes) {
  superwarp_record::copy(to, from, bytes, group.thread_rank(), group.size());
}
/// The same for elements; the second number is how many exist.
template <typename Group, typename T, typename Size>
void memcpy_async(const Group& group, T* to, std::size_t room, const T* from, Size elements) {
  memcpy_async(group, to, from, (room < elements ? room : elements) * sizeof(T));
}
template <unsigned Left, typename Group>
SUPERWARP_INLINE void wait_prior(const Group& group) {
  group.sync();
}
template <typename Group>
SUPERWARP_INLINE void wait(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
