#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""board_test.py FPGA_BOARD: tools/fpga/fpga_board finds every word right on a board that keeps what is written, here a
model behind a terminal, and names the wrong ones on a board that forgets."""

import os
import pathlib
import pty
import subprocess
import sys
import threading
import tty

sys.path.insert(0, str(pathlib.Path(sys.argv[1]).resolve().parent))
import serial_line  # pylint: disable=wrong-import-position

UNIT, BURST, BURSTS = "batch s=2", 2, 8


def field(value, first, bits):
    return value >> first & ((1 << bits) - 1)


def board(master, line, forgets):
    """Answers BURSTS bursts as serial_shell.sv."""
    memory = {}
    for _ in range(BURSTS):
        data = b""
        while len(data) < line.in_bytes:
            data += os.read(master, line.in_bytes - len(data))
        bits = int.from_bytes(data, "little") >> 8 * line.in_bytes - line.in_bits
        answer, words = b"", 1 + line.taken * (1 + line.address_bits)
        for first in range(0, line.in_bits, line.record_bits):
            value = field(bits, first, line.record_bits)
            for i in range(line.lanes):
                address, word = field(value, 1 + line.taken + i * line.address_bits, line.address_bits), 0
                if field(value, 1 + i, 1) and value & 1:
                    memory[address] = 0 if forgets and i == 3 else field(value, words + i * line.data_bits,
                        line.data_bits)
                elif field(value, 1 + i, 1):
                    word = memory[address]
                answer += word.to_bytes(4, "little")
        os.write(master, answer + bytes([7]))


def said(forgets):
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    line = serial_line.Line(serial_line.parameters_of(UNIT, 4, serial_line.rows_of(4)), BURST)
    threading.Thread(target=board, args=(master, line, forgets), daemon=True).start()
    return subprocess.run([sys.argv[1], os.ttyname(slave), UNIT, "--burst", str(BURST), "--bursts", str(BURSTS)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60)


def main():
    good, bad = said(False), said(True)
    assert good.returncode == 0 and ("8 bursts of 2 dispatches, 0 wrong words; reads: "
                                     "7 to 7 cycles") in good.stdout, good.stdout
    assert bad.returncode == 1 and "expected" in bad.stdout, bad.stdout


main()
