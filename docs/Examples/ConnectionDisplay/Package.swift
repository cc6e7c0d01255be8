// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ConnectionDisplay",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: []),
        .package(name: "buoy", path: "../../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "ConnectionDisplay",
            dependencies: [
                .product(name: "Channels", package: "buoy"),
                .product(name: "ChannelsDiagnostics", package: "buoy"),
            ])
    ]
)
