"""The network that learns, in PyTorch, and its way into a file that OpenCV runs.

Needs the extra `train`.
"""

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from vision.classifier.inputs import CHANNELS
from vision.classifier.network import CLASSES
from vision.errors import VisionError

STEM, BODY, REACHES = 24, 56, (1, 2, 1, 4, 2, 1)
"""Channels at half the resolution, at a quarter of it, and how far each layer there looks, in cells."""

PRIOR = (5.0, -1.0, -1.0, 0.0)  # initial bias of the answer, in nats: mostly nothing

OPSET = 13

FILED_AS = {"last": "seen"}  # the layers that the file names by what they make


class WitnessNet(nn.Module):
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


def from_onnx(model: bytes) -> WitnessNet:
    """The network in an ONNX file that `to_onnx` made; raises VisionError for another one."""
    network = WitnessNet()
    weights = {one.name: numpy_helper.to_array(one) for one in onnx.load_from_string(model).graph.initializer}
    with torch.no_grad():
        for name, values in network.named_parameters():
            layer, _, which = name.replace("body.", "body").rpartition(".")
            kept = weights.get(f"{FILED_AS.get(layer, layer)}.{which[0]}")
            if kept is None or kept.shape != tuple(values.shape):
                raise VisionError("this network is built otherwise than the one that learns")
            values.copy_(torch.from_numpy(kept.copy()))
    return network


def to_onnx(network: WitnessNet) -> bytes:
    """The network as an ONNX file for pictures of any size; its answers are logits."""
    nodes, weights = [], []

    def convolved(layer: nn.Conv2d, source: str, target: str) -> None:
        inputs = [source]
        for name, values in (("w", layer.weight), ("b", layer.bias)):
            if values is not None:
                inputs.append(f"{target}.{name}")
                weights.append(numpy_helper.from_array(values.detach().float().numpy(), inputs[-1]))
        pads = [int(p) for p in layer.padding] * 2
        nodes.append(
            helper.make_node(
                "Conv",
                inputs,
                [target],
                kernel_shape=list(layer.kernel_size),
                strides=list(layer.stride),
                dilations=list(layer.dilation),
                pads=pads,
            )
        )

    def rectified(source: str) -> str:
        nodes.append(helper.make_node("Relu", [source], [f"{source}.relu"]))
        return f"{source}.relu"

    convolved(network.first, "picture", "first")
    convolved(network.second, rectified("first"), "second")
    seen = rectified("second")
    for number, layer in enumerate(network.body):
        assert isinstance(layer, nn.Conv2d)
        convolved(layer, seen, f"body{number}")
        nodes.append(helper.make_node("Add", [seen, rectified(f"body{number}")], [f"sum{number}"]))
        seen = f"sum{number}"
    convolved(network.last, seen, "seen")
    convolved(network.direct, "picture", "direct")
    nodes.append(helper.make_node("Add", ["seen", "direct"], ["logits"]))
    graph = helper.make_graph(
        nodes,
        "witness",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, CHANNELS, "h", "w"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, CLASSES, "rows", "columns"])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())
