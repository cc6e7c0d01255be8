// Records pusher-js for library-recordings.json: node client.cjs PORT SECONDS [CLIENTS] [HOST]. `record.sh`
// says how. ./pusher.js is dist/node/pusher.js of the version that is recorded.
const net = require("net"), fs = require("fs"), Pusher = require("./pusher.js");
const [port, seconds, clients = 1, host = "127.0.0.1"] = process.argv.slice(2);
const clock = () => Number(process.hrtime.bigint()) / 1e9;
const attempts = [], states = [];
let zero = null;
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...options) {
  attempts.push(clock());
  return connect.apply(this, options);
};
function start() {
  for (let index = 0; index < Number(clients); index++) {
    const pusher = new Pusher("buoy-sandbox-key", {
      cluster: "", wsHost: host, wsPort: Number(port), wssPort: Number(port), forceTLS: false,
      enabledTransports: ["ws", "wss"], disableStats: true,
    });
    if (index === 0) states.push([clock(), pusher.connection.state]);
    pusher.connection.bind("error", () => {});
    pusher.connection.bind("state_change", ({ current }) => {
      if (current === "connected" && zero === null) zero = clock();
      if (index === 0) states.push([clock(), current]);
    });
  }
  setTimeout(() => {
    const from = process.env.ZERO === "attempt" ? attempts[0] : zero ?? attempts[0];
    const at = (time) => Math.round((time - from) * 1000) / 1000;
    console.log(JSON.stringify({
      attempts: attempts.map(at), states: states.map(([time, state]) => [at(time), state]),
    }));
    process.exit(0);
  }, Number(seconds) * 1000);
}
const wait = () => (fs.existsSync("ready") ? start() : setTimeout(wait, 2));
wait();
