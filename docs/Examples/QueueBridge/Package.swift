// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "QueueBridge",
    dependencies: [
        // In your own package, write this instead of the path:
        // .package(url: "URL OF THIS REPOSITORY", branch: "main", traits: []),
        .package(name: "buoy", path: "../../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "QueueBridge",
            dependencies: [
                .product(name: "Channels", package: "buoy"),
                .product(name: "ChannelsDiagnostics", package: "buoy"),
            ]),
        .testTarget(
            name: "QueueBridgeTests",
            dependencies: [
                "QueueBridge",
                .product(name: "Channels", package: "buoy"),
                .product(name: "ChannelsDiagnostics", package: "buoy"),
                .product(name: "ChannelsTesting", package: "buoy"),
            ]),
    ]
)
