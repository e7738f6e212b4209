#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/permutation/schedule.h"
#include "sim/workload/algorithm/algorithms.h"
#include "sim/workload/algorithm/permutation_choice.h"

// Symbols as in the DMM/UMM paper, Section V: the word at a[i] moves to a[P(i)], by way of b. The
// permutation and the order of moves are known beforehand and cost no access.

namespace superwarp::workload {
namespace {

/// Which word the thread of an element moves.
using WordOf = std::function<std::uint64_t(Element)>;

/// b[i] <- a[i], then a[P(k)] <- b[k] for k = word(i).
std::unique_ptr<Program> permute_by_way_of_b(const WorkloadOptions& options,
                                             const permutation::Permutation& permutation,
                                             const WordOf& word) {
  const std::uint64_t n = options.size;
  const std::uint64_t b = (n + options.width - 1) / options.width * options.width;
  auto listing = std::make_unique<Listing>(options, b + n, 1);
  listing->in_parallel(n, {read([](Element i) { return static_cast<Address>(i); }, 0),
                           write([b](Element i) { return static_cast<Address>(b + i); }, 0)});
  // Writes to a overwrite words that other threads copy, and in another order than i words of b are
  // read by other threads than wrote them. (In order of i, round robin happens to keep all copying
  // ahead; the algorithm does not rest on that.)
  listing->barrier();
  const auto target = std::make_shared<const permutation::Permutation>(permutation);
  listing->in_parallel(n, {read([=](Element i) { return static_cast<Address>(b + word(i)); }, 0),
                           write([=](Element i) { return Address{(*target)(word(i))}; }, 0)});
  promise_permuted(*listing, permutation);
  return listing;
}

}  // namespace

std::unique_ptr<Program> straightforward_permutation(const WorkloadOptions& options) {
  return permute_by_way_of_b(options,
                             chosen_permutation("permute-straightforward", options, options.size),
                             [](Element i) { return i; });
}

std::unique_ptr<Program> conflict_free_permutation(const WorkloadOptions& options) {
  const std::string name = "permute-conflict-free";
  if (options.size % options.width != 0) {
    throw std::invalid_argument(fmt::format(
        "workload {}: size {} is no multiple of the width {}: its banks do not have equally many "
        "words; the next size that is one is {}",
        name, options.size, options.width, (options.size / options.width + 1) * options.width));
  }
  const permutation::Permutation permutation = chosen_permutation(name, options, options.size);
  const auto order = std::make_shared<const std::vector<std::uint32_t>>(
      permutation::conflict_free_order(permutation, options.width));
  return permute_by_way_of_b(options, permutation, [order](Element i) { return (*order)[i]; });
}

}  // namespace superwarp::workload
