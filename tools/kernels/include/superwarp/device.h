// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "superwarp/intrinsics.h"
#include "superwarp/kernel.h"
#include "superwarp/vector_types.h"

/// \file
/// The functions of device code: barriers, exchanges within a warp, atomics, the clock.

namespace superwarp_record {

/// NVIDIA's GPUs compute in shared memory with integers of 32 bits alone.
template <typename T>
constexpr Atomic computing() {
  if (std::is_integral_v<T> && sizeof(T) == 4) return Atomic::kOne;
  return sizeof(T) < 4 ? Atomic::kSwap : Atomic::kSpin;
}

/// One atomic access: `change` makes the new value of the old one, which is the result.
template <Atomic Form, typename T, typename Change>
SUPERWARP_APART T atomically(T* address, Change change) {
  atomic(address, sizeof(T), __builtin_return_address(0), Form);
  const T old = *address;
  *address = change(old);
  return old;
}

/// The share of thread `rank` of `threads` in a copy: 16, 8, 4 bytes at a time where possible.
template <typename Word>
SUPERWARP_INLINE void copy_words(void* to, const void* from, std::size_t bytes, std::size_t rank, std::size_t threads) {
  for (std::size_t i = rank; i < bytes / sizeof(Word); i += threads)
    static_cast<Word*>(to)[i] = static_cast<const Word*>(from)[i];
}
SUPERWARP_INLINE void copy(void* to, const void* from, std::size_t bytes, std::size_t rank = 0,
                           std::size_t threads = 1) {
  const auto places = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  if (places % 16 == 0) {
    copy_words<uint4>(to, from, bytes, rank, threads);
  } else if (places % 8 == 0) {
    copy_words<std::uint64_t>(to, from, bytes, rank, threads);
  } else if (places % 4 == 0) {
    copy_words<std::uint32_t>(to, from, bytes, rank, threads);
  } else {
    copy_words<char>(to, from, bytes, rank, threads);
  }
}

inline unsigned mask_of(unsigned mask = 0xffffffffU) { return mask; }
inline int width_of(int width = 32) { return width; }
inline unsigned match_all_with(unsigned lanes, int* predicate) {
  *predicate = lanes != 0 ? 1 : 0;
  return lanes;
}

/// A value of any size, shuffled 8 bytes at a time. `shuffle` is a macro's lambda, so that the
/// place of the call names the instruction.
template <typename T, typename Shuffled>
SUPERWARP_INLINE SUPERWARP_UNCOUNTED T in_words(T value, Shuffled shuffled) {
  constexpr std::size_t kWords = (sizeof(T) + 7) / 8;
  std::uint64_t words[kWords] = {};
  std::memcpy(words, &value, sizeof(T));
  for (std::uint64_t& word : words) word = shuffled(word);
  std::memcpy(&value, words, sizeof(T));
  return value;
}
template <typename T>
SUPERWARP_INLINE SUPERWARP_UNCOUNTED std::decay_t<T> shuffled(unsigned mask, const T& value, Shuffle kind, int operand,
                                                              int width) {
  return in_words<std::decay_t<T>>(
      value, [=](std::uint64_t word)
                 __attribute__((always_inline)) { return shuffle(mask, word, kind, operand, width); });
}

/// Combines the values of the lanes of `mask`.
template <typename T, typename Fold>
SUPERWARP_UNCOUNTED inline T reduce(unsigned mask, T value, Fold fold) {
  std::uint64_t values[32];
  unsigned lanes = gather(mask, bits_as<std::uint64_t>(value), values);
  T result = bits_as<T>(values[__builtin_ctz(lanes)]);
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
    result = fold(result, bits_as<T>(values[__builtin_ctz(lanes)]));
  return result;
}

}  // namespace superwarp_record

// Barriers.
#define __syncthreads() (::superwarp_record::barrier())
#define __syncthreads_count(predicate) (::superwarp_record::barrier_count((predicate) != 0))
#define __syncthreads_or(predicate) (::superwarp_record::barrier_count((predicate) != 0) != 0)
#define __syncthreads_and(predicate) (::superwarp_record::barrier_count((predicate) == 0) == 0)
#define __syncwarp(...) (::superwarp_record::meet(::superwarp_record::mask_of(__VA_ARGS__)))
#define __threadfence() ((void)0)
#define __threadfence_block() ((void)0)
#define __threadfence_system() ((void)0)

// Votes and matches.
#define __activemask() (::superwarp_record::active_lanes())
#define __ballot_sync(mask, predicate) (::superwarp_record::ballot(mask, (predicate) != 0))
#define __any_sync(mask, predicate) (::superwarp_record::ballot(mask, (predicate) != 0) != 0)
#define __all_sync(mask, predicate) (::superwarp_record::ballot(mask, (predicate) == 0) == 0)
#define __ballot(predicate) __ballot_sync(0U, predicate)
#define __any(predicate) __any_sync(0U, predicate)
#define __all(predicate) __all_sync(0U, predicate)
#define __match_any_sync(mask, value) \
  (::superwarp_record::match_any(mask, ::superwarp_record::bits_as<std::uint64_t>(value)))
#define __match_all_sync(mask, value, predicate) \
  (::superwarp_record::match_all_with(           \
      ::superwarp_record::match_all(mask, ::superwarp_record::bits_as<std::uint64_t>(value)), predicate))

#define SUPERWARP_SHUFFLE(kind, mask, value, operand, ...)                                                 \
  (::superwarp_record::shuffled(mask, value, ::superwarp_record::Shuffle::kind, static_cast<int>(operand), \
                                ::superwarp_record::width_of(__VA_ARGS__)))
#define __shfl_sync(mask, value, ...) SUPERWARP_SHUFFLE(kFrom, mask, value, __VA_ARGS__)
#define __shfl_up_sync(mask, value, ...) SUPERWARP_SHUFFLE(kUp, mask, value, __VA_ARGS__)
#define __shfl_down_sync(mask, value, ...) SUPERWARP_SHUFFLE(kDown, mask, value, __VA_ARGS__)
#define __shfl_xor_sync(mask, value, ...) SUPERWARP_SHUFFLE(kXor, mask, value, __VA_ARGS__)
#define __shfl(value, ...) SUPERWARP_SHUFFLE(kFrom, 0U, value, __VA_ARGS__)
#define __shfl_up(value, ...) SUPERWARP_SHUFFLE(kUp, 0U, value, __VA_ARGS__)
#define __shfl_down(value, ...) SUPERWARP_SHUFFLE(kDown, 0U, value, __VA_ARGS__)
#define __shfl_xor(value, ...) SUPERWARP_SHUFFLE(kXor, 0U, value, __VA_ARGS__)

#define SUPERWARP_REDUCE(NAME, T, FOLD)                                                          \
  inline T __reduce_##NAME##_sync(unsigned mask, T value) {                                      \
    return superwarp_record::reduce(mask, value, [](T a, T b) { return static_cast<T>(FOLD); }); \
  }
template <typename T>
SUPERWARP_REDUCE(add, T, a + b)
template <typename T>
SUPERWARP_REDUCE(min, T, b < a ? b : a)
template <typename T>
SUPERWARP_REDUCE(max, T, a < b ? b : a)
SUPERWARP_REDUCE(and, unsigned, a& b) SUPERWARP_REDUCE(or, unsigned, a | b) SUPERWARP_REDUCE(xor, unsigned, a ^ b)
// Atomics; the forms with _block and _system are the same here.
#define SUPERWARP_ATOMIC_AS(NAME, FORM, CHANGE)                                                                   \
  template <typename T>                                                                                           \
  SUPERWARP_INLINE T NAME(T* address, std::common_type_t<T> value) {                                              \
    return superwarp_record::atomically<superwarp_record::FORM>(address,                                          \
                                                                [=](T old) SUPERWARP_UNCOUNTED -> T { CHANGE; }); \
  }
#define SUPERWARP_ATOMIC(NAME, FORM, CHANGE)      \
  SUPERWARP_ATOMIC_AS(NAME, FORM, CHANGE)         \
  SUPERWARP_ATOMIC_AS(NAME##_block, FORM, CHANGE) \
  SUPERWARP_ATOMIC_AS(NAME##_system, FORM, CHANGE)
    SUPERWARP_ATOMIC(atomicAdd, computing<T>(), return static_cast<T>(old + value))
        SUPERWARP_ATOMIC(atomicSub, computing<T>(), return static_cast<T>(old - value))
            SUPERWARP_ATOMIC(atomicExch, Atomic::kOne, return value) SUPERWARP_ATOMIC(atomicMin, computing<T>(),
                                                                                      return value < old ? value : old)
                SUPERWARP_ATOMIC(atomicMax, computing<T>(), return old < value ? value : old)
                    SUPERWARP_ATOMIC(atomicInc, computing<T>(), return old >= value ? T{0} : static_cast<T>(old + 1))
                        SUPERWARP_ATOMIC(atomicDec, computing<T>(),
                                         return old == 0 || old > value ? value : static_cast<T>(old - 1))
                            SUPERWARP_ATOMIC(atomicAnd, computing<T>(), return old & value)
                                SUPERWARP_ATOMIC(atomicOr, computing<T>(), return old | value)
                                    SUPERWARP_ATOMIC(atomicXor, computing<T>(),
                                                     return old ^ value) template <typename T>
                                    SUPERWARP_INLINE T
    atomicCAS(T* address, std::common_type_t<T> compare, std::common_type_t<T> value) {
  return superwarp_record::atomically<superwarp_record::Atomic::kCompare>(
      address, [=](T old) SUPERWARP_UNCOUNTED { return old == compare ? value : old; });
}
#define atomicCAS_block atomicCAS
#define atomicCAS_system atomicCAS

namespace superwarp_record {
template <typename T>
SUPERWARP_APART void counted(T* address) {
  atomic(address, sizeof(T), __builtin_return_address(0), Atomic::kCount);
  *address = *address + 1;
}
/// The statement `atomicAdd(address, 1);`, which the rewriting makes a call of this. GPUs have an
/// instruction for it in words of 32 bits.
template <typename T>
SUPERWARP_INLINE void count_one(T* address) {
  if constexpr (computing<T>() == Atomic::kOne) {
    counted(address);
  } else {
    atomicAdd(address, 1);
  }
}

/// A kernel's clock counts nothing here, but increases. Apart, or its count would be an access.
SUPERWARP_APART inline long long clock_now() {
  static long long now = 0;
  return now += 64;
}
}  // namespace superwarp_record

// Loads with a cache hint are loads.
template <typename T>
SUPERWARP_INLINE T __ldg(const T* address) {
  return *address;
}
#define __ldcg __ldg
#define __ldcs __ldg
#define __ldca __ldg
#define __ldlu __ldg
template <typename T>
SUPERWARP_INLINE void __stcs(T* address, T value) {
  *address = value;
}
#define __stcg __stcs
#define __stwb __stcs

inline long long clock64() { return superwarp_record::clock_now(); }
SUPERWARP_INLINE void __nanosleep(unsigned) { superwarp_record::active_lanes(); }
SUPERWARP_INLINE void __trap() { superwarp_record::trap("__trap()"); }
inline void __brkpt() {}
inline bool __isShared(const void* address) {
  extern char superwarp_shared_begin[] __asm__("__start_superwarp_shared");
  extern char superwarp_shared_end[] __asm__("__stop_superwarp_shared");
  return address >= superwarp_shared_begin && address < superwarp_shared_end;
}
inline std::size_t __cvta_generic_to_shared(const void* address) { return reinterpret_cast<std::size_t>(address); }
