// buoy conform client --subject "pusher-js 8.6.0" -- node pusher-js.js
// Needs: npm install pusher-js
const Pusher = require(process.env.PUSHER_JS || "pusher-js");

const env = process.env;
const port = Number(env.BUOY_CONFORM_PORT);
const pusher = new Pusher(env.BUOY_CONFORM_KEY, {
  cluster: "conform",
  wsHost: env.BUOY_CONFORM_HOST,
  wsPort: port,
  wssPort: port,
  forceTLS: false,
  enabledTransports: ["ws"],
  channelAuthorization: { endpoint: env.BUOY_CONFORM_AUTH, transport: "ajax" },
});
for (const name of env.BUOY_CONFORM_CHANNELS.split(",")) {
  const channel = pusher.subscribe(name);
  channel.bind("echo", (data) => channel.trigger("client-echo", data));
}
