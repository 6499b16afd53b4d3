"""ConvInteger: zero points, ranks, extremes, larger cases and errors."""

import itertools

from op_suite import OpSuite, constant, i8, lcg, ramp, scalar, tensor, u8

X33 = u8([1, 1, 3, 3], 2, 3, 4, 5, 6, 7, 8, 9, 10)
W22 = u8([1, 1, 2, 2], 1, 1, 1, 1)
TYPES = ("uint8", "int8")
EDGES = {"uint8": (0, 1, 127, 128, 255), "int8": (-128, -1, 0, 1, 127)}


def zero_points():
    s = OpSuite("conv-integer-zero-points", "ConvInteger's zero points: scalars, one per output "
                "channel, and the nine-bit differences they lead to.")
    for kind in TYPES:
        for zero in EDGES[kind]:
            slug = f"{kind}-{zero}".replace("--", "-minus-")
            s.value(f"x-{slug}", f"x_zero_point {zero} of {kind} under pads.",
                    ramp(kind, [1, 1, 2, 3], 126), i8([1, 1, 2, 2], 1, -2, 3, -4), scalar(kind, zero),
                    flags=["zero-point", "padding"], attributes={"pads": [1, 1, 0, 0]})
            s.value(f"w-{slug}", f"w_zero_point {zero} of {kind} under pads.",
                    u8([1, 1, 2, 3], 1, 20, 3, 40, 5, 60), ramp(kind, [1, 1, 2, 2], 126), None,
                    scalar(kind, zero), flags=["zero-point", "padding"],
                    attributes={"pads": [0, 0, 1, 1]})
    for a, b in itertools.product(TYPES, TYPES):
        low, high = EDGES[a][0], EDGES[a][-1]
        low_w, high_w = EDGES[b][0], EDGES[b][-1]
        s.value(f"nine-bits-{a}-{b}", f"The widest differences of {a} and {b}: 255 and -255.",
                tensor(a, [1, 1, 1, 2], low, high), tensor(b, [2, 1, 1, 1], low_w, high_w),
                scalar(a, high), tensor(b, [2], high_w, low_w), flags=["nine-bits", "per-channel"],
                source="ROCm/AMDMIGraphX#2888")
    for maps in (1, 2, 3, 5, 8):
        s.value(f"per-channel-{maps}", f"{maps} output channels, each with its zero point.",
                lcg("uint8", [1, 2, 3, 3], 130), lcg("uint8", [maps, 2, 2, 2], 131),
                scalar("uint8", 128), ramp("uint8", [maps], 0, 51), flags=["per-channel"])
    for axes in (1, 2, 3, 4):
        s.value(f"per-channel-{axes}d", f"Per-channel zero points on {axes} spatial axes.",
                lcg("uint8", [1, 2] + [2] * axes, 132), lcg("int8", [2, 2] + [2] * axes, 133),
                scalar("uint8", 9), i8([2], -100, 100), flags=["per-channel", "rank"],
                attributes={"pads": [1] * axes + [0] * axes})
    s.value("per-channel-all-equal", "Per-channel zero points that are all the same.",
            lcg("uint8", [1, 1, 3, 3], 134), lcg("uint8", [3, 1, 2, 2], 135), None,
            u8([3], 7, 7, 7), flags=["per-channel"])
    s.value("per-channel-as-many-as-inputs", "As many output as input channels: the zero point goes "
            "with the output.", lcg("uint8", [1, 3, 2, 2], 136), lcg("uint8", [3, 3, 1, 1], 137), None,
            u8([3], 1, 100, 200), flags=["per-channel"], source="onnx/onnx-tensorflow#505")
    s.value("w-vector-of-one-map", "A vector of one zero point for one output channel.", X33, W22, None,
            u8([1], 3), flags=["per-channel", "legal"])
    s.value("equal-to-all-values", "Inputs equal to the zero point give 0.",
            constant("uint8", [1, 1, 3, 3], 200), W22, scalar("uint8", 200), flags=["zero-point"])
    s.value("kernel-equal-to-zero-point", "A kernel equal to its zero point gives 0.", X33,
            constant("int8", [1, 1, 2, 2], -9), None, scalar("int8", -9), flags=["zero-point"])
    s.value("zero-written-out", "Zero points of 0 change nothing.", X33, W22, scalar("uint8", 0),
            scalar("uint8", 0), flags=["zero-point"])
    s.value("x-vector-compat", "x_zero_point of shape [1]: not what the text says; compat takes it as "
            "the scalar that exporters mean.", X33, W22, u8([1], 1), profile="compat",
            flags=["zero-point", "policy"])
    s.value("w-vector-compat", "w_zero_point of shape [1] for two output channels under compat.",
            X33, lcg("uint8", [2, 1, 2, 2], 138), None, u8([1], 5), profile="compat",
            flags=["zero-point", "policy"])
    return s.suite()


def ranks():
    s = OpSuite("conv-integer-ranks", "ConvInteger on one to six spatial axes, and on empty axes.")
    for axes in (1, 2, 3, 4, 5, 6):
        x = lcg("uint8", [1, 1] + [3] * min(axes, 3) + [2] * (axes - min(axes, 3)), 140 + axes)
        w = lcg("int8", [1, 1] + [2] * axes, 150 + axes)
        s.value(f"rank-{axes + 2}", f"{axes} spatial axes.", x, w, scalar("uint8", 5), flags=["rank"])
        s.value(f"rank-{axes + 2}-padded", f"{axes} spatial axes, one pad at the end of the last.",
                x, w, scalar("uint8", 5), flags=["rank", "padding"],
                attributes={"pads": [0] * (2 * axes - 1) + [1]})
        s.value(f"rank-{axes + 2}-strided", f"{axes} spatial axes, the last one with stride 2.",
                x, w, scalar("uint8", 5), flags=["rank"],
                attributes={"strides": [1] * (axes - 1) + [2]})
    s.value("line-dilated", "One axis, dilation 3.", lcg("uint8", [1, 2, 9], 160),
            lcg("int8", [2, 2, 3], 161), flags=["rank", "dilation"], attributes={"dilations": [3]})
    s.value("cube-dilated", "Three axes, each with its own dilation.",
            lcg("uint8", [1, 1, 3, 4, 5], 162), lcg("int8", [1, 1, 2, 2, 2], 163),
            flags=["rank", "dilation"], attributes={"dilations": [2, 3, 4]})
    s.value("cube-everything", "Three axes with all attributes.", lcg("int8", [1, 2, 3, 3, 4], 164),
            lcg("uint8", [2, 2, 2, 1, 2], 165), scalar("int8", 3), u8([2], 0, 255),
            flags=["rank", "padding", "dilation"],
            attributes={"dilations": [2, 1, 3], "pads": [1, 0, 2, 0, 1, 1], "strides": [2, 1, 2]})
    s.value("batch-zero", "No images: no output.", u8([0, 1, 3, 3]), W22, flags=["empty"])
    s.value("maps-zero", "No output channels.", X33, u8([0, 1, 2, 2]), flags=["empty"])
    s.value("channels-zero", "No input channels: every sum is empty, so all zeros.",
            u8([1, 0, 3, 3]), u8([2, 0, 2, 2]), scalar("uint8", 9), flags=["empty"])
    s.value("channels-zero-padded", "No input channels, with pads.", u8([1, 0, 2, 2]),
            u8([1, 0, 2, 2]), flags=["empty", "padding"], attributes={"pads": [1, 1, 1, 1]})
    s.value("extent-zero-padded", "No input elements, but enough padding: zeros.", u8([1, 1, 0, 3]),
            W22, scalar("uint8", 9), flags=["empty", "padding"], attributes={"pads": [1, 0, 1, 0]})
    s.value("output-extent-zero", "A kernel larger by one than the padded input: an empty output.",
            u8([1, 1, 1, 3], 1, 2, 3), W22, flags=["empty", "rounding"])
    s.value("output-extent-zero-strided", "Extent 1, kernel 2, stride 2: the floor of minus one half "
            "plus one is zero.", u8([1, 1, 1], 4), u8([1, 1, 2], 1, 1), flags=["empty", "rounding"],
            attributes={"strides": [2]})
    s.value("output-extent-zero-far", "The quotient rounds to -1 for every shortfall below the stride.",
            u8([1, 1, 2], 4, 5), u8([1, 1, 5], 1, 1, 1, 1, 1), flags=["empty", "rounding"],
            attributes={"strides": [3]})
    s.value("empty-and-giant", "No images of a giant size: an empty output, not an overflow.",
            u8([0, 1, 1 << 20, 1 << 20]), u8([1, 1, 1, 1], 1), flags=["empty", "overflow"])
    return s.suite()


def extremes():
    s = OpSuite("conv-integer-extremes", "ConvInteger at the limits of 16-bit and 32-bit sums and of "
                "exact floats. All sums are modulo 2^32.")
    for a, b in itertools.product(TYPES, TYPES):
        for end in (0, -1):
            x, w = EDGES[a][end], EDGES[b][-1]
            s.value(f"pair-{a}-{x}-{b}-{w}".replace("--", "-minus-"),
                    f"Two products of {x} and {w}: {2 * x * w} exceeds or nears 16 bits.",
                    constant(a, [1, 2, 1, 1], x), constant(b, [1, 2, 1, 1], w),
                    flags=["saturation"], source="microsoft/onnxruntime#7524")
    s.value("pair-minus-255", "Four products of 255 and -128.", constant("uint8", [1, 4, 1, 1], 255),
            constant("int8", [1, 4, 1, 1], -128), flags=["saturation"])
    s.value("alternating", "Large products that cancel.", u8([1, 4, 1], 255, 255, 255, 255),
            i8([1, 4, 1], 127, -127, 127, -127), flags=["saturation"])
    for taps in (258, 259, 260):
        s.value(f"float-{taps}", f"{taps} products of 255 and 255, one of them by 254: odd numbers "
                "near 2^24.", constant("uint8", [1, 1, taps], 255),
                {"type": "uint8", "shape": [1, 1, taps], "values": [254] + [255] * (taps - 1)},
                flags=["inexact-float"])
    s.value("float-11111", "11111 products of 127 and 127.", constant("uint8", [1, 11111, 1], 127),
            constant("uint8", [1, 11111, 1], 127), flags=["inexact-float"],
            source="openvinotoolkit/openvino#28193")
    for taps in (33025, 33026, 33027):
        note = "the last sum that fits" if taps == 33025 else "wraps around"
        s.value(f"positive-{taps}", f"{taps} products of 255 and 255: {note}.",
                constant("uint8", [1, taps, 1], 255), constant("uint8", [1, taps, 1], 255),
                flags=["wrap"])
        s.value(f"negative-{taps}", f"{taps} products of -255 and 255: {note}.",
                constant("uint8", [1, taps, 1], 0), constant("uint8", [1, taps, 1], 255),
                scalar("uint8", 255), flags=["wrap"])
        s.value(f"differences-{taps}", f"{taps} products of differences of -255 in int8: {note}.",
                constant("int8", [1, taps, 1], -128), constant("int8", [1, taps, 1], -128),
                scalar("int8", 127), scalar("int8", 127), flags=["wrap", "nine-bits"])
    for taps in (66311, 66312):
        s.value(f"mixed-positive-{taps}", f"{taps} products of 255 and 127.",
                constant("uint8", [1, taps, 1], 255), constant("int8", [1, taps, 1], 127),
                flags=["wrap"])
    for taps in (65793, 65794):
        s.value(f"mixed-negative-{taps}", f"{taps} products of 255 and -128.",
                constant("uint8", [1, taps, 1], 255), constant("int8", [1, taps, 1], -128),
                flags=["wrap"])
    for taps in (131071, 131072):
        s.value(f"signed-{taps}", f"{taps} products of -128 and -128.",
                constant("int8", [1, taps, 1], -128), constant("int8", [1, taps, 1], -128),
                flags=["wrap"])
    s.value("wraps-and-returns", "A sum that leaves 32 bits on the way and comes back.",
            {"type": "uint8", "shape": [1, 70000, 1], "fill": "constant", "value": 255},
            ramp("int8", [1, 70000, 1], 0, 1), flags=["wrap"])
    s.value("wraps-twice", "70000 products of 255 and 255: more than 2^32.",
            constant("uint8", [1, 70000, 1], 255), constant("uint8", [1, 70000, 1], 255),
            flags=["wrap"])
    s.value("corrections-wrap", "The sum fits; the sum without the zero points does not.",
            constant("uint8", [1, 40000, 1], 254), constant("uint8", [1, 40000, 1], 253),
            scalar("uint8", 255), scalar("uint8", 255), flags=["wrap", "zero-point"])
    s.value("spatial-33026", "The wrap over a kernel's extent rather than over channels.",
            constant("uint8", [1, 1, 33026], 255), constant("uint8", [1, 1, 33026], 255),
            flags=["wrap"])
    return s.suite()


def large():
    s = OpSuite("conv-integer-large", "ConvInteger on tensors given by a rule and a seed, larger than "
                "one block of a blocked implementation; outputs stated by their SHA-256.")
    seed = 200
    for width in (15, 16, 17, 31, 33, 63, 64, 65, 127, 129):
        seed += 2
        s.value(f"width-{width}", f"Rows of {width}: tails of vectors.",
                lcg("uint8", [1, 1, 2, width + 2], seed), lcg("int8", [2, 1, 1, 3], seed + 1),
                scalar("uint8", 99), flags=["large"])
    for depth in (3, 5, 7, 15, 16, 17, 63, 65):
        seed += 2
        s.value(f"depth-{depth}", f"{depth} input channels: tails of the sum.",
                lcg("uint8", [1, depth, 3, 5], seed), lcg("int8", [3, depth, 2, 2], seed + 1),
                scalar("uint8", 131), flags=["large"])
    for maps in (7, 8, 9, 15, 17, 31, 33, 65):
        seed += 2
        s.value(f"maps-{maps}", f"{maps} output channels: tails of the rows.",
                lcg("uint8", [1, 3, 4, 4], seed), lcg("uint8", [maps, 3, 2, 2], seed + 1),
                scalar("uint8", 1), ramp("uint8", [maps], 3, 7), flags=["large", "per-channel"])
    for a, b in itertools.product(TYPES, TYPES):
        seed += 2
        s.value(f"image-{a}-{b}", f"A 20x21 image of {a} under a 3x3 kernel of {b}, padded.",
                lcg(a, [1, 4, 20, 21], seed), lcg(b, [8, 4, 3, 3], seed + 1), scalar(a, 50),
                ramp(b, [8], 100, 9), flags=["large", "type-pairing"],
                attributes={"pads": [1, 1, 1, 1]})
        s.value(f"pointwise-{a}-{b}", f"A 1x1 kernel over 40 channels, {a} by {b}.",
                lcg(a, [1, 40, 7, 9], seed), lcg(b, [24, 40, 1, 1], seed + 1), scalar(a, -3 % 128),
                flags=["large", "type-pairing"])
    s.value("stem", "A first layer: 7x7, stride 2, three channels.",
            lcg("uint8", [1, 3, 24, 24], 301), lcg("int8", [8, 3, 7, 7], 302), scalar("uint8", 114),
            flags=["large"], attributes={"pads": [3, 3, 3, 3], "strides": [2, 2]})
    s.value("depthwise-large", "Depthwise over 33 channels.", lcg("uint8", [1, 33, 12, 13], 303),
            lcg("int8", [33, 1, 3, 3], 304), scalar("uint8", 7), ramp("int8", [33], -99, 6),
            flags=["large", "group"], attributes={"group": 33, "pads": [1, 1, 1, 1]})
    s.value("line-large", "One axis of 300, kernel 9.", lcg("uint8", [1, 8, 300], 305),
            lcg("int8", [8, 8, 9], 306), scalar("uint8", 7), flags=["large", "rank"])
    s.value("cube-large", "Three axes, 3x3x3.", lcg("uint8", [1, 4, 6, 7, 9], 307),
            lcg("int8", [5, 4, 3, 3, 3], 308), scalar("uint8", 7), flags=["large", "rank"],
            attributes={"pads": [1, 1, 1, 1, 1, 1]})
    s.value("batch-large", "A batch of five in two groups, strided and dilated.",
            lcg("int8", [5, 6, 11, 10], 309), lcg("uint8", [8, 3, 3, 2], 310), scalar("int8", -20),
            ramp("uint8", [8], 0, 36), flags=["large", "group"],
            attributes={"group": 2, "strides": [2, 1], "dilations": [2, 3], "pads": [2, 1, 0, 3]})
    return s.suite()


def errors():
    s = OpSuite("conv-integer-errors", "Uses of ConvInteger that its text does not allow.")
    x4, w4 = X33, W22
    attr = s.error

    def bad(case_id, description, rule, **attrs):
        attr(case_id, description, rule, x4, w4, attributes=attrs)

    bad("kernel-shape-differs", "kernel_shape says 3x3, the kernel is 2x2.", "kernel-shape",
        kernel_shape=[3, 3])
    bad("kernel-shape-smaller", "kernel_shape smaller than the kernel.", "kernel-shape",
        kernel_shape=[1, 1])
    bad("kernel-shape-one-axis-differs", "kernel_shape differs in the last axis.", "kernel-shape",
        kernel_shape=[2, 3])
    bad("kernel-shape-short", "kernel_shape with one value for two axes.", "kernel-shape",
        kernel_shape=[2])
    bad("kernel-shape-long", "kernel_shape with three values for two axes.", "kernel-shape",
        kernel_shape=[2, 2, 1])
    bad("kernel-shape-empty", "kernel_shape without values.", "kernel-shape", kernel_shape=[])
    bad("kernel-shape-zero", "A zero in kernel_shape.", "kernel-shape", kernel_shape=[0, 2])
    bad("kernel-shape-negative", "A negative number in kernel_shape.", "kernel-shape",
        kernel_shape=[2, -2])
    bad("strides-zero", "A stride of 0.", "strides", strides=[0, 1])
    bad("strides-zero-last", "A stride of 0 in the last axis.", "strides", strides=[1, 0])
    bad("strides-negative", "A stride of -1.", "strides", strides=[1, -1])
    bad("strides-short", "One stride for two axes.", "strides", strides=[1])
    bad("strides-long", "Three strides for two axes.", "strides", strides=[1, 1, 1])
    bad("strides-empty", "An empty list of strides.", "strides", strides=[])
    bad("strides-lowest", "The lowest number there is as a stride.", "strides",
        strides=[-(1 << 63), 1])
    bad("dilations-zero", "A dilation of 0.", "dilations", dilations=[1, 0])
    bad("dilations-negative", "A dilation of -2.", "dilations", dilations=[-2, 1])
    bad("dilations-short", "One dilation for two axes.", "dilations", dilations=[1])
    bad("dilations-long", "Three dilations for two axes.", "dilations", dilations=[1, 1, 1])
    bad("dilations-empty", "An empty list of dilations.", "dilations", dilations=[])
    bad("pads-negative-begin", "A pad of -1 at the begin.", "pads", pads=[-1, 0, 0, 0])
    bad("pads-negative-end", "A pad of -1 at the end.", "pads", pads=[0, 0, 0, -1])
    bad("pads-short", "Two pads for two axes.", "pads", pads=[1, 1])
    bad("pads-odd", "Three pads for two axes.", "pads", pads=[1, 1, 1])
    bad("pads-long", "Five pads for two axes.", "pads", pads=[0, 0, 0, 0, 0])
    bad("pads-empty", "An empty list of pads.", "pads", pads=[])
    bad("pads-lowest", "The lowest number there is as a pad.", "pads", pads=[-(1 << 63), 0, 0, 0])
    bad("auto-pad-unknown", "auto_pad SAME.", "auto-pad", auto_pad="SAME")
    bad("auto-pad-lower-case", "auto_pad in lower case.", "auto-pad", auto_pad="same_upper")
    bad("auto-pad-empty", "auto_pad that is empty.", "auto-pad", auto_pad="")
    bad("auto-pad-space", "auto_pad with a space behind it.", "auto-pad", auto_pad="VALID ")
    bad("auto-pad-prefix", "auto_pad cut short.", "auto-pad", auto_pad="SAME_UPPE")
    for mode in ("SAME_UPPER", "SAME_LOWER", "VALID"):
        bad(f"pads-with-{mode.lower().replace('_', '-')}", f"pads beside auto_pad {mode}.", "pads",
            auto_pad=mode, pads=[1, 1, 1, 1])
    bad("zero-pads-with-valid", "pads beside auto_pad VALID, even if they are all 0.", "pads",
        auto_pad="VALID", pads=[0, 0, 0, 0])
    bad("group-zero", "group 0.", "group", group=0)
    bad("group-negative", "group -1.", "group", group=-1)
    bad("group-lowest", "The lowest number there is as group.", "group", group=-(1 << 63))
    bad("attribute-unknown", "An attribute that the operator does not have.", "attribute", stride=[1, 1])
    bad("attribute-unknown-case", "The name of an attribute in upper case.", "attribute", Pads=[1, 1])
    bad("attribute-int-for-ints", "strides as one integer.", "attribute", strides=1)
    bad("attribute-ints-for-int", "group as a list.", "attribute", group=[1])
    bad("attribute-string-for-ints", "pads as text.", "attribute", pads="0,0,0,0")
    bad("attribute-int-for-string", "auto_pad as a number.", "attribute", auto_pad=1)
    bad("attribute-string-for-int", "group as text.", "attribute", group="1")
    # Shapes
    s.error("group-does-not-divide-maps", "Three output channels in two groups.", "group",
            lcg("uint8", [1, 2, 3, 3], 1), lcg("uint8", [3, 1, 2, 2], 2), attributes={"group": 2})
    s.error("group-more-than-maps", "More groups than output channels.", "group",
            lcg("uint8", [1, 4, 3, 3], 1), lcg("uint8", [2, 1, 2, 2], 2), attributes={"group": 4})
    s.error("channels-differ", "The input has two channels, the kernel one.", "channels",
            lcg("uint8", [1, 2, 3, 3], 1), w4)
    s.error("channels-differ-in-group", "Four channels in two groups need a kernel of depth two.",
            "channels", lcg("uint8", [1, 4, 3, 3], 1), lcg("uint8", [2, 1, 2, 2], 2),
            attributes={"group": 2})
    s.error("channels-depth-not-divided", "The kernel has the input's depth in spite of groups.",
            "channels", lcg("uint8", [1, 2, 3, 3], 1), lcg("uint8", [2, 2, 2, 2], 2),
            attributes={"group": 2})
    s.error("channels-zero-in-kernel", "The kernel has no depth, the input has a channel.", "channels",
            x4, u8([1, 0, 2, 2]))
    s.error("channels-overflow", "A group so large that depth times group overflows.", "channels", x4, w4,
            attributes={"group": (1 << 63) - 1})
    s.error("kernel-extent-zero", "A kernel without extent.", "kernel-shape", x4, u8([1, 1, 0, 2]))
    s.error("rank-2", "An input without spatial axes.", "rank", u8([1, 1], 1), u8([1, 1], 1))
    s.error("rank-1", "An input that is a vector.", "rank", u8([1], 1), u8([1], 1))
    s.error("rank-0", "An input that is a scalar.", "rank", u8([], 1), u8([], 1))
    s.error("ranks-differ", "A kernel of another rank than the input.", "rank", x4, u8([1, 1, 2], 1, 1))
    s.error("kernel-rank-higher", "A kernel with one axis more.", "rank", x4,
            u8([1, 1, 2, 2, 1], 1, 1, 1, 1))
    s.error("output-extent-negative", "A kernel larger by two than the input.", "output-extent",
            u8([1, 1, 3], 1, 2, 3), u8([1, 1, 5], 1, 1, 1, 1, 1))
    s.error("output-extent-negative-dilated", "A dilated kernel that reaches too far.", "output-extent",
            x4, w4, attributes={"dilations": [9, 9]})
    s.error("output-extent-negative-valid", "The same under VALID.", "output-extent",
            u8([1, 1, 3], 1, 2, 3), u8([1, 1, 5], 1, 1, 1, 1, 1), attributes={"auto_pad": "VALID"})
    # Overflows
    s.error("dilation-overflow", "A reach of the kernel that no integer holds.", "overflow", x4,
            u8([1, 1, 3, 2], 1, 1, 1, 1, 1, 1), attributes={"dilations": [1 << 62, 1]},
            flags=["invalid-operator", "overflow"])
    s.error("pads-overflow", "Pads whose sum no integer holds.", "overflow", x4, w4,
            attributes={"pads": [(1 << 63) - 1, 0, (1 << 63) - 1, 0]},
            flags=["invalid-operator", "overflow"])
    s.error("output-overflow", "An output of 2^64 elements and more.", "overflow", x4, w4,
            attributes={"pads": [1 << 40, 1 << 40, 0, 0]}, flags=["invalid-operator", "overflow"])
    s.error("output-too-large", "An output of 2^41 elements, from nine.", "limit", x4, w4,
            attributes={"pads": [1 << 40, 0, 0, 0]}, flags=["invalid-operator", "overflow"])
    # Types
    for bad_type in ("int32", "uint16", "int16", "float", "bool"):
        s.error(f"x-{bad_type}", f"An input of {bad_type}.", "type",
                {"type": bad_type, "shape": [1, 1, 1], "values": [1]}, u8([1, 1, 1], 1))
        s.error(f"w-{bad_type}", f"A kernel of {bad_type}.", "type", u8([1, 1, 1], 1),
                {"type": bad_type, "shape": [1, 1, 1], "values": [1]})
    s.error("x-zero-point-other-sign", "x is uint8, its zero point int8.", "type", x4, w4,
            scalar("int8", 1))
    s.error("w-zero-point-other-sign", "w is uint8, its zero point int8.", "type", x4, w4, None,
            scalar("int8", 1))
    s.error("x-zero-point-int32", "A zero point of 32 bits.", "type", x4, w4,
            {"type": "int32", "shape": [], "values": [1]})
    # Zero points
    s.error("x-zero-point-vector", "x_zero_point of shape [1] under strict.", "zero-point", x4, w4,
            u8([1], 1), flags=["invalid-operator", "policy"])
    s.error("x-zero-point-two", "x_zero_point with two values.", "zero-point",
            lcg("uint8", [1, 2, 3, 3], 1), lcg("uint8", [1, 2, 2, 2], 2), u8([2], 1, 1))
    s.error("x-zero-point-matrix", "x_zero_point of shape [1, 1].", "zero-point", x4, w4,
            u8([1, 1], 1))
    s.error("x-zero-point-empty", "x_zero_point without a value.", "zero-point", x4, w4, u8([0]))
    s.error("x-zero-point-two-compat", "Two values for x are an error under compat too.", "zero-point",
            x4, w4, u8([2], 1, 1), profile="compat")
    s.error("w-zero-point-vector", "w_zero_point of shape [1] for two output channels under strict.",
            "zero-point", x4, lcg("uint8", [2, 1, 2, 2], 2), None, u8([1], 1),
            flags=["invalid-operator", "policy"])
    s.error("w-zero-point-short", "Two zero points for three output channels.", "zero-point", x4,
            lcg("uint8", [3, 1, 2, 2], 2), None, u8([2], 1, 1))
    s.error("w-zero-point-long", "Three zero points for two output channels.", "zero-point", x4,
            lcg("uint8", [2, 1, 2, 2], 2), None, u8([3], 1, 1, 1))
    s.error("w-zero-point-per-group", "One zero point a group instead of one a channel.", "zero-point",
            lcg("uint8", [1, 2, 3, 3], 1), lcg("uint8", [4, 1, 2, 2], 2), None, u8([2], 1, 1),
            attributes={"group": 2})
    s.error("w-zero-point-matrix", "w_zero_point of shape [2, 1].", "zero-point", x4,
            lcg("uint8", [2, 1, 2, 2], 2), None, u8([2, 1], 1, 1))
    s.error("w-zero-point-empty", "w_zero_point without a value.", "zero-point", x4, w4, None, u8([0]))
    s.error("w-zero-point-short-compat", "Two zero points for three channels are an error under compat "
            "too.", "zero-point", x4, lcg("uint8", [3, 1, 2, 2], 2), None, u8([2], 1, 1),
            profile="compat")
    # Arity and version
    s.error("no-kernel", "The kernel is missing.", "arity", x4, None)
    s.error("no-input", "The input is missing.", "arity", None, w4)
    s.error("opset-9", "The operator came with operator set 10.", "opset", x4, w4, opset=9)
    s.error("opset-1", "Operator set 1.", "opset", x4, w4, opset=1)
    return s.suite()
