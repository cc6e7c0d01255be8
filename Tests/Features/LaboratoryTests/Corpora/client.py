# Records pysher for library-recordings.json: python3 client.py PORT SECONDS [HOST]. `record.sh` says how.
import json, logging, os, sys, time
import pysher, pysher.connection, websocket._core

port, seconds = int(sys.argv[1]), float(sys.argv[2])
host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
attempts, states, zero = [], [], []
connect = websocket._core.connect

def counted(*arguments, **names):
    attempts.append(time.monotonic())
    return connect(*arguments, **names)

def changed(connection, state):
    if state == "connected" and not zero:
        zero.append(time.monotonic())
    states.append((time.monotonic(), state))

websocket._core.connect = counted
pysher.connection.Connection.state = property(lambda self: states[-1][1], changed)
client = pysher.Pusher(
    "buoy-sandbox-key", custom_host=host, port=port, secure=False, log_level=logging.CRITICAL)
while not os.path.exists("ready"):
    time.sleep(0.002)
client.connect()
time.sleep(seconds)
start = attempts[0] if os.environ.get("ZERO") == "attempt" else (zero or attempts)[0]
at = lambda moment: round(moment - start, 3)
print(json.dumps(
    {"attempts": [at(x) for x in attempts], "states": [[at(x), s] for x, s in states]}))
os._exit(0)
