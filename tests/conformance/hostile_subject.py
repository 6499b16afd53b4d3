"""A subject that misbehaves in the way that its argument names, at every case but the first."""

import json
import os
import signal
import sys
import time

WAY = sys.argv[1]


def answer(**fields):
    print(json.dumps(fields), flush=True)


def misbehave(seq):
    if WAY == "silence":
        time.sleep(60)
    elif WAY == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    elif WAY == "lines":
        while True:
            answer(seq=seq, outcome="accepted")
    elif WAY == "bad-json":
        print("{\"seq\": ", flush=True)
    elif WAY == "no-object":
        print("[]", flush=True)
    elif WAY == "wrong-id":
        answer(seq=seq + 1, outcome="accepted")
    elif WAY == "no-outcome":
        answer(seq=seq)
    elif WAY == "wrong-outcome":
        answer(seq=seq, outcome="fine")
    elif WAY == "duplicate-key":
        print("{\"seq\": %d, \"outcome\": \"accepted\", \"outcome\": \"rejected\"}" % seq, flush=True)
    elif WAY == "huge-number":
        print("{\"seq\": %d, \"outcome\": \"accepted\", \"outputs\": {\"y\": {\"type\": \"int32\", "
              "\"shape\": [1e300], \"values\": []}}}" % seq, flush=True)
    elif WAY == "deep":
        print("[" * 100000, flush=True)
    elif WAY == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif WAY == "exit":
        os._exit(3)
    elif WAY == "memory":
        block = bytearray(10 << 30)
        block[::4096] = b"x" * len(block[::4096])
        answer(seq=seq, outcome="accepted")
    elif WAY == "complaints":
        sys.stderr.write("no " * 10000000)
        sys.stderr.flush()
        answer(seq=seq, outcome="accepted")
    elif WAY == "closed-input":
        os.close(0)
        time.sleep(60)
    elif WAY == "child":
        if os.fork() == 0:
            time.sleep(60)
        os._exit(1)
    elif WAY == "half-line":
        sys.stdout.write("{\"seq\": %d" % seq)
        sys.stdout.flush()
        time.sleep(60)
    elif WAY == "once":  # well-behaved the second time
        marker = sys.argv[2]
        if os.path.exists(marker):
            answer(seq=seq, outcome="accepted")
        else:
            open(marker, "w").close()
            os._exit(3)


for line in iter(sys.stdin.readline, ""):
    request = json.loads(line)
    if request["command"] == "start":
        if WAY == "no-greeting":
            os._exit(1)
        answer(seq=0, name="hostile", version="1", can=["parse"])
    elif request.get("id") == "first":
        answer(seq=request["seq"], outcome="accepted", message="\x1b[2J", digest={"b": 1, "a": [2]})
    else:
        misbehave(request["seq"])
