import Channels

let client = try ChannelsClient(
    ChannelsOptions(
        appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false))
let prices = try await client.subscribe("ticker-BTC").events("price")
try await client.run {
    for await price in prices { print(price.data.json?["price"]?.doubleValue ?? 0) }
}
