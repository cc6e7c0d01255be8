// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "QueueBridge",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: []),
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
