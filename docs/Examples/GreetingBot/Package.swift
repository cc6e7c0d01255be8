// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "GreetingBot",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: []),
        .package(name: "buoy", path: "../../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "GreetingBot",
            dependencies: [
                .product(name: "Channels", package: "buoy")
            ]),
        .testTarget(
            name: "GreetingBotTests",
            dependencies: [
                "GreetingBot",
                .product(name: "Channels", package: "buoy"),
                .product(name: "ChannelsDiagnostics", package: "buoy"),
                .product(name: "ChannelsTesting", package: "buoy"),
                .product(name: "ChannelsWebhooks", package: "buoy"),
            ]),
    ]
)
