// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LobbyBot",
    dependencies: [
        // In your own package, with a clone of buoy beside it:
        // .package(path: "../buoy", traits: []),
        .package(name: "buoy", path: "../../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "LobbyBot",
            dependencies: [
                .product(name: "Channels", package: "buoy")
            ])
    ]
)
