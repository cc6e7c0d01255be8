# Records pusher-js in Chromium for library-recordings.json: python3 browser.py PORT SECONDS [HOST].
# `record.sh` says how. ./pusher.js is dist/web/pusher.js of the version that is recorded. OPTIONS has
# further options of Pusher, in JSON. The attempts are the TCP connections in Chromium's network log; those
# of the page, which Chromium may hold back, go to standard error.
import http.server, json, os, subprocess, sys, tempfile, threading, time

port, seconds = int(sys.argv[1]), float(sys.argv[2])
host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
options = {
    "cluster": "", "wsHost": host, "wsPort": port, "wssPort": port, "httpHost": host,
    "httpPort": port, "httpsPort": port, "forceTLS": False, "disableStats": True,
    **json.loads(os.environ.get("OPTIONS", "{}"))}
page = """<script src="/pusher.js"></script><script>
const note = (kind, name) => navigator.sendBeacon("/note", JSON.stringify(
  [performance.timeOrigin + performance.now(), kind, name]));
const Socket = WebSocket, open = XMLHttpRequest.prototype.open;
WebSocket = function (address) { note("attempt", address.slice(0, 4)); return new Socket(address); };
XMLHttpRequest.prototype.open = function (method, address) {
  if (address.includes("/pusher/")) note("attempt", address.replace(/.*[/]|[?].*/g, ""));
  return open.apply(this, arguments);
};
async function start() {
  while (!(await fetch("/ready")).ok) await new Promise((done) => setTimeout(done, 10));
  const { connection } = new Pusher("buoy-sandbox-key", OPTIONS);
  note("state", connection.state);
  connection.bind("error", () => {});
  connection.bind("state_change", ({ current }) => note("state", current));
}
start();
</script>""".replace("OPTIONS", json.dumps(options))
notes = []

class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="text/html"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/":
            self.answer(200, page.encode())
        elif self.path == "/pusher.js":
            self.answer(200, open("pusher.js", "rb").read(), "text/javascript")
        else:
            self.answer(200 if self.path == "/ready" and os.path.exists("ready") else 404)

    def do_POST(self):
        notes.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(200)

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as home:
    log = home + "/network.json"
    browser = subprocess.Popen(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors",
         "--user-data-dir=" + home, "--log-net-log=" + log,
         f"http://127.0.0.1:{server.server_port}/"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not notes:
        time.sleep(0.01)
    time.sleep(seconds + 0.5)
    browser.terminate()
    browser.wait()
    lines = open(log).read().splitlines()
# An event a line. The end is missing.
read = json.JSONDecoder().raw_decode
constants = read(lines[0].removeprefix('{"constants":'))[0]
events = [read(line)[0] for line in lines[2:] if line.endswith(("},", "}]}"))]
connect, begin = constants["logEventTypes"]["TCP_CONNECT_ATTEMPT"], constants["logEventPhase"]["PHASE_BEGIN"]
opened = [
    constants["timeTickOffset"] + int(event["time"]) for event in events
    if (event["type"], event["phase"]) == (connect, begin)
    and event["params"]["address"].endswith(f":{port}")]
states = sorted((moment, name) for moment, kind, name in notes if kind == "state")
connected = [moment for moment, name in states if name == "connected"]
zero = opened[0] if os.environ.get("ZERO") == "attempt" or not connected else connected[0]
at = lambda moment: round((moment - zero) / 1000, 3)
print(json.dumps({"attempts": [at(x) for x in opened], "states": [[at(x), s] for x, s in states]}))
print(json.dumps([[at(x), s] for x, kind, s in notes if kind == "attempt"]), file=sys.stderr)
os._exit(0)
