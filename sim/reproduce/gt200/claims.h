#pragma once

#include <string>
#include <vector>

#include "sim/reproduce/claim.h"

/// \file
/// The claims of "Investigation of the RAM access model in a heterogeneous computing system"
/// (Kolpakov, Belov, Kropotov, ITNT 2020): the GT200's memory, on a GeForce GTX 280.

namespace superwarp::reproduce {

/// All of them, in the order of the paper.
std::vector<Claim> gt200_claims();

// One group a file.
std::vector<Claim> gt200_model_claims();       ///< Sections II and III: formulas, relative speeds
std::vector<Claim> gt200_coalescing_claims();  ///< Section III: global memory
std::vector<Claim> gt200_shared_claims();      ///< Section III: shared memory
std::vector<Claim> gt200_table_2_claims();     ///< Section III: measured times
std::vector<Claim> gt200_figure_1_claims();    ///< Section IV: Algorithm 1
std::vector<Claim> gt200_figure_2_claims();    ///< Section V: Algorithm 2

/// "GT200 paper, " and the place.
std::string gt200_source(const std::string& place);

/// A claim that cannot be checked here, with the reason; `closed` is what can be computed at all.
Finding gt200_not_checked(const std::string& why, const std::string& figures = "",
                          Figure closed = nullptr);

}  // namespace superwarp::reproduce
