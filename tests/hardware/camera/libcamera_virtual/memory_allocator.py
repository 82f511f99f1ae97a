"""Buffers for picamera2 from plain memory, where there is no /dev/dma_heap."""

import mmap
import os
from collections.abc import Mapping
from typing import Any

import libcamera
from picamera2.allocators.allocator import Allocator


class MemoryAllocator(Allocator):  # type: ignore[misc]
    """What picamera2's DmaAllocator does, with memory files; takes NV12 only.

    libcamera's virtual pipeline writes the colour planes of a picture as planes of their own, whereas a
    Raspberry Pi's writes all into one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sync = _InMemory
        self.memory: dict[Any, mmap.mmap] = {}
        self._files: list[int] = []
        self._buffers: Mapping[Any, list[Any]] = {}

    def allocate(self, libcamera_config: Any, _: object) -> None:
        """Make the buffers of a configuration instead of those there are."""
        self.close()
        self._buffers = {
            stream.stream: [self._buffer(stream) for _ in range(stream.buffer_count)]
            for stream in libcamera_config
        }

    def buffers(self, stream: Any) -> list[Any]:
        """The buffers of a stream."""
        return self._buffers[stream]

    def close(self) -> None:
        """Let go of all buffers; memory that is still looked at stays until it isn't."""
        self._buffers, self.memory = {}, {}
        while self._files:
            os.close(self._files.pop())

    def _buffer(self, stream: Any) -> Any:
        luma = stream.stride * stream.size.height
        file = os.memfd_create("frame")
        os.ftruncate(file, stream.frame_size)
        planes = []
        for offset, length in ((0, luma), (luma, stream.frame_size - luma)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        self._files.append(file)
        self.memory[buffer] = mmap.mmap(file, stream.frame_size)
        return buffer


class _InMemory:
    """Looks at a buffer; plain memory needs no synchronising."""

    def __init__(self, allocator: MemoryAllocator, buffer: Any, _: object) -> None:
        self._memory = allocator.memory[buffer]

    def __enter__(self) -> mmap.mmap:
        return self._memory

    def __exit__(self, *_: object) -> None:
        """Nothing is to be synchronised."""
