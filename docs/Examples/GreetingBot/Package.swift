// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "GreetingBot",
    dependencies: [
        // In your own package, write this instead of the path:
        // .package(url: "URL OF THIS REPOSITORY", branch: "main", traits: []),
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
