// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HummingbirdEndpoint",
    dependencies: [
        // In your own package, write this instead of the path:
        // .package(url: "URL OF THIS REPOSITORY", branch: "main", traits: []),
        .package(name: "buoy", path: "../../..", traits: []),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        .executableTarget(
            name: "HummingbirdEndpoint",
            dependencies: [
                .product(name: "ChannelsSigning", package: "buoy"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ]
)
