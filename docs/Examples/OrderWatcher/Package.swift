// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OrderWatcher",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: ["Integrations"]),
        .package(name: "buoy", path: "../../..", traits: ["Integrations"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "OrderWatcher",
            dependencies: [
                .product(name: "Channels", package: "buoy"),
                .product(name: "ChannelsMetrics", package: "buoy"),
                .product(name: "ChannelsServiceLifecycle", package: "buoy"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "OrderWatcherTests",
            dependencies: [
                "OrderWatcher",
                .product(name: "Channels", package: "buoy"),
                .product(name: "ChannelsMetrics", package: "buoy"),
                .product(name: "ChannelsServiceLifecycle", package: "buoy"),
                .product(name: "ChannelsTesting", package: "buoy"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
    ]
)
