// SPDX-License-Identifier: Apache-2.0 AES-128 with its tables in shared memory, a block of 16 bytes
// a lane. Rounds 1 to 9 look up words of T0, whose rotations are T1 to T3; the last round looks up
// T4, whose words repeat a byte of the S-box. There are three layouts: plain tables; rows of 32
// words rotated by random shifts; a copy of every word in each bank, for the lane of that bank.
//
// Without arguments: encrypts and checks. With N and a seed: times N encryptions by every warp of a
// block, and prints cycles as JSON, a line for each part of the cipher, layout and number of warps.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using std::uint32_t;
using std::uint64_t;

constexpr int kRounds = 10, kTable = 256, kTables = 2, kWarp = 32, kMostWarps = 32;

enum class Layout { kPlain, kShifted, kCopies };
enum class Part { kWhole, kLast };

struct RoundKeys {
  uint32_t word[4 * (kRounds + 1)];
};

/// Word `i` of the SplitMix64 sequence that starts at `seed`.
__host__ __device__ uint64_t random_word(uint64_t seed, uint64_t i) {
  uint64_t x = seed + (i + 1) * 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

__host__ __device__ uint32_t rotated(uint32_t word, int bits) {
  return bits == 0 ? word : word >> bits | word << (32 - bits);
}

/// Where word `i` of a table is for this lane. `shifts` has a byte for each of the 8 rows.
template <Layout kLayout>
__device__ uint32_t place(uint32_t i, uint64_t shifts) {
  if (kLayout == Layout::kShifted)
    return (i & ~31U) | ((i + static_cast<uint32_t>(shifts >> (i / 32 * 8))) & 31U);
  if (kLayout == Layout::kCopies) return i * 32 + threadIdx.x % 32;
  return i;
}

template <Layout kLayout>
constexpr int kWordsOf = kLayout == Layout::kCopies ? kTable * 32 : kTable;

/// Encrypts `encryptions` blocks of 16 bytes a thread. Those of encryption e are words of `seed`,
/// but the first one is `first`. The first `kept` encryptions are written to `out`. Shifts are
/// drawn anew for every encryption (`anew`) or once.
template <Layout kLayout, Part kPart>
__global__ void aes(RoundKeys key, const uint32_t* tables, uint4 first, uint64_t seed,
                    int encryptions, bool anew, uint4* out, int kept, unsigned* cycles) {
  constexpr int kWords = kWordsOf<kLayout>;
  extern __shared__ uint32_t t0[];
  uint32_t* const t4 = t0 + kWords;
  uint64_t shifts[kTables];
  for (int e = 0; e < encryptions; ++e) {
    if (e == 0 || anew) {
      for (int t = 0; t < kTables; ++t) {
        shifts[t] = random_word(~seed, e * kTables + t);
        if (kLayout == Layout::kCopies)
          for (uint32_t i = threadIdx.x / 32; i < kTable; i += blockDim.x / 32)
            t0[t * kWords + place<kLayout>(i, 0)] = tables[t * kTable + i];
        else
          for (uint32_t i = threadIdx.x; i < kTable; i += blockDim.x)
            t0[t * kWords + place<kLayout>(i, shifts[t])] = tables[t * kTable + i];
      }
    }
    const uint64_t block =
        (static_cast<uint64_t>(e) * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    const uint64_t low = random_word(seed, 2 * block), high = random_word(seed, 2 * block + 1);
    uint32_t s[4] = {static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32),
                     static_cast<uint32_t>(high), static_cast<uint32_t>(high >> 32)};
    if (block == 0) s[0] = first.x, s[1] = first.y, s[2] = first.z, s[3] = first.w;
    __syncthreads();
    long long start = clock64();
    for (int c = 0; c < 4; ++c) s[c] ^= key.word[c];
#pragma unroll
    for (int round = 1; round < kRounds; ++round) {
      uint32_t next[4];
      for (int c = 0; c < 4; ++c) {
        next[c] = key.word[4 * round + c];
        for (int b = 0; b < 4; ++b)
          next[c] ^=
              rotated(t0[place<kLayout>(s[(c + b) % 4] >> (24 - 8 * b) & 255U, shifts[0])], 8 * b);
      }
      for (int c = 0; c < 4; ++c) s[c] = next[c];
    }
    if (kPart == Part::kLast) {
      __syncthreads_or((s[0] ^ s[1] ^ s[2] ^ s[3]) == 0);
      start = clock64();
    }
    uint32_t last[4];
    for (int c = 0; c < 4; ++c) {
      last[c] = key.word[4 * kRounds + c];
      for (int b = 0; b < 4; ++b)
        last[c] ^= t4[place<kLayout>(s[(c + b) % 4] >> (24 - 8 * b) & 255U, shifts[1])] &
                   0xff000000U >> (8 * b);
    }
    // A barrier that depends on every word, or the clock would be read before they have come.
    __syncthreads_or((last[0] ^ last[1] ^ last[2] ^ last[3]) == 0);
    const long long end = clock64();
    if (threadIdx.x == 0 && cycles != nullptr) cycles[e] = static_cast<unsigned>(end - start);
    if (e < kept) out[block] = make_uint4(last[0], last[1], last[2], last[3]);
  }
}

/// The S-box and the cipher as FIPS 197 writes it, byte by byte, to check the kernels.
struct Aes {
  unsigned char sbox[256];
  RoundKeys key;

  static unsigned char twice(unsigned char x) {
    return static_cast<unsigned char>(x << 1 ^ (x >> 7) * 0x1b);
  }

  explicit Aes(const uint32_t (&cipher_key)[4]) {
    // 3 generates the field: p runs through its powers, q through those of the inverse.
    unsigned char p = 1, q = 1;
    do {
      p ^= twice(p);
      q ^= q << 1;
      q ^= q << 2;
      q ^= q << 4;
      q ^= (q >> 7) * 0x09;
      unsigned char x = 0x63;
      for (int bits = 0; bits < 5; ++bits) x ^= q << bits | q >> (8 - bits);
      sbox[p] = x;
    } while (p != 1);
    sbox[0] = 0x63;
    std::memcpy(key.word, cipher_key, sizeof(cipher_key));
    unsigned char constant = 1;
    for (int i = 4; i < 4 * (kRounds + 1); ++i) {
      uint32_t word = key.word[i - 1];
      if (i % 4 == 0) {
        word = substituted(rotated(word, 24)) ^ static_cast<uint32_t>(constant) << 24;
        constant = twice(constant);
      }
      key.word[i] = key.word[i - 4] ^ word;
    }
  }

  uint32_t substituted(uint32_t word) const {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8)
      result |= static_cast<uint32_t>(sbox[word >> shift & 255U]) << shift;
    return result;
  }

  uint4 encrypted(uint4 in) const {
    uint32_t s[4] = {in.x, in.y, in.z, in.w};
    for (int round = 0; round <= kRounds; ++round) {
      uint32_t next[4];
      for (int c = 0; c < 4; ++c) {
        unsigned char a[4];
        for (int b = 0; b < 4; ++b) {
          const auto byte =
              static_cast<unsigned char>(s[(c + (round == 0 ? 0 : b)) % 4] >> (24 - 8 * b));
          a[b] = round == 0 ? byte : sbox[byte];
        }
        next[c] = key.word[4 * round + c];
        for (int b = 0; b < 4; ++b) {
          const unsigned char mixed = twice(a[b]) ^ twice(a[(b + 1) % 4]) ^ a[(b + 1) % 4] ^
                                      a[(b + 2) % 4] ^ a[(b + 3) % 4];
          const bool mix = round != 0 && round != kRounds;
          next[c] ^= static_cast<uint32_t>(mix ? mixed : a[b]) << (24 - 8 * b);
        }
      }
      std::memcpy(s, next, sizeof(s));
    }
    return make_uint4(s[0], s[1], s[2], s[3]);
  }

  uint32_t* tables() const {
    uint32_t* words;
    cudaMallocManaged(&words, kTables * kTable * sizeof(uint32_t));
    for (int i = 0; i < kTable; ++i) {
      const uint32_t y = sbox[i], y2 = twice(sbox[i]);
      words[i] = y2 << 24 | y << 16 | y << 8 | (y ^ y2);
      words[kTable + i] = y * 0x01010101U;
    }
    return words;
  }
};

bool equal(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

struct Vector {
  uint32_t key[4];
  uint4 plain, cipher;
};

/// FIPS 197, appendices B and C.1.
const Vector kVectors[] = {{{0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU},
                            {0x3243f6a8U, 0x885a308dU, 0x313198a2U, 0xe0370734U},
                            {0x3925841dU, 0x02dc09fbU, 0xdc118597U, 0x196a0b32U}},
                           {{0x00010203U, 0x04050607U, 0x08090a0bU, 0x0c0d0e0fU},
                            {0x00112233U, 0x44556677U, 0x8899aabbU, 0xccddeeffU},
                            {0x69c4e0d8U, 0x6a7b0430U, 0xd8cdb780U, 0x70b4c55aU}}};

struct Run {
  int grid, warps, encryptions, kept;
  bool anew;
};

/// Encrypts and compares the first `kept` encryptions of every block with the cipher of FIPS 197.
template <Layout kLayout, Part kPart>
bool right(const Vector& vector, uint64_t seed, Run run, unsigned* cycles) {
  const Aes cipher(vector.key);
  uint32_t* const tables = cipher.tables();
  const int threads = run.warps * kWarp, blocks = run.grid * threads * run.kept;
  const size_t shared = kTables * kWordsOf<kLayout> * sizeof(uint32_t);
  std::vector<uint4> got(blocks);
  uint4* out;
  cudaMalloc(&out, blocks * sizeof(uint4));
  cudaFuncSetAttribute(aes<kLayout, kPart>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared));
  aes<kLayout, kPart><<<run.grid, threads, shared>>>(
      cipher.key, tables, vector.plain, seed, run.encryptions, run.anew, out, run.kept, cycles);
  bool good =
      cudaMemcpy(got.data(), out, blocks * sizeof(uint4), cudaMemcpyDeviceToHost) == cudaSuccess &&
      equal(got[0], vector.cipher);
  for (int i = 0; i < blocks && good; ++i) {
    const uint64_t low = random_word(seed, 2 * i), high = random_word(seed, 2 * i + 1);
    const uint4 plain = make_uint4(static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32),
                                   static_cast<uint32_t>(high), static_cast<uint32_t>(high >> 32));
    good = equal(got[i], cipher.encrypted(i == 0 ? vector.plain : plain));
  }
  cudaFree(out);
  cudaFree(tables);
  return good;
}

template <Layout kLayout, Part kPart>
bool timed(const char* layout, int encryptions, uint64_t seed, bool anew) {
  std::vector<unsigned> got(encryptions);
  unsigned* cycles;
  cudaMalloc(&cycles, encryptions * sizeof(unsigned));
  bool good = true;
  for (int warps : {1, 4, 8, kMostWarps}) {
    const Run run = {1, warps, encryptions, encryptions < 100 ? encryptions : 100, anew};
    good = right<kLayout, kPart>(kVectors[0], seed, run, cycles) && good;
    cudaMemcpy(got.data(), cycles, encryptions * sizeof(unsigned), cudaMemcpyDeviceToHost);
    std::printf(
        "{\"part\":\"%s\",\"tables\":\"%s\",\"warps\":%d,\"seed\":%llu,\"right\":%s,\"cycles\":[",
        kPart == Part::kLast ? "last" : "whole", layout, warps,
        static_cast<unsigned long long>(seed), good ? "true" : "false");
    for (int e = 0; e < encryptions; ++e) std::printf("%s%u", e == 0 ? "" : ",", got[e]);
    std::printf("]}\n");
  }
  cudaFree(cycles);
  return good;
}

template <Part kPart>
bool timed(int encryptions, uint64_t seed) {
  return timed<Layout::kPlain, kPart>("plain", encryptions, seed, false) &&
         timed<Layout::kShifted, kPart>("shifted", encryptions, seed, false) &&
         timed<Layout::kShifted, kPart>("shifted anew", encryptions, seed, true) &&
         timed<Layout::kCopies, kPart>("copies", encryptions, seed, false);
}

int main(int argc, char** argv) {
  if (argc == 3) {
    const int encryptions = std::atoi(argv[1]);
    const uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    return timed<Part::kLast>(encryptions, seed) && timed<Part::kWhole>(encryptions, seed) ? 0 : 1;
  }
  const Run run = {4, 4, 1, 1, false};
  const bool good = right<Layout::kPlain, Part::kWhole>(kVectors[0], 1, run, nullptr) &&
                    right<Layout::kShifted, Part::kWhole>(kVectors[1], 1, run, nullptr) &&
                    right<Layout::kCopies, Part::kWhole>(kVectors[0], 1, run, nullptr);
  std::printf("AES with tables: %s\n", good ? "right" : "WRONG");
  return good ? 0 : 1;
}
