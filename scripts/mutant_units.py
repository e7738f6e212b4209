# SPDX-License-Identifier: Apache-2.0
"""The units that scripts/mutants mutates, the machines around them, and the tests that must notice."""

import re

from yosys import ROOT

RTL = ROOT / "rtl"


def tests(program, *filters):
    without = "" if any("-" in one for one in filters) else "-Stepper/*:Issue/*"
    return [f"{ROOT}/build/{program}", f"--gtest_filter={':'.join(filters)}{without}", "--gtest_fail_fast"]


def testbench(top, *files):
    return [f"{ROOT}/tests/mutants/testbench.sh", top, *(f"{ROOT}/tests/{file}.sv" for file in files)]


def machine(parameters, shape, port=None):
    """A memory machine under random accesses, traffic that uses all bits, and a port that is driven while not ready."""
    filters = [f"*/RandomAccess.*/{shape}", f"*/Traffic.*/{shape}"] + ([f"*Port.*/w4_{port}"] if port else [])
    return "memory_machine", {**W4, **parameters}, tests("bench_test", *filters)


W4 = {"Width": 4, "NumRows": 65536}
STREAM = {"Rpu": "stream", "Depth": 2, "Passes": 2}
CROSSBAR = {"Rpu": "crossbar", "Depth": 2, "RoundRobin": 1}
# Name: top, its parameters, the tests.
MACHINES = {
    "dmm": machine({}, "w4_s1", "s1"),
    "packed": machine({"SuperWarp": 3}, "w4_s3", "s3"),
    "tree": machine({"SuperWarp": 3, "Shallow": 1}, "w4_s3_shallow"),
    "umm": machine({"SlotRule": 1}, "w4_s1_umm"),
    "gt200": machine({"SlotRule": 2}, "w4_s1_gt200"),
    "ports": machine({"Ports": 2, "SuperWarp": 3, "Shallow": 1}, "w4_s3_shallow_p2"),
    "words": machine({"Words": 2, "NumBanks": 8, "NumRows": 32768, "SuperWarp": 3, "Shallow": 1},
                     "w4_s3_shallow_2words"),
    "serial": machine({"Rpu": "serial", "SuperWarp": 3, "Intake": 2}, "w4_serial_s3_2"),
    "serial-tree": machine({"Rpu": "serial", "SuperWarp": 3, "Intake": 2, "Shallow": 1}, "w4_serial_s3_2_shallow"),
    "routed": machine({"Route": 2}, "w4_s1_route2", "s1_route3"),
    "stream": machine(STREAM, "w4_stream_2_2_fullest", "stream_2_2_fullest"),
    "turn": machine({**STREAM, "Depth": 3, "Passes": 3, "FullestFirst": 0}, "w4_stream_3_3_turn"),
    "pipelined": machine({**STREAM, "Rpu": "pipelined", "Shallow": 1}, "w4_pipelined_2_2_fullest_shallow"),
    "pipelined-loop": machine({**STREAM, "Rpu": "pipelined"}, "w4_pipelined_2_2_fullest", "pipelined_2_2_fullest"),
    "small-window": machine({**STREAM, "Rpu": "pipelined", "Queue": 3, "Store": 2, "Later": 2, "Shallow": 1},
                            "w4_pipelined_2_2_fullest_3_2_youngest_shallow"),
    "crossbar": machine(CROSSBAR, "w4_crossbar_2_round_robin", "crossbar_2_round_robin"),
    "fixed": machine({**CROSSBAR, "Depth": 3, "RoundRobin": 0}, "w4_crossbar_3_fixed"),
    # Without the tests of assertions, which are no cells.
    "coalescer": ("coalescer", {"NumThreads": 16}, tests("gt200_test", "Coalescer.*-*rtl_asserts*")),
    "global": ("global_memory", {**W4, "NumPorts": 4}, tests("bench_test", "*HierarchyRandom.*/w4_d4_dmm",
                                                             "Hierarchy.every_bit*")),
    "lanes": ("lane_machine", {"Width": 4, "NumRows": 16, "Depth": 2, "Passes": 3, "Responses": 3},
              tests("lanes_test", "*LanePort.*/w4_d2_k3_r3_identity", "LanePortBytes.*")),
    "local": ("local_memory", {"NumLanes": 4, "NumBanks": 4, "NumWords": 64, "TagWidth": 9, "Depth": 4, "Latency": 2,
                               "Responses": 6},
              testbench("local_memory_tb", "vortex/lane_traffic", "vortex/local_memory_tb")),
    # Smaller than on the bench, and with what no recipe has: slices of several bits, a mapping of global memory.
    "sliced": ("mmu", {"Width": 16, "NumLanes": 32, "NumTags": 1, "AddrWidth": 7, "DataWidth": 8, "TagWidth": 4,
                       "NumRows": 4,
                       "ReturnLane": 4, "Slices": 2},
               testbench("mmu_tb", "rtl/mmu_tb")),
    "mapped": ("global_memory", {"Mapping": "random-shift", "NumPorts": 1, "Width": 4, "SuperWarp": 2, "NumRows": 8,
                                 "AddrWidth": 6,
                                 "DataWidth": 8, "TagWidth": 6, "ReturnLane": 2},
               testbench("global_memory_tb", "rtl/global_memory_tb")),
    "order": ("lane_order", {"Width": 4, "Places": 3, "AddrWidth": 4, "EnableWidth": 2},
              testbench("lane_order_tb", "lanes/lane_order_tb")),
}
MAPPINGS = ["pad", "xor-swizzle", "xor-fold", "swizzle:1,2,1", "ipoly", "random-shift", "random-xor", "h3",
            "tabulation"]
KEYED = ["random-shift", "random-xor", "h3", "tabulation"]
for name in MAPPINGS:
    shape = re.sub("[^a-z0-9]", "_", name)
    MACHINES[name] = ("memory_machine", {**W4, "Mapping": name},
                      tests("bench_test", f"*/RandomAccess.*/w4_s1_{shape}", f"*Corners.*/w4_s1_{shape}"))
for name, shape, rows, off in (("regions", "regions", 2, "identity"), ("table", "table", 0, "identity"),
                               ("two", "regions", 2, "xor-swizzle")):
    other = "" if off == "identity" else "_" + re.sub("[^a-z0-9]", "_", off)
    MACHINES[name] = ("memory_machine", {**W4, "Mapping": "h3", "Regions": 4, "RegionRows": rows, "OffMapping": off},
                      tests("bench_test", f"*/RandomAccess.*/w4_s1_h3_4{shape}{rows}{other}",
                            f"*Corners.*/w4_s1_h3_4{shape}{rows}{other}",
                            f"*Port.what_is_offered*/w4_s1_h3_4{shape}{rows}{other}"))

# Unit: machine, the instances whose cells are mutated, instances inside them to leave out, number of mutants.
UNITS = {unit: (*MACHINES[machine], inside, without.split(), count) for unit, machine, inside, without, count in [
    ("memory_machine", "dmm", "u_dut", "u_rsu u_rpu u_mmu", 5),
    *((f"rsu-{name}", name, "u_rsu", "", 15) for name in MAPPINGS),
    ("rsu-regions", "regions", "u_rsu", "", 20),
    ("rsu-table", "table", "u_rsu", "", 30),
    ("rsu-two", "two", "u_rsu", "", 20),
    ("mmu", "dmm", "u_mmu", "u_bank", 40),
    ("mmu-ports", "ports", "u_mmu", "u_bank", 30),
    ("bank", "dmm", "u_bank", "", 20),
    ("rpu_batch", "dmm", "u_rpu", "u_select", 30),
    ("slot_select_loop", "dmm", "u_select", "", 30),
    ("rpu_batch-packed", "packed", "u_rpu", "u_select", 20),
    ("slot_select_loop-packed", "packed", "u_select", "", 30),
    ("slot_select_tree", "tree", "u_select", "u_pairs u_gather", 40),
    ("request_pairs", "tree", "u_pairs", "", 20),
    ("word_gather", "tree", "u_gather", "", 20),
    ("address_group", "umm", "u_group", "", 20),
    ("broadcast_word", "gt200", "u_broadcast", "", 20),
    ("rpu_batch-ports", "ports", "u_rpu", "", 30),
    ("rpu_batch-words", "words", "u_rpu", "", 30),
    ("rpu_serial", "serial", "u_rpu", "", 40),
    ("rpu_serial-tree", "serial-tree", "u_rpu", "", 40),
    ("slot_router", "routed", "u_router", "", 40),
    ("rpu_stream", "stream", "u_rpu", "u_windows u_table", 15),
    ("lane_windows", "stream", "u_windows", "", 60),
    ("lane_windows-turn", "turn", "u_windows", "", 30),
    ("dispatch_table", "stream", "u_table", "", 30),
    ("rpu_pipelined", "pipelined-loop", "u_rpu", "u_lanes u_table", 20),
    ("match_lanes_loop", "pipelined-loop", "u_lanes", "", 60),
    ("match_lanes", "pipelined", "u_lanes", "u_lane u_pass u_pairs u_gather", 20),
    ("lane_queue", "small-window", "u_queue", "", 20),
    ("word_store", "small-window", "u_words", "", 20),
    ("match_lane", "pipelined", "u_lane", "", 60),
    ("match_pass", "pipelined", "u_pass", "", 30),
    ("rpu_crossbar", "crossbar", "u_rpu", "u_fifo u_table", 40),
    ("lane_fifo", "crossbar", "u_fifo", "", 30),
    ("rpu_crossbar-fixed", "fixed", "u_rpu", "u_fifo u_table", 20),
    ("dispatch_table-crossbar", "crossbar", "u_table", "", 20),
    ("coalescer", "coalescer", "u_dut", "", 40),
    ("global_arbiter", "global", "u_arbiter", "", 40),
    ("lane_machine", "lanes", "u_dut", "u_rsu u_windows u_mmu u_responses", 15),
    ("lane_windows-lanes", "lanes", "u_windows", "", 30),
    ("mmu-lanes", "lanes", "u_mmu", "", 30),
    ("lane_responses", "lanes", "u_responses", "", 40),
    ("local_memory", "local", "u_dut", "u_order u_machine", 15),
    ("lane_order", "order", "u_dut", "", 40),
    ("bank_sync", "local", "u_bank", "", 15),
    ("way_back", "sliced", "u_way_back", "", 40),
    ("rsu-global", "mapped", "u_rsu", "", 25),
]}

# The contract of the ports, around the top: addresses are below the number of words, keys come only if the mapping has
# one, and meaningless outputs are 0. A mutant that differs only outside this contract does not count. Address lanes are
# as narrow as possible.
BANKS = """
  for (genvar b = 0; b < Served; b++) begin : gen_bank
    wire accesses = access_valid_o & bank_req[b*Narrow + Narrow - 1];
    assign bank_req_o[b*AddrWidth +: AddrWidth]  =
      {accesses, (AddrWidth-1)'(bank_req[b*Narrow +: Narrow-1] & {(Narrow-1){accesses}})};
    assign bank_write_o[b]                       = bank_write[b] & accesses;
    assign bank_data_o[b*DataWidth +: DataWidth] = bank_data[b*DataWidth +: DataWidth] & {DataWidth{accesses}};
  end"""
LANE = """
    wire [BankBits-1:0] bank = lane_bank[i*BankBits +: BankBits];
    assign lane_valid_o[i]                         = access_valid_o & lane_valid[i];
    assign lane_bank_o[i*ReturnLane +: ReturnLane] = bank & {BankBits{lane_valid_o[i]}};
    assign lane_data_o[i*DataWidth +: DataWidth]   =
      lane_data[i*DataWidth +: DataWidth] & {DataWidth{lane_valid_o[i] & ~bank_write[bank]}};"""
WORDS = "assign addr[i*Narrow +: Narrow] = {port}_addr_i[i*AddrWidth +: Narrow-1];"
NARROW = """
  localparam int Served   = {banks};
  localparam int BankBits = $clog2(Served);
  localparam int Narrow   = $clog2(Served*NumRows) + 1;
  wire [{requests}*Narrow-1:0] addr;
  wire [Served*Narrow-1:0] bank_req;
  wire [{lanes}*BankBits-1:0] lane_bank;"""
ONE_TAG = """
  assign lane_tag_o      = lane_tag & {TagWidth{access_valid_o}};
  assign lane_complete_o = lane_complete & access_valid_o;"""
# Of mmu.sv alone: addresses are as narrow as their ports.
SLOT = """
  localparam int Served   = Width;
  localparam int BankBits = $clog2(Width);
  localparam int Narrow   = AddrWidth;
  wire [Width*Narrow-1:0] bank_req;
  wire [NumLanes*BankBits-1:0] lane_bank;""" + BANKS
MASKED = ["bank_write", "bank_data", "lane_valid", "lane_data", "lane_tag"]
RESPONSES = ["response_tag", "response_data"]
RENAMED = {"bank_req_o": "bank_req", "lane_bank_o": "lane_bank", "key_valid_i": "key_valid_i & HasKey",
           "AddrWidth": "Narrow", "ReturnLane": "BankBits"}


def for_each(count, body):
    return f"\n  for (genvar i = 0; i < {count}; i++) begin : gen_{count.replace('*', '_').lower()}\n    {body}\n  end"


def response(lanes):
    return for_each(lanes, """
    assign response_tag_o[i*TagWidth +: TagWidth]    =
      response_tag[i*TagWidth +: TagWidth] & {TagWidth{response_valid_o[i]}};
    assign response_data_o[i*DataWidth +: DataWidth] =
      response_data[i*DataWidth +: DataWidth] & {DataWidth{response_valid_o[i]}};""")


PROMISES = {
    "memory_machine": ([*MASKED, "lane_complete"], {**RENAMED, "dispatch_addr_i": "addr"},
                       NARROW.format(banks="NumPorts", requests="Taken", lanes="NumRequests") + BANKS +
                       for_each("Taken", WORDS.format(port="dispatch")) + for_each("NumRequests", LANE) +
                       for_each("NumTags", """
    wire tagged = access_valid_o & ((NumTags == 1) | lane_valid[i]);
    assign lane_tag_o[i*TagWidth +: TagWidth] = lane_tag[i*TagWidth +: TagWidth] & {TagWidth{tagged}};
    assign lane_complete_o[i]                 = lane_complete[i] & tagged;""")),
    "global_memory": ([*MASKED, "lane_complete"], {**RENAMED, "dispatch_addr_i": "addr"},
                      NARROW.format(banks="Width", requests="NumPorts*NumRequests", lanes="NumRequests") + BANKS +
                      for_each("NumPorts*NumRequests", WORDS.format(port="dispatch")) + for_each("NumRequests", LANE)
                      + ONE_TAG),
    "mmu": ([*MASKED, "lane_complete"], {"bank_req_o": "bank_req", "lane_bank_o": "lane_bank"},
            SLOT + for_each("NumLanes", LANE) + ONE_TAG),
    "lane_machine": ([*MASKED, *RESPONSES], {**RENAMED, "request_addr_i": "addr"},
                     NARROW.format(banks="Width", requests="Width", lanes="Width") + BANKS +
                     for_each("Width", WORDS.format(port="request") + LANE + """
    assign lane_tag_o[i*TagWidth +: TagWidth] = lane_tag[i*TagWidth +: TagWidth] & {TagWidth{lane_valid_o[i]}};""") +
                     response("Width")),
    "local_memory": (RESPONSES, {"key_valid_i": "key_valid_i & HasKey"}, response("NumLanes")),
    "lane_order": ([], {"take_i": "take_i & valid_i & ~hold_o"}, ""),
    "coalescer": ([], {}, ""),
}


def head_of(top):
    """The text of a module up to its body, and for each port its direction, width and name."""
    text = (RTL / f"{top}.sv").read_text()
    head = re.search(rf"^module {top}\b.*?^\);", text, re.MULTILINE | re.DOTALL).group(0)
    ports = re.findall(r"^\s*(input|output)\s+logic\s*(\[[^\n]*?\])?\s*(\w+)\s*(?:,|//|$)", head, re.MULTILINE)
    return head, ports


def harness(top, parameters):
    """A module with the ports of `top` that enforces their contract."""
    head, ports = head_of(top)
    masked, inputs, body = PROMISES[top]
    wires = "".join(f"  wire {width} {port[:-2]};\n" for _, width, port in ports if port[:-2] in masked)
    has_key = "1'b1" if parameters.get("Mapping") in KEYED else "1'b0"
    connections = ", ".join(f".{port}({port[:-2] if port[:-2] in masked else inputs.get(port, port)})"
                            for _, _, port in ports)
    names = re.findall(r"^\s*parameter\s+(?:int\s+)?(\w+)", head, re.MULTILINE)
    passed = ", ".join(f".{name}({inputs.get(name, name)})" for name in names)
    return (head.replace(f"module {top}", "module harness") + f"\n  localparam HasKey = {has_key};\n{wires}{body}\n"
            f"  {top} #({passed}) u_dut ({connections});\nendmodule\n")
