// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NIOEndpoint",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: []),
        .package(name: "buoy", path: "../../..", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "NIOEndpoint",
            dependencies: [
                .product(name: "ChannelsSigning", package: "buoy"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ])
    ]
)
