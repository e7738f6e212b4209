# SPDX-License-Identifier: Apache-2.0
from typing import Any, Callable, Dict, Final, List, Mapping as Map, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

__version__: str

class Disagreement(RuntimeError): ...

class Answer:
    sentence: Final[str]
    slots: Final[List[float]]
    least: Final[List[int]]
    most: Final[List[int]]
    ideal: Final[List[float]]
    together: Final[float]
    cures: Final[List[Dict[str, Any]]]
    best: Final[Optional[Dict[str, Any]]]
    def machines(self, *, keys: int = 5) -> Dict[str, float]: ...
    def picture(self) -> str: ...
    def svg(self) -> str: ...

class Mapping:
    def __init__(
        self, name: str, *, width: int = 32, rows: int, seed: int = 1, key: Optional[ArrayLike] = None
    ) -> None: ...
    name: Final[str]
    width: Final[int]
    rows: Final[int]
    key: Final[NDArray[numpy.uint32]]
    def banks(self, addresses: ArrayLike) -> NDArray[numpy.int32]: ...

class Machine:
    def __init__(
        self,
        kind: str = "dmm",
        *,
        multiprocessors: Optional[int] = None,
        shared: Optional[str] = None,
        shared_latency: Optional[int] = None,
        super_warp: Optional[int] = None,
        rpu: Optional[str] = None,
        route: Optional[int] = None,
        intake: Optional[int] = None,
        depth: Optional[int] = None,
        passes: Optional[int] = None,
        priority: Optional[str] = None,
        queue: Optional[int] = None,
        store: Optional[int] = None,
        later: Optional[str] = None,
        mapping: Union[str, Mapping, None] = None,
        key: Optional[ArrayLike] = None,
        regions: Optional[str] = None,
        region_rows: Optional[int] = None,
        ports: Optional[int] = None,
        bank_words: Optional[int] = None,
        width: Optional[int] = None,
        banks: Optional[int] = None,
        latency: Optional[int] = None,
        schedule: Optional[str] = None,
        issue: Optional[int] = None,
        order: Optional[str] = None,
        wait: Optional[str] = None,
        instructions: Optional[int] = None,
        places: Optional[int] = None,
        rows: Optional[int] = None,
        seed: Optional[int] = None,
        shifts: Optional[str] = None,
    ) -> None: ...
    @staticmethod
    def from_text(text: str) -> Machine: ...
    kind: Final[str]
    width: Final[int]
    latency: Final[int]
    bank_count: Final[int]
    ports: Final[int]
    bank_words: Final[int]
    super_warp: Final[int]
    lanes: Final[int]
    mapping: Final[str]
    regions: Final[Optional[str]]
    key: Final[NDArray[numpy.uint32]]
    seed: Final[int]
    rows: Final[Optional[int]]
    rpu: Final[str]
    schedule: Final[str]
    issue: Final[Optional[int]]
    def slots(self, addresses: ArrayLike) -> NDArray[numpy.int32]: ...
    def slots_per_lane(self, addresses: ArrayLike) -> NDArray[numpy.int32]: ...
    def slots_per_bank(self, addresses: ArrayLike) -> NDArray[numpy.int32]: ...
    def banks(self, addresses: ArrayLike) -> NDArray[numpy.int32]: ...

class Program:
    @staticmethod
    def workload(
        name: str,
        machine: Machine,
        *,
        size: int,
        threads: Optional[int] = None,
        write_percent: int = 0,
        permutation: str = "",
        blocks: int = 1,
        taps: Optional[int] = None,
    ) -> Program: ...
    @staticmethod
    def trace(
        path: str, machine: Optional[Machine] = None, *, width: Optional[int] = None, blocks: int = 1
    ) -> Program: ...
    @staticmethod
    def from_arrays(
        addresses: ArrayLike,
        *,
        width: int = 32,
        writes: Optional[ArrayLike] = None,
        barriers: Optional[ArrayLike] = None,
        lanes: Optional[int] = None,
        bytes: Optional[int] = None,
    ) -> Program: ...
    name: Final[str]
    threads: Final[int]
    rounds: Final[int]
    words: Final[int]

class Run:
    engine: Final[str]
    time_units: Final[int]
    slots: Final[int]
    figures: Final[Map[str, int]]
    warp_time: Final[Map[str, int]]
    max_congestion: Final[int]
    dispatch_count: Final[int]
    request_count: Final[int]
    memory: Final[NDArray[numpy.uint32]]
    dispatches: Final[NDArray[numpy.void]]
    requests: Final[NDArray[numpy.void]]

class Tick:
    time: Final[int]
    accepted: Final[List[int]]
    completed: Final[List[int]]
    served: Final[NDArray[numpy.void]]

class Stepper:
    def __init__(self, machine: Machine, *, words: int = 0, data: bool = True) -> None: ...
    ready: Final[bool]
    idle: Final[bool]
    def push(self, addresses: ArrayLike, *, write: bool = False, data: Optional[ArrayLike] = None) -> int: ...
    def tick(self) -> Tick: ...
    def word(self, address: int) -> int: ...
    def set_word(self, address: int, word: int) -> None: ...

def run(
    machine: Machine,
    program: Program,
    *,
    engine: str = "model",
    record: bool = False,
    data: bool = True,
    progress: Optional[Callable[[float], object]] = None,
    rtl: str = "",
) -> Run: ...
def ask(
    access: Union[str, Sequence[str]],
    *,
    tile: Union[str, Sequence[str], None] = None,
    block: Union[int, str, Tuple[int, ...], None] = None,
    grid: Union[int, str, Tuple[int, ...], None] = None,
    block_index: Union[int, str, Tuple[int, ...], None] = None,
    loops: Optional[Map[str, Union[str, int, Sequence[int]]]] = None,
    let: Optional[Map[str, Union[str, int]]] = None,
    define: Optional[Map[str, Union[str, int]]] = None,
    where: str = "",
    bytes: int = 4,
    gpu: str = "",
) -> Answer: ...
def slots(
    addresses: ArrayLike, *, bytes: int = 4, gpu: str = "", write: bool = False
) -> NDArray[numpy.int32]: ...
def draw_key(mapping: str, *, seed: int = 1, rows: int, width: int = 32) -> NDArray[numpy.uint32]: ...
def machines() -> Dict[str, str]: ...
def mappings() -> List[str]: ...
def workloads() -> Dict[str, str]: ...
