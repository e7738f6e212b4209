// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/mend.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace superwarp::cost {
namespace {

constexpr double kLeastGain = 0.003;  // ns

/// "INVX8" is of the kind "INV".
std::string kind_of(const std::string& cell) { return cell.substr(0, cell.rfind('X')); }

double largest_input(const CellModel& cell) {
  double most = 0;
  for (const auto& [name, pin] : cell.pins)
    if (!pin.output) most = std::max(most, pin.capacitance);
  return most;
}

/// The pin of `gate` that drives `net`.
const Gates::Pin& output_at(const Gates::Gate& gate, Gates::Net net) {
  return *std::find_if(gate.pins.begin(), gate.pins.end(),
                       [&](const Gates::Pin& pin) { return pin.is->output && pin.net == net; });
}

/// A cell of the library.
struct CellChoice {
  const std::string* type = nullptr;
  const CellModel* is = nullptr;
};

/// A change of one gate, and by how much the longest path through it should get shorter.
struct Change {
  enum class Kind { kNone, kSize, kBuffer, kCopy };
  double gain = kLeastGain;
  Kind kind = Kind::kNone;
  std::uint32_t gate = 0;
  Gates::Net net = 0;  ///< that it drives
  CellChoice by;       ///< of the gate, of its buffer, or of its copy
  /// Readers that the gate drives; the buffer or the copy drives the others and the port.
  std::vector<std::uint32_t> stay;

  [[nodiscard]] auto key() const { return std::make_tuple(gate, kind, by.is, stay.size()); }
};

using Readers = std::vector<std::uint32_t>;

class Mender {
 public:
  Mender(WiredUnit& unit, const CellModels& models, const WireKind& kind)
      : unit_(unit), kind_(kind), times_(unit, models, kind) {
    for (const auto& [name, cell] : models.cells) of_kind_[kind_of(name)].push_back({&name, &cell});
  }

  MendedDrivers run() {
    constexpr int kTries = 3000;
    std::vector<Change> changes = round();
    for (int tries = 0; tries < kTries && !changes.empty(); ++tries) {
      if (try_all(changes)) {
        changes = round();
      } else if (changes.size() > 1) {
        changes.resize(changes.size() / 2);
      } else {
        failed_.insert(changes.front().key());
        changes = round();
      }
    }
    return mended_;
  }

 private:
  /// An output of a gate as it is.
  struct Driver {
    Gates::Net net;
    std::uint32_t gate;
    const Gates::Pin* output;
    double slew;  ///< of its last input
    double weak;  ///< ns that the driver of that input loses for a pF more
    double now;   ///< ns from there to `net`
  };

  [[nodiscard]] Driver driver_of(Gates::Net net) const {
    const std::uint32_t gate = times_.driver(net);
    Driver driver{net, gate, &output_at(unit_.gates[gate], net), 0.1, 0, 0};
    const Gates::Net before = times_.from(net);
    if (before != NetTimes::kNone) {
      driver.slew = times_.slew(before);
      if (times_.driver(before) != NetTimes::kNone) {
        constexpr double kStep = 0.02;
        const CellPin& output = *output_at(unit_.gates[times_.driver(before)], before).is;
        driver.weak = (slowest(output, times_.load(before) + kStep, driver.slew) -
                       slowest(output, times_.load(before), driver.slew)) /
                      kStep;
      }
    }
    driver.now = slowest(*driver.output->is, times_.load(net), driver.slew);
    return driver;
  }

  /// pF of inputs of `readers` and of the wire to them.
  [[nodiscard]] double load_of(const Driver& driver, const Readers& readers) const {
    Box box;
    box.take_in(unit_.at[driver.gate]);
    double load = 0;
    for (const std::uint32_t reader : readers) {
      box.take_in(unit_.at[reader]);
      for (const Gates::Pin& pin : unit_.gates[reader].pins)
        if (!pin.is->output && pin.net == driver.net) load += pin.is->capacitance;
    }
    return load + kind_.pf(box.half_perimeter() * tree_by_box(readers.size() + 1));
  }

  void offer(Change& best, Change change) const {
    if (change.gain > best.gain && failed_.count(change.key()) == 0) best = std::move(change);
  }

  void offer_sizes(const Driver& driver, Change& best) const {
    const Gates::Gate& gate = unit_.gates[driver.gate];
    if (!gate.is->next_state.empty()) return;
    for (const CellChoice& choice : of_kind_.at(kind_of(gate.type))) {
      const auto same = choice.is->pins.find(driver.output->name);
      if (choice.is == gate.is || same == choice.is->pins.end() || choice.is->pins.size() != gate.is->pins.size())
        continue;
      const double then = slowest(same->second, times_.load(driver.net), driver.slew) +
                          driver.weak * (largest_input(*choice.is) - largest_input(*gate.is));
      offer(best, {driver.now - then, Change::Kind::kSize, driver.gate, driver.net, choice, {}});
    }
  }

  /// Buffers for all readers, or for those that can wait for it.
  void offer_buffers(const Driver& driver, const Readers& readers, Change& best) const {
    for (const CellChoice& choice : of_kind_.at("BUF")) {
      const double input = choice.is->pins.at("A").capacitance;
      const CellPin& output = choice.is->pins.at("Y");
      const double wait = slowest(output, times_.load(driver.net), times_.slew(driver.net));
      const double all = slowest(*driver.output->is, input, driver.slew) + wait;
      offer(best, {driver.now - all, Change::Kind::kBuffer, driver.gate, driver.net, choice, {}});
      Readers stay;
      for (const std::uint32_t reader : readers)
        if (times_.required_by(reader, driver.net) - wait < times_.required(driver.net)) stay.push_back(reader);
      if (stay.empty() || stay.size() == readers.size()) continue;
      const double then = slowest(*driver.output->is, input + load_of(driver, stay), driver.slew);
      offer(best, {driver.now - then, Change::Kind::kBuffer, driver.gate, driver.net, choice, stay});
    }
  }

  /// A copy of the gate for half of the readers.
  void offer_copies(const Driver& driver, Readers readers, Change& best) const {
    const Gates::Gate& gate = unit_.gates[driver.gate];
    const auto outputs =
        std::count_if(gate.pins.begin(), gate.pins.end(), [](const Gates::Pin& pin) { return pin.is->output; });
    if (readers.size() < 2 || outputs > 1 || !gate.is->next_state.empty()) return;
    Box box;
    for (const std::uint32_t reader : readers) box.take_in(unit_.at[reader]);
    const bool wide = box.high().x - box.low().x > box.high().y - box.low().y;
    std::stable_sort(readers.begin(), readers.end(), [&](std::uint32_t a, std::uint32_t b) {
      return wide ? unit_.at[a].x < unit_.at[b].x : unit_.at[a].y < unit_.at[b].y;
    });
    const auto middle = readers.begin() + static_cast<std::ptrdiff_t>(readers.size() / 2);
    const Readers stay(readers.begin(), middle);
    const double most = std::max(load_of(driver, stay), load_of(driver, Readers(middle, readers.end())));
    const double then = slowest(*driver.output->is, most, driver.slew) + driver.weak * largest_input(*gate.is);
    offer(best, {driver.now - then, Change::Kind::kCopy, driver.gate, driver.net, {nullptr, gate.is}, stay});
  }

  [[nodiscard]] Change best_of(Gates::Net net) const {
    Change best;
    const Driver driver = driver_of(net);
    Readers readers = times_.reads(net);
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    offer_sizes(driver, best);
    offer_buffers(driver, readers, best);
    offer_copies(driver, readers, best);
    return best;
  }

  /// The best change of each path that is nearly the longest, a gate once.
  [[nodiscard]] std::vector<Change> round() const {
    constexpr double kNearly = 0.97;
    std::unordered_map<Gates::Net, Change> known;
    std::set<std::uint32_t> gates;
    std::vector<Change> changes;
    for (const NetTimes::End& end : times_.ends()) {
      if (end.at < kNearly * times_.worst()) break;
      const Change* best = nullptr;
      for (Gates::Net net = end.net; net != NetTimes::kNone && times_.driver(net) != NetTimes::kNone;
           net = times_.from(net)) {
        auto found = known.find(net);
        if (found == known.end()) found = known.emplace(net, best_of(net)).first;
        const Change& change = found->second;
        if (change.kind != Change::Kind::kNone && (best == nullptr || change.gain > best->gain)) best = &change;
      }
      if (best != nullptr && gates.insert(best->gate).second) changes.push_back(*best);
    }
    return changes;
  }

  /// The gate, to be changed and put back.
  Gates::Gate& taken(std::uint32_t gate) {
    times_.take(gate);
    before_.emplace(gate, unit_.gates[gate]);
    return unit_.gates[gate];
  }

  void apply(const Change& change) {
    if (change.kind == Change::Kind::kSize) {
      Gates::Gate& gate = taken(change.gate);
      gate.type = *change.by.type;
      gate.is = change.by.is;
      for (Gates::Pin& pin : gate.pins) pin.is = &change.by.is->pins.at(pin.name);
      times_.put(change.gate);
      ++mended_.resized;
      return;
    }
    // The gate drives a new net; the buffer or the copy drives the old one, which may be a port's.
    const auto own = static_cast<Gates::Net>(unit_.nets());
    const auto number = static_cast<std::uint32_t>(unit_.gates.size());
    unit_.constant.emplace_back();
    Gates::Gate added = unit_.gates[change.gate];
    const auto to_own = [&](std::uint32_t gate, bool output) {
      for (Gates::Pin& pin : taken(gate).pins)
        if (pin.is->output == output && pin.net == change.net) pin.net = own;
      times_.put(gate);
    };
    to_own(change.gate, true);
    for (const std::uint32_t reader : change.stay) to_own(reader, false);
    const bool buffer = change.kind == Change::Kind::kBuffer;
    if (buffer) {
      const CellModel& is = *change.by.is;
      added = {*change.by.type, "", &is, {{"A", own, &is.pins.at("A")}, {"Y", change.net, &is.pins.at("Y")}}};
    }
    unit_.gates.push_back(added);
    unit_.at.push_back(unit_.at[change.gate]);
    if (buffer)
      times_.put_after(number, change.gate);
    else
      times_.put_beside(number, change.gate);
    ++(buffer ? mended_.buffers : mended_.copies);
  }

  /// A sum over the ends: one at `latest` counts 1, one that is 1 % earlier 1/e. A plain maximum
  /// would refuse a change that helps one of two equally late ends.
  [[nodiscard]] double lateness(double latest) const {
    constexpr double kSharp = 0.01;  // of the latest
    double sum = 0;
    for (const NetTimes::End& end : times_.ends()) sum += std::exp((end.at / latest - 1) / kSharp);
    return sum;
  }

  /// Keeps the changes if the longest paths together get shorter.
  bool try_all(const std::vector<Change>& changes) {
    const MendedDrivers mended = mended_;
    const std::size_t gates = unit_.gates.size();
    const std::size_t nets = unit_.nets();
    const double latest = times_.worst();
    const double late = lateness(latest);
    before_.clear();
    for (const Change& change : changes) apply(change);
    times_.settle();
    constexpr double kLess = 0.9999;
    if (lateness(latest) < kLess * late) return true;
    for (std::size_t gate = gates; gate < unit_.gates.size(); ++gate) times_.take(static_cast<std::uint32_t>(gate));
    unit_.gates.resize(gates);
    unit_.at.resize(gates);
    before_.erase(before_.lower_bound(static_cast<std::uint32_t>(gates)), before_.end());
    for (const auto& [gate, was] : before_) times_.take(gate);
    for (const auto& [gate, was] : before_) unit_.gates[gate] = was;
    unit_.constant.resize(nets);
    for (const auto& [gate, was] : before_) times_.put(gate);
    times_.settle();
    mended_ = mended;
    return false;
  }

  WiredUnit& unit_;
  WireKind kind_;
  NetTimes times_;
  std::map<std::string, std::vector<CellChoice>> of_kind_;
  std::set<decltype(Change().key())> failed_;    ///< alone
  std::map<std::uint32_t, Gates::Gate> before_;  ///< gates that the changes under trial change
  MendedDrivers mended_;
};

}  // namespace

MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind) {
  return Mender(unit, models, kind).run();
}

}  // namespace superwarp::cost
