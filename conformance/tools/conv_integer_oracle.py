"""ConvInteger by its definition, in Python's exact integers. The suites' expected values come from here.

It knows nothing of the library: it is written from the operator's text (domain ai.onnx, since version
10), tap by tap, and wraps to 32 bits only once, at the end of each sum. It assumes a valid case.
"""

import itertools

MASK64 = (1 << 64) - 1
LCG_MULTIPLIER = 6364136223846793005
LCG_INCREMENT = 1442695040888963407


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def as_type(byte, element_type):
    """The value that a byte, 0 to 255, has in an 8-bit type."""
    return byte - 256 if element_type == "int8" and byte >= 128 else byte


def fill_values(tensor):
    """The values of a tensor that is given by a rule. docs/conformance.md states the rules."""
    count = product(tensor["shape"])
    rule = tensor["fill"]
    if rule == "constant":
        return [tensor["value"]] * count
    if rule == "ramp":
        return [as_type((tensor["start"] + i * tensor["step"]) % 256, tensor["type"])
                for i in range(count)]
    if rule == "lcg":
        state, values = tensor["seed"], []
        for _ in range(count):
            state = (state * LCG_MULTIPLIER + LCG_INCREMENT) & MASK64
            values.append(as_type(state >> 56, tensor["type"]))
        return values
    raise ValueError(f"no such fill: {rule}")


def values_of(tensor):
    return tensor["values"] if "values" in tensor else fill_values(tensor)


def strides_of(shape):
    """How far apart neighbours along each axis are, row-major."""
    steps, step = [], 1
    for extent in reversed(shape):
        steps.insert(0, step)
        step *= extent
    return steps


def geometry(x_shape, w_shape, attributes):
    """Output extents and begin pads of each spatial axis."""
    spatial, kernel = x_shape[2:], w_shape[2:]
    axes = len(spatial)
    strides = attributes.get("strides", [1] * axes)
    dilations = attributes.get("dilations", [1] * axes)
    pads = attributes.get("pads", [0] * (2 * axes))
    auto_pad = attributes.get("auto_pad", "NOTSET")
    extents, begins = [], []
    for a in range(axes):
        reach = (kernel[a] - 1) * dilations[a] + 1
        if auto_pad in ("SAME_UPPER", "SAME_LOWER"):
            extent = -(-spatial[a] // strides[a])
            total = max((extent - 1) * strides[a] + reach - spatial[a], 0)
            begin = total // 2 if auto_pad == "SAME_UPPER" else total - total // 2
        else:
            begin = 0 if auto_pad == "VALID" else pads[a]
            end = 0 if auto_pad == "VALID" else pads[axes + a]
            extent = (spatial[a] + begin + end - reach) // strides[a] + 1
        extents.append(extent)
        begins.append(begin)
    return extents, begins, strides, dilations


def wrap32(number):
    """The 32-bit two's complement number that is equal modulo 2^32."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def conv_integer(inputs, attributes):
    """The shape and the values of y."""
    x, w = inputs["x"], inputs["w"]
    x_values, w_values = values_of(x), values_of(w)
    zx = values_of(inputs["x_zero_point"])[0] if "x_zero_point" in inputs else 0
    zw = values_of(inputs["w_zero_point"]) if "w_zero_point" in inputs else [0]
    batch, channels, spatial = x["shape"][0], x["shape"][1], x["shape"][2:]
    maps, depth, kernel = w["shape"][0], w["shape"][1], w["shape"][2:]
    group = attributes.get("group", 1)
    extents, begins, strides, dilations = geometry(x["shape"], w["shape"], attributes)
    x_steps, w_steps = strides_of(x["shape"]), strides_of(w["shape"])
    taps = list(itertools.product(*(range(k) for k in kernel)))
    y = []
    for n in range(batch):
        for m in range(maps):
            first = m // (maps // group) * depth
            w_zero = zw[m] if len(zw) > 1 else zw[0]
            for place in itertools.product(*(range(e) for e in extents)):
                total = 0
                for tap in taps:
                    position = [place[a] * strides[a] + tap[a] * dilations[a] - begins[a]
                                for a in range(len(spatial))]
                    if any(p < 0 or p >= spatial[a] for a, p in enumerate(position)):
                        continue  # padding adds nothing
                    x_at = n * x_steps[0] + first * x_steps[1] + sum(
                        p * s for p, s in zip(position, x_steps[2:]))
                    w_at = m * w_steps[0] + sum(t * s for t, s in zip(tap, w_steps[2:]))
                    for c in range(depth):
                        total += ((x_values[x_at + c * x_steps[1]] - zx)
                                  * (w_values[w_at + c * w_steps[1]] - w_zero))
                y.append(wrap32(total))
    assert channels == depth * group
    return [batch, maps] + extents, y
