"""The network that learns, in PyTorch, and its way into a file that OpenCV runs.

Needs the extra `train`.
"""

from collections.abc import Sequence

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from vision.calibration import PATCH_PX
from vision.classifier.inputs import CHANNELS
from vision.classifier.network import CLASSES
from vision.classifier.things import THING_CLASSES
from vision.errors import VisionError

STEM, BODY, REACHES = 32, 72, (1, 2, 1, 4, 2, 1)
"""Channels at half the resolution, at a quarter of it, and how far each layer there looks, in cells."""

PRIOR = (5.0, -1.0, -1.0, 0.0)  # initial bias of the answer, in nats: mostly nothing

LIKENESS_LAYERS, DIMENSIONS = (40, 64, 96), 35
"""Channels of the likeness network, and dimensions of the places it gives to patches."""

THINGS_LAYERS = (24, 40, 48)
"""Channels of the things network at a half, a quarter and an eighth of the resolution."""

THINGS_PRIOR = 4.0  # initial bias of its answer that there is nothing, in nats

OPSET = 13

FILED_AS = {"last": "seen"}  # the layers that the file names by what they make


class ShapeNet(nn.Module):
    """From (n, CHANNELS, h, w) to logits (n, CLASSES, h / 4, w / 4): convolutions, ReLU and sums only."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(CHANNELS, STEM, 5, 2, 2)
        self.second = nn.Conv2d(STEM, BODY, 3, 2, 1)
        self.body = nn.ModuleList(nn.Conv2d(BODY, BODY, 3, 1, reach, reach) for reach in REACHES)
        self.last = nn.Conv2d(BODY, CLASSES, 1)
        self.direct = nn.Conv2d(CHANNELS, CLASSES, 9, 4, 4, bias=False)
        for layer in (self.first, self.second, self.direct):
            # Faster on processors.
            layer.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        assert self.last.bias is not None
        with torch.no_grad():
            self.last.weight.mul_(0.1)
            self.direct.weight.mul_(0.1)
            self.last.bias.copy_(torch.tensor(PRIOR))

    def forward(self, stack: Tensor) -> Tensor:
        """The logits of each cell."""
        stack = stack.contiguous(memory_format=torch.channels_last)
        seen = torch.relu(self.second(torch.relu(self.first(stack)))).contiguous()
        for layer in self.body:
            seen = seen + torch.relu(layer(seen))
        return self.last(seen) + self.direct(stack)  # type: ignore[no-any-return]


def from_onnx(model: bytes) -> ShapeNet:
    """The network in an ONNX file that `to_onnx` made; raises VisionError for another one.

    A narrower one is widened: the channels that it lacks begin by chance and say nothing yet.
    """
    network = ShapeNet()
    weights = {one.name: numpy_helper.to_array(one) for one in onnx.load_from_string(model).graph.initializer}
    with torch.no_grad():
        for name, values in network.named_parameters():
            layer, _, which = name.replace("body.", "body").rpartition(".")
            kept = weights.get(f"{FILED_AS.get(layer, layer)}.{which[0]}")
            if kept is None or kept.ndim != values.ndim or any(np.greater(kept.shape, values.shape)):
                raise VisionError("this network is built otherwise than the one that learns")
            here = tuple(slice(size) for size in kept.shape)
            if values.ndim == 4:
                values[: kept.shape[0], kept.shape[1] :] = 0
            values[here] = torch.from_numpy(kept.copy())
    return network


class LikenessNet(nn.Module):
    """From (n, 4, PATCH_PX, PATCH_PX) to places and looks (n, DIMENSIONS + 1, 1, 1)."""

    def __init__(self) -> None:
        super().__init__()
        first, body, last = LIKENESS_LAYERS
        self.c1, self.c2 = nn.Conv2d(4, first, 3, 1, 1), nn.Conv2d(first, body, 3, 2, 1)
        self.c3, self.c4 = nn.Conv2d(body, body, 3, 1, 1), nn.Conv2d(body, last, 3, 2, 1)
        self.out = nn.Conv2d(last, DIMENSIONS + 1, 4)
        self.direct = nn.Conv2d(4, DIMENSIONS + 1, PATCH_PX, bias=False)
        with torch.no_grad():
            self.out.weight.mul_(0.5)
            self.direct.weight.mul_(0.5)

    def forward(self, patches: Tensor) -> Tensor:
        """The place of each patch, and last how much it looks like a counter."""
        seen = torch.relu(self.c2(torch.relu(self.c1(patches))))
        seen = torch.relu(self.c4(seen + torch.relu(self.c3(seen))))
        return self.out(seen) + self.direct(patches)  # type: ignore[no-any-return]


class ThingsNet(nn.Module):
    """From (n, 3, h, w) to logits (n, THING_CLASSES, h / 8, w / 8)."""

    def __init__(self) -> None:
        super().__init__()
        first, second, body = THINGS_LAYERS
        self.c1, self.c2 = nn.Conv2d(3, first, 5, 2, 2), nn.Conv2d(first, second, 3, 2, 1)
        self.c3 = nn.Conv2d(second, body, 3, 2, 1)
        self.body = nn.ModuleList(nn.Conv2d(body, body, 3, 1, 1) for _ in range(3))
        self.last = nn.Conv2d(body, THING_CLASSES, 1)
        assert self.last.bias is not None
        with torch.no_grad():
            self.last.bias[0] = THINGS_PRIOR

    def forward(self, picture: Tensor) -> Tensor:
        """The logits of each cell."""
        seen = torch.relu(self.c3(torch.relu(self.c2(torch.relu(self.c1(picture))))))
        for layer in self.body:
            seen = seen + torch.relu(layer(seen))
        return self.last(seen)  # type: ignore[no-any-return]


class _Graph:
    """An ONNX graph of convolutions, ReLU and sums that grows layer by layer."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._weights: list[TensorProto] = []

    def convolved(self, layer: nn.Module, source: str, target: str) -> str:
        """Add a convolution, and return its result's name."""
        assert isinstance(layer, nn.Conv2d)
        inputs = [source]
        for name, values in (("w", layer.weight), ("b", layer.bias)):
            if values is not None:
                inputs.append(f"{target}.{name}")
                self._weights.append(numpy_helper.from_array(values.detach().float().numpy(), inputs[-1]))
        self._nodes.append(
            helper.make_node(
                "Conv",
                inputs,
                [target],
                kernel_shape=list(layer.kernel_size),
                strides=list(layer.stride),
                dilations=list(layer.dilation),
                pads=[int(p) for p in layer.padding] * 2,
            )
        )
        return target

    def rectified(self, source: str) -> str:
        """Add a ReLU, and return its result's name."""
        self._nodes.append(helper.make_node("Relu", [source], [f"{source}.relu"]))
        return f"{source}.relu"

    def added(self, one: str, other: str, target: str) -> str:
        """Add a sum, and return its result's name."""
        self._nodes.append(helper.make_node("Add", [one, other], [target]))
        return target

    def model(self, given: Sequence[int | str], made: Sequence[int | str]) -> bytes:
        """Return the model from inputs `picture` of a shape to `logits` of another."""
        graph = helper.make_graph(
            self._nodes,
            "witness",
            [helper.make_tensor_value_info("picture", TensorProto.FLOAT, given)],
            [helper.make_tensor_value_info("logits", TensorProto.FLOAT, made)],
            self._weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        onnx.checker.check_model(model)
        return bytes(model.SerializeToString())


def to_onnx(network: ShapeNet) -> bytes:
    """The network as an ONNX file for pictures of any size; its answers are logits."""
    graph = _Graph()
    graph.convolved(network.first, "picture", "first")
    graph.convolved(network.second, graph.rectified("first"), "second")
    seen = graph.rectified("second")
    for number, layer in enumerate(network.body):
        made = graph.rectified(graph.convolved(layer, seen, f"body{number}"))
        seen = graph.added(seen, made, f"sum{number}")
    graph.convolved(network.last, seen, "seen")
    graph.convolved(network.direct, "picture", "direct")
    graph.added("seen", "direct", "logits")
    return graph.model([1, CHANNELS, "h", "w"], [1, CLASSES, "rows", "columns"])


def likeness_to_onnx(network: LikenessNet) -> bytes:
    """The likeness network as an ONNX file for any number of patches."""
    graph = _Graph()
    graph.convolved(network.c1, "picture", "c1")
    seen = graph.rectified(graph.convolved(network.c2, graph.rectified("c1"), "c2"))
    seen = graph.added(seen, graph.rectified(graph.convolved(network.c3, seen, "c3")), "sum")
    graph.convolved(network.out, graph.rectified(graph.convolved(network.c4, seen, "c4")), "out")
    graph.added("out", graph.convolved(network.direct, "picture", "direct"), "logits")
    return graph.model(["n", 4, PATCH_PX, PATCH_PX], ["n", DIMENSIONS + 1, 1, 1])


def things_to_onnx(network: ThingsNet) -> bytes:
    """The things network as an ONNX file for pictures of any size; its answers are logits."""
    graph = _Graph()
    seen = "picture"
    for name, first in (("c1", network.c1), ("c2", network.c2), ("c3", network.c3)):
        seen = graph.rectified(graph.convolved(first, seen, name))
    for number, layer in enumerate(network.body):
        made = graph.rectified(graph.convolved(layer, seen, f"body{number}"))
        seen = graph.added(seen, made, f"sum{number}")
    graph.convolved(network.last, seen, "logits")
    return graph.model([1, 3, "h", "w"], [1, THING_CLASSES, "rows", "columns"])
