// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NIOEndpoint",
    dependencies: [
        // In your own package, write this instead of the path:
        // .package(url: "URL OF THIS REPOSITORY", branch: "main", traits: []),
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
