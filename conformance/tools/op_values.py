"""ConvInteger: the basics, attributes, auto_pad and groups."""

import itertools

from op_suite import OpSuite, constant, i8, lcg, ramp, scalar, tensor, u8

X33 = u8([1, 1, 3, 3], 2, 3, 4, 5, 6, 7, 8, 9, 10)
ONES22 = u8([1, 1, 2, 2], 1, 1, 1, 1)
TYPES = ("uint8", "int8")


def basics():
    s = OpSuite("conv-integer-basics", "ConvInteger on small tensors whose results can be checked by "
                "hand: the documentation's examples, the type pairings, single taps.")
    one = scalar("uint8", 1)
    s.value("basic-2x2", "The documentation's first example: a 2x2 kernel of ones.", X33, ONES22, one,
            flags=["seed"], source="test_cc_basic_convinteger", attributes={"kernel_shape": [2, 2]})
    s.value("with-padding", "The documentation's second example: the same with a border of one; "
            "padding counts as the zero point.", X33, ONES22, one, flags=["seed", "padding"],
            source="test_cc_convinteger_with_padding",
            attributes={"kernel_shape": [2, 2], "pads": [1, 1, 1, 1]})
    s.value("without-padding", "The documentation's third example: no attributes at all.", X33, ONES22,
            one, flags=["seed"], source="test_cc_convinteger_without_padding")
    s.value("single-element", "One element, one tap: a product.", u8([1, 1, 1, 1], 7),
            u8([1, 1, 1, 1], 6))
    s.value("single-element-negative", "One negative element, one negative tap.",
            i8([1, 1, 1, 1], -7), i8([1, 1, 1, 1], -6))
    s.value("identity-kernel", "A 1x1 kernel of one copies the input.", ramp("uint8", [1, 1, 3, 4]),
            u8([1, 1, 1, 1], 1))
    s.value("not-flipped", "The kernel is not turned round: this is cross-correlation.",
            u8([1, 1, 1, 4], 1, 0, 0, 0), u8([1, 1, 1, 2], 3, 5))
    s.value("not-transposed", "Rows of the kernel lie on rows of the input.",
            u8([1, 1, 2, 2], 1, 2, 3, 4), u8([1, 1, 2, 2], 1, 10, 100, 200))
    s.value("two-maps", "Two output channels from one input channel.", X33,
            u8([2, 1, 2, 2], 1, 0, 0, 0, 0, 0, 0, 1))
    s.value("two-channels", "Two input channels are summed.", ramp("uint8", [1, 2, 2, 2], 1),
            u8([1, 2, 1, 1], 1, 10))
    s.value("two-batches", "Each image of a batch stands by itself.", ramp("uint8", [2, 1, 2, 2], 1),
            u8([1, 1, 2, 2], 1, 1, 1, 1))
    s.value("batch-channel-map", "Two images, three channels, two maps.",
            lcg("uint8", [2, 3, 3, 3], 1), lcg("uint8", [2, 3, 2, 2], 2))
    s.value("kernel-covers-input", "A kernel of the input's size gives one number.", X33,
            ramp("uint8", [1, 1, 3, 3]))
    s.value("negative-result", "A sum below zero.", u8([1, 1, 1, 2], 1, 2), i8([1, 1, 1, 2], -3, -4))
    s.value("zero-input", "Zeros stay zeros.", constant("uint8", [1, 1, 3, 3], 0), ONES22)
    s.value("zero-kernel", "A kernel of zeros gives zeros.", X33, constant("int8", [1, 1, 2, 2], 0))
    s.value("no-zero-points", "Left out zero points are 0.", X33, ONES22)
    s.value("no-zero-points-signed", "Left out zero points are 0 for int8 too.",
            i8([1, 1, 1, 3], -128, 0, 127), i8([1, 1, 1, 1], 1))
    s.value("only-w-zero-point", "The third input is left out by an empty name, the fourth is there.",
            X33, ONES22, None, scalar("uint8", 3), flags=["zero-point"])
    s.value("both-zero-points", "Both zero points.", X33, ONES22, scalar("uint8", 2),
            scalar("uint8", 3), flags=["zero-point"])
    s.value("opset-28", "The operator was never revised: a later operator set changes nothing.", X33,
            ONES22, one, opset=28)
    for a, b in itertools.product(TYPES, TYPES):
        s.value(f"pairing-{a}-{b}", f"{a} input with {b} kernel, values over the whole range.",
                lcg(a, [1, 2, 4, 4], 11), lcg(b, [2, 2, 3, 3], 12), flags=["type-pairing"])
        s.value(f"pairing-{a}-{b}-zero-points", f"{a} input with {b} kernel and both zero points.",
                lcg(a, [1, 2, 4, 4], 13), lcg(b, [2, 2, 3, 3], 14), scalar(a, 100), scalar(b, 27),
                flags=["type-pairing", "zero-point"])
        s.value(f"top-bit-{a}-{b}", f"Bytes 0x80 as {a} and {b}.",
                ramp(a, [1, 1, 1, 2], 127), ramp(b, [1, 1, 1, 1], 128), flags=["type-pairing"])
    for kernel in (1, 2, 3, 4, 5):
        s.value(f"kernel-{kernel}x{kernel}", f"A {kernel}x{kernel} kernel over 5x5.",
                lcg("uint8", [1, 1, 5, 5], 20 + kernel), lcg("int8", [1, 1, kernel, kernel], 3))
    s.value("kernel-1x5", "A kernel that is one high.", lcg("uint8", [1, 1, 5, 6], 31),
            lcg("int8", [1, 1, 1, 5], 32))
    s.value("kernel-5x1", "A kernel that is one wide.", lcg("uint8", [1, 1, 5, 6], 33),
            lcg("int8", [1, 1, 5, 1], 34))
    return s.suite()


def attributes():
    s = OpSuite("conv-integer-attributes", "ConvInteger's kernel_shape, strides, dilations and pads.")
    x56, w23 = lcg("uint8", [1, 2, 5, 6], 41), lcg("int8", [2, 2, 2, 3], 42)
    zx = scalar("uint8", 77)

    def value(case_id, description, flags, x=x56, w=w23, **attrs):
        s.value(case_id, description, x, w, zx, flags=flags, attributes=attrs)

    value("kernel-shape-given", "kernel_shape repeats what the kernel has.", ["basic"],
          kernel_shape=[2, 3])
    value("all-defaults-given", "Each default written out.", ["legal"], kernel_shape=[2, 3],
          strides=[1, 1], dilations=[1, 1], pads=[0, 0, 0, 0], group=1, auto_pad="NOTSET")
    for sy, sx in ((1, 2), (2, 1), (2, 2), (3, 3), (1, 6), (5, 1), (9, 9)):
        value(f"strides-{sy}-{sx}", f"Strides {sy} and {sx}; the first is of the first axis.",
              ["rounding"], strides=[sy, sx])
    value("stride-huge", "A stride of 2^31: one window.", ["rounding"], strides=[1 << 31, 1 << 31])
    value("stride-int64-max", "The largest stride there is: one window.", ["rounding"],
          strides=[(1 << 63) - 1, 1])
    for dy, dx in ((1, 2), (2, 1), (2, 2), (3, 1), (4, 2)):
        value(f"dilations-{dy}-{dx}", f"Dilations {dy} and {dx}.", ["dilation"], dilations=[dy, dx])
    value("dilation-one-tap", "The dilation of an axis with one tap does not matter, however large.",
          ["dilation"], w=lcg("int8", [2, 2, 1, 3], 43), dilations=[(1 << 63) - 1, 1])
    for pads in ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]):
        value("pads-" + "-".join(map(str, pads)),
              "A pad on one side only: all begins come first, then all ends.", ["padding"], pads=pads)
    value("pads-all-different", "Four different pads.", ["padding"], pads=[1, 2, 3, 4])
    value("pads-exceed-kernel", "Windows that lie wholly in the padding give 0.", ["padding"],
          pads=[4, 5, 4, 5])
    value("pads-and-strides", "Pads and strides together.", ["padding", "rounding"], pads=[1, 1, 1, 1],
          strides=[2, 2])
    value("pads-and-dilations", "Pads and dilations together.", ["padding", "dilation"],
          pads=[1, 2, 1, 2], dilations=[2, 2])
    value("everything", "Pads, strides and dilations, all different.",
          ["padding", "dilation", "rounding"], pads=[1, 2, 3, 0], strides=[2, 3], dilations=[3, 2])
    s.value("padding-is-zero-point", "With both zero points set, a padded tap still adds nothing.",
            constant("uint8", [1, 1, 2, 2], 9), constant("uint8", [1, 1, 3, 3], 5),
            scalar("uint8", 4), scalar("uint8", 2), flags=["padding", "zero-point"],
            attributes={"pads": [1, 1, 1, 1]})
    s.value("padding-signed", "Padding with a negative zero point.", lcg("int8", [1, 1, 3, 3], 44),
            lcg("int8", [1, 1, 3, 3], 45), scalar("int8", -128), scalar("int8", 127),
            flags=["padding", "zero-point"], attributes={"pads": [2, 2, 2, 2]})
    s.value("kernel-larger-than-input", "A kernel larger than the input, made to fit by pads.",
            X33, lcg("int8", [1, 1, 5, 5], 46), flags=["padding"], attributes={"pads": [1, 1, 1, 1]})
    # Extents around each boundary of the floor, on one axis.
    for extent, kernel, stride in ((1, 1, 2), (2, 1, 2), (3, 1, 2), (4, 2, 3), (5, 2, 3), (6, 2, 3),
                                   (7, 3, 4), (8, 3, 4), (10, 3, 4), (11, 3, 4)):
        s.value(f"floor-{extent}-{kernel}-{stride}",
                f"Extent {extent}, kernel {kernel}, stride {stride}: the quotient is rounded down.",
                ramp("uint8", [1, 1, 1, extent], 1), ramp("uint8", [1, 1, 1, kernel], 1),
                flags=["rounding"], attributes={"strides": [1, stride]})
    for begin, end in itertools.product((0, 1, 2), (0, 1, 3)):
        s.value(f"begin-{begin}-end-{end}", f"{begin} before and {end} after, stride 2.",
                ramp("uint8", [1, 1, 6], 1), ramp("uint8", [1, 1, 3], 1), scalar("uint8", 1),
                flags=["padding", "rounding"], attributes={"pads": [begin, end], "strides": [2]})
    s.value("pads-large-stride-large", "One window in the padding, one on the input.",
            u8([1, 1, 1], 5), u8([1, 1, 1], 3), scalar("uint8", 9), flags=["padding"],
            attributes={"pads": [1000, 0], "strides": [1000]})
    s.value("tap-reaches-last-element", "The last tap of the last window is the last element.",
            ramp("uint8", [1, 1, 10], 1), u8([1, 1, 3], 0, 0, 1), flags=["dilation"],
            attributes={"dilations": [4], "strides": [1]})
    return s.suite()


def auto_pad():
    s = OpSuite("conv-integer-auto-pad", "ConvInteger's four forms of auto_pad. SAME: the output has "
                "ceil(in / stride); the odd pad stands at the end for UPPER, at the begin for LOWER; "
                "a dilated kernel counts by its reach; never less than no padding.")
    for mode in ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"):
        slug = mode.lower().replace("_", "-")
        s.value(f"image-{slug}", f"{mode} on an image, kernel 2x3.",
                lcg("uint8", [1, 1, 4, 5], 51), lcg("int8", [1, 1, 2, 3], 52), scalar("uint8", 9),
                flags=["auto-pad"], attributes={"auto_pad": mode})
        s.value(f"image-{slug}-strides", f"{mode} on an image, strides 2 and 3.",
                lcg("uint8", [1, 1, 5, 7], 53), lcg("int8", [1, 1, 3, 2], 54), scalar("uint8", 9),
                flags=["auto-pad"], attributes={"auto_pad": mode, "strides": [2, 3]})
        s.value(f"image-{slug}-dilations", f"{mode} on an image, dilations 2 and 1.",
                lcg("uint8", [1, 1, 6, 6], 55), lcg("int8", [1, 1, 2, 3], 56), scalar("uint8", 9),
                flags=["auto-pad", "dilation"], attributes={"auto_pad": mode, "dilations": [2, 1]})
    for mode in ("SAME_UPPER", "SAME_LOWER"):
        for extent, kernel, stride in itertools.product((1, 4, 7), (1, 2, 3, 4), (1, 2, 3, 4)):
            total = (-(-extent // stride) - 1) * stride + kernel - extent
            s.value(f"{mode.lower()}-{extent}-{kernel}-{stride}".replace("_", "-"),
                    f"{mode}: extent {extent}, kernel {kernel}, stride {stride}, "
                    + (f"padding {total}." if total >= 0 else f"padding {total} counts as 0."),
                    ramp("uint8", [1, 1, extent], 1), ramp("uint8", [1, 1, kernel], 1),
                    scalar("uint8", 3), flags=["auto-pad"] + (["clamp"] if total < 0 else []),
                    attributes={"auto_pad": mode, "strides": [stride]})
        for extent, kernel, dilation in ((5, 2, 2), (5, 3, 2), (6, 2, 5), (4, 3, 3)):
            s.value(f"{mode.lower()}-dilated-{extent}-{kernel}-{dilation}".replace("_", "-"),
                    f"{mode}: extent {extent}, kernel {kernel}, dilation {dilation}.",
                    ramp("uint8", [1, 1, extent], 1), ramp("uint8", [1, 1, kernel], 1),
                    scalar("uint8", 3), flags=["auto-pad", "dilation"],
                    attributes={"auto_pad": mode, "dilations": [dilation]})
        s.value(f"{mode.lower()}-clamp-8-1-4".replace("_", "-"),
                f"{mode}: eight wide, kernel 1, stride 4 reads elements 0 and 4.",
                ramp("uint8", [1, 1, 1, 8], 1), u8([1, 1, 1, 1], 1), flags=["auto-pad", "clamp"],
                source="microsoft/onnxruntime#10086",
                attributes={"auto_pad": mode, "strides": [1, 4]})
        s.value(f"{mode.lower()}-both-zero-points".replace("_", "-"),
                f"{mode} with both zero points: the pads add nothing.",
                lcg("int8", [1, 2, 3, 3], 57), lcg("int8", [2, 2, 3, 3], 58), scalar("int8", -5),
                tensor("int8", [2], 7, -9), flags=["auto-pad", "zero-point", "per-channel"],
                attributes={"auto_pad": mode})
        s.value(f"{mode.lower()}-extent-zero".replace("_", "-"),
                f"{mode} of an axis without elements is an axis without elements.",
                u8([1, 1, 0]), u8([1, 1, 2], 1, 1), flags=["auto-pad", "empty"],
                attributes={"auto_pad": mode})
    s.value("valid-drops-tail", "VALID leaves out a last window that would be cut.",
            ramp("uint8", [1, 1, 6], 1), u8([1, 1, 3], 1, 1, 1), flags=["auto-pad", "rounding"],
            attributes={"auto_pad": "VALID", "strides": [2]})
    s.value("notset-with-pads", "NOTSET may stand beside pads.", X33, ONES22, scalar("uint8", 1),
            flags=["auto-pad", "legal"], attributes={"auto_pad": "NOTSET", "pads": [0, 1, 1, 0]})
    return s.suite()


def groups():
    s = OpSuite("conv-integer-groups", "ConvInteger with groups: output channel m reads the input "
                "channels of group m div (M / group).")
    s.value("two-groups", "Two groups of one channel.", ramp("uint8", [1, 2, 1, 2], 1),
            u8([2, 1, 1, 1], 1, 10), flags=["group"], attributes={"group": 2})
    s.value("group-one-given", "group 1 written out.", X33, ONES22, flags=["group"],
            attributes={"group": 1})
    seed = 60
    for group, depth, maps in itertools.product((2, 3), (1, 2, 3), (1, 2, 3)):
        seed += 2
        s.value(f"groups-{group}-depth-{depth}-maps-{maps}",
                f"{group} groups, each of {depth} input and {maps} output channels.",
                lcg("uint8", [1, group * depth, 3, 3], seed),
                lcg("int8", [group * maps, depth, 2, 2], seed + 1), scalar("uint8", 128),
                flags=["group"], attributes={"group": group})
    s.value("depthwise", "Depthwise: as many groups as channels.", lcg("uint8", [1, 5, 3, 3], 101),
            lcg("int8", [5, 1, 3, 3], 102), scalar("uint8", 3), flags=["group"],
            attributes={"group": 5, "pads": [1, 1, 1, 1]})
    s.value("depthwise-multiplier", "Depthwise with two maps a channel.",
            lcg("uint8", [1, 3, 3, 3], 103), lcg("int8", [6, 1, 2, 2], 104), scalar("uint8", 3),
            flags=["group"], attributes={"group": 3})
    s.value("group-batch", "Groups and a batch of two.", lcg("uint8", [2, 4, 2, 2], 105),
            lcg("uint8", [4, 2, 2, 2], 106), flags=["group"], attributes={"group": 2})
    for group in (2, 4):
        s.value(f"group-{group}-per-channel", "Zero points count over all groups.",
                lcg("uint8", [1, 4, 3, 3], 107), lcg("uint8", [4, 4 // group, 2, 2], 108),
                scalar("uint8", 5), u8([4], 0, 85, 170, 255), flags=["group", "per-channel"],
                source="robertknight/rten#1192", attributes={"group": group})
    s.value("group-per-channel-padded", "Groups, per-channel zero points and pads.",
            lcg("int8", [1, 4, 2, 3], 109), lcg("int8", [6, 2, 2, 2], 110), scalar("int8", -7),
            i8([6], -128, -1, 0, 1, 64, 127), flags=["group", "per-channel", "padding"],
            attributes={"group": 2, "pads": [1, 0, 0, 1]})
    s.value("group-1d", "Groups on one spatial axis.", lcg("uint8", [1, 6, 5], 111),
            lcg("int8", [3, 2, 3], 112), flags=["group", "rank"], attributes={"group": 3})
    s.value("group-3d", "Groups on three spatial axes.", lcg("uint8", [1, 4, 2, 2, 2], 113),
            lcg("int8", [2, 2, 2, 1, 2], 114), flags=["group", "rank"], attributes={"group": 2})
    s.value("group-same-upper", "Groups and SAME_UPPER.", lcg("uint8", [1, 2, 4, 4], 115),
            lcg("int8", [2, 1, 2, 2], 116), scalar("uint8", 9), flags=["group", "auto-pad"],
            attributes={"group": 2, "auto_pad": "SAME_UPPER"})
    s.value("group-strided-dilated", "Groups, strides and dilations.",
            lcg("uint8", [1, 4, 5, 5], 117), lcg("uint8", [2, 2, 2, 2], 118), scalar("uint8", 200),
            scalar("uint8", 100), flags=["group", "dilation"],
            attributes={"group": 2, "strides": [2, 1], "dilations": [1, 3]})
    s.value("group-no-maps", "No output channels at all, in two groups.",
            lcg("uint8", [1, 2, 2, 2], 119), u8([0, 1, 1, 1]), flags=["group", "empty"],
            attributes={"group": 2})
    s.value("group-empty-batch", "An empty batch, in two groups.", u8([0, 2, 2, 2]),
            lcg("uint8", [2, 1, 1, 1], 120), flags=["group", "empty"], attributes={"group": 2})
    return s.suite()
