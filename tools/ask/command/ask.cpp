// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/terminal_output.h"
#include "sim/description/data_files.h"
#include "sim/draw/table.h"
#include "sim/files/output_file.h"
#include "sim/gpu/description.h"
#include "tools/ask/answer.h"

namespace superwarp::cli {
namespace {

struct AskOptions {
  ask::Question question;
  std::string gpu;
  std::uint64_t keys = 5;
  std::string svg;
  std::string json;
};

/// Slots of each access and of all together.
struct SlotsTable : draw::Table {
  SlotsTable(const std::string& what, std::size_t accesses, const std::vector<std::string>& more)
      : draw::Table({what + ":  <"}) {
    for (std::size_t i = 1; i <= accesses; ++i) group("", {accesses == 1 ? "slots:  >" : fmt::format("({}):  >", i)});
    group("", {"together:  >"});
    group("", more);
  }

  void add_row(const std::string& what, const std::vector<double>& slots, double together,
               const std::vector<draw::Cell>& more) {
    std::vector<draw::Cell> cells = {what};
    for (const double mean : slots) cells.emplace_back(ask::number_text(mean));
    cells.emplace_back(slots.size() > 1 ? ask::number_text(together) : "");
    cells.insert(cells.end(), more.begin(), more.end());
    add(std::move(cells));
  }
};

std::string cures_table(const ask::Answer& answer, const ask::Search& search) {
  SlotsTable table("tile", answer.instructions.size(), {"bytes:  >", ":  >"});
  const auto add = [&](const std::string& what, const ask::Cure* cure, std::uint64_t bytes, const std::string& name) {
    const std::vector<double> means = means_with(answer, cure);
    table.add_row(what, means, ask::sum_of(means), {bytes == 0 ? " " : std::to_string(bytes), name});
  };
  const ask::Tile& tile = answer.accesses.tiles[search.tile];
  add(declaration(tile), nullptr, tile.bytes(), "as it is");
  for (const ask::Cure* cure : search.best()) add(cure->change, cure, cure->bytes, cure->name);
  return table.text();
}

std::string machines_table(const ask::Answer& answer) {
  SlotsTable table("on --machine", answer.instructions.size(), {":  >"});
  for (const ask::Served& served : answer.machines) {
    table.add_row(served.options, served.instruction, served.together,
                  {served.keys > 1 ? fmt::format("mean of {} keys", served.keys) : ""});
  }
  return table.text();
}

std::string text_of(const ask::Answer& answer, const draw::TerminalStyle& style) {
  std::string text = ask::sentence(answer) + "\n\n";
  if (answer.instructions.size() > 1) {
    for (std::size_t i = 0; i < answer.instructions.size(); ++i) {
      const ask::Instruction& instruction = answer.accesses.instructions[i];
      text += fmt::format("({}) {}{}\n", i + 1, instruction.text,
                          instruction.operation == gpu::Operation::kWrite ? " (store)" : "");
    }
    text += "\n";
  }
  text += ask::draw_terminal(answer, style);
  for (const ask::Search& search : answer.searches) text += "\n" + cures_table(answer, search);
  text += "\nslots of one warp's access, by the reference model\n" + machines_table(answer);
  const std::string regions = ask::regions_sentence(answer);
  return regions.empty() ? text : text + "\n" + regions + "\n";
}

int ask_command(const AskOptions& options) {
  const std::uint32_t keys = in_range("--keys", options.keys, 1, 1000);
  gpu::Description gpu =
      options.gpu.empty() ? ask::papers_rules() : gpu::read_description(description::gpu_file(options.gpu));
  ask::Accesses accesses = ask::evaluate(options.question, gpu.wave);
  const ask::Answer answer = ask::answer(std::move(accesses), std::move(gpu), keys);
  if (!options.svg.empty()) files::write_file(options.svg, ask::draw_svg(answer));
  if (!options.json.empty()) {
    Json json = result_of("superwarp.ask/1");
    json.update(ask::answer_json(answer));
    write_json(options.json, json);
  }
  if (options.svg == "-" || options.json == "-") return 0;
  draw::TerminalStyle style;
  style.colour = shows_colours(STDOUT_FILENO);
  fmt::print("{}", text_of(answer, style));
  return 0;
}

Command add_ask(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("ask", "show how one access of a CUDA kernel conflicts, and what cures it");
  const auto options = std::make_shared<AskOptions>();
  ask::Question& question = options->question;
  app->add_option("access", question.accesses,
                  "expressions of C such as 'tile[threadIdx.y][threadIdx.x]'; 'tile[...] =' is a "
                  "store; 'atomic ...' and 'ldmatrix.x4 ...' are others; without --tile a number is a byte "
                  "address");
  const OptionGroup kernel{*app, "Kernel"};
  const auto repeat = [&](const std::string& option, std::vector<std::string>& values, const std::string& help) {
    kernel(option, values, help).allow_extra_args(false);
  };
  repeat("tile", question.tiles, "a declaration, 'float tile[32][33]'; repeat it for each tile");
  kernel("block", question.block, "shape of the block, as in 32x8 (default: one warp)");
  kernel("grid", question.grid, "shape of the grid (default: 1)");
  kernel("block-index", question.block_index, "which block, as in 3x0 (default: 0)");
  repeat("loop", question.loops, "values of a loop variable: k=0..31, s=1,2,4");
  repeat("let", question.definitions, "a name for an expression: i=threadIdx.y*32+threadIdx.x");
  repeat("define", question.constants, "a constant: TILE=32, for tiles and loops too");
  kernel("where", question.where, "only threads for which this is true, as in 'threadIdx.x < 16'");
  kernel("bytes", question.bytes, "bytes of a byte address's access: 1, 2, 4, 8 or 16").capture_default_str();
  app->add_option("--gpu", options->gpu,
                  "count by the rules of this GPU, see 'superwarp list gpu'; or a file (default: the "
                  "papers' memory machine)");
  app->add_option("--keys", options->keys, "random keys, 1 to 1000, for machines that draw shifts")
      .capture_default_str();
  app->add_option("--svg", options->svg, "write a picture for a slide ('-': standard output)");
  add_json(*app, options->json, "answer");
  app->footer(
      "Example:\n"
      "  superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x8\n"
      "  superwarp ask 'tile[threadIdx.y][threadIdx.x] =' 'tile[threadIdx.x][threadIdx.y]' "
      "--tile 'float tile[32][32]' --block 32x32");
  return {app,
          [app, options] {
            if (!options->question.tiles.empty())
              refuse_given(*app, {"--bytes"}, "the elements of a tile have their own bytes");
            return ask_command(*options);
          },
          {},
          {"do the threads of this access collide?",
           "superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x8"}};
}

const AddCommand kAddAsk(50, add_ask);

}  // namespace
}  // namespace superwarp::cli
