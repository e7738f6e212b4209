// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_identity.h"

#include "sim/cli/sweep_space.h"
#include "sysc/content_hash.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::cli {
namespace {

std::string hash_of_file(const std::string& name) {
  sysc::ContentHash hash;
  hash.add(content_of(name));
  return hash.hex();
}

}  // namespace

SweepIdentity::SweepIdentity() : program_(hash_of_file("/proc/self/exe")) {}

sweep::Key SweepIdentity::key_of(const SweepPoint& point, const std::string& options) {
  sysc::ContentHash hash;
  hash.add(program_);
  hash.add(options);
  if (point.engines().rtl) hash.add(rtl(point.options().rtl_config()));
  for (const std::string& name : point.files()) hash.add(file(name));
  return sweep::Key::read(hash.hex()).value();
}

std::string SweepIdentity::of_unit(const std::string& command, const sysc::RtlConfig& config) {
  sysc::ContentHash hash;
  for (const std::string& text : {program_, command, rtl(config)}) hash.add(text);
  return hash.hex();
}

std::string SweepIdentity::of_space(const std::string& text) const {
  sysc::ContentHash hash;
  hash.add(program_);
  hash.add(text);
  return hash.hex();
}

const std::string& SweepIdentity::rtl(const sysc::RtlConfig& config) {
  std::string& known = rtl_[config.rtl_dir];
  if (known.empty()) known = sysc::key_of(sysc::memory_unit_recipe(config));
  return known;
}

const std::string& SweepIdentity::file(const std::string& name) {
  std::string& known = files_[name];
  if (known.empty()) known = hash_of_file(name);
  return known;
}

}  // namespace superwarp::cli
