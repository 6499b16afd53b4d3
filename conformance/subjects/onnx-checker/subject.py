"""onnx.checker as a subject: parse with protobuf's Python, then check."""

import base64
import hashlib
import json
import sys

import google.protobuf
import onnx
import onnx.checker
from google.protobuf.message import DecodeError

ROOTS = {"model": onnx.ModelProto, "tensor": onnx.TensorProto, "sparse-tensor": onnx.SparseTensorProto}


def tensor_digest(tensor):
    """Type, dims and where how much is: what two readers must agree on. docs/conformance.md."""
    payload = {}
    if tensor.HasField("raw_data"):
        payload["raw_data"] = hashlib.sha256(tensor.raw_data).hexdigest()
    for field in ("float_data", "double_data", "int32_data", "int64_data", "uint64_data", "string_data"):
        count = len(getattr(tensor, field))
        if count:
            payload[field] = count
    return {"name": tensor.name, "type": tensor.data_type, "dims": list(map(str, tensor.dims)),
            "payload": payload}


def domain(message):
    """The default domain has two spellings."""
    return "" if message.domain == "ai.onnx" else message.domain


def digest(kind, message):
    if kind == "tensor":
        return tensor_digest(message)
    if kind != "model":
        return None
    return {"ir_version": str(message.ir_version),
            "opsets": [f"{domain(o)} {o.version}" for o in message.opset_import],
            "nodes": [f"{domain(n)}:{n.op_type}({','.join(n.input)})->({','.join(n.output)})"
                      for n in message.graph.node],
            "initializers": [tensor_digest(t) for t in message.graph.initializer],
            "inputs": [i.name for i in message.graph.input],
            "outputs": [o.name for o in message.graph.output]}


def read(request):
    kind = request["kind"]
    if "path" in request:
        with open(request["path"], "rb") as file:
            data = file.read()
    else:
        data = base64.b64decode(request["bytes"])
    message = ROOTS[kind]()
    try:
        message.ParseFromString(data)
        if kind == "model":
            onnx.checker.check_model(request.get("path") or message)
        elif kind == "tensor":
            onnx.checker.check_tensor(message)
        else:
            onnx.checker.check_sparse_tensor(message)
        found = digest(kind, message)
    except (DecodeError, onnx.checker.ValidationError, UnicodeDecodeError, RuntimeError, ValueError) as error:
        return {"outcome": "rejected", "message": " ".join(str(error).split())[:200]}
    return {"outcome": "accepted", **({"digest": found} if found else {})}


for line in sys.stdin:
    request = json.loads(line)
    if request["command"] == "start":
        answer = {"name": "onnx-checker", "can": ["check"], "kinds": list(ROOTS),
                  "version": f"{onnx.__version__}, protobuf {google.protobuf.__version__}",
                  "homepage": "https://github.com/onnx/onnx"}
    else:
        answer = read(request)
    # A name that is no UTF-8 is bytes in Python; other subjects show what it is not.
    print(json.dumps({"seq": request["seq"], **answer}, default=lambda name: name.decode("utf-8", "replace")),
          flush=True)
