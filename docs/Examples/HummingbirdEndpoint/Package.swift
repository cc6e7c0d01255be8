// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HummingbirdEndpoint",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: []),
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
