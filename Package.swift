// swift-tools-version: 6.2
import PackageDescription

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

let package = Package(
    name: "buoy",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "buoy", targets: ["buoy"]),
        .library(name: "Channels", targets: ["Channels", "ChannelsProtocol"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "COpenSSL"),
        .systemLibrary(name: "CSodium"),

        // Pure: values and decisions. They import nothing of ours.
        .target(name: "ChannelsProtocol"),
        .target(name: "TextScreen"),

        // Base: what touches secrets, and what touches bytes.
        .target(
            name: "ChannelsSigning", dependencies: ["ChannelsProtocol", "COpenSSL", "CSodium"]),
        .target(name: "Transport", dependencies: nio + ["COpenSSL"]),

        // Services.
        .target(
            name: "Channels",
            dependencies: [
                "ChannelsProtocol", "ChannelsSigning", "Transport",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "Sandbox", dependencies: ["ChannelsProtocol", "ChannelsSigning", "Transport"]),

        // Screen.
        .target(
            name: "Dashboard",
            dependencies: [
                "ChannelsProtocol", "TextScreen",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .target(
            name: "Configuration",
            dependencies: [
                "ChannelsProtocol", "Dashboard", "TextScreen",
                .product(name: "OrderedCollections", package: "swift-collections"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            resources: [
                .embedInCode("../../themes/default.toml"),
                .embedInCode("../../themes/mono.toml"),
                .embedInCode("../../themes/high-contrast-dark.toml"),
                .embedInCode("../../themes/high-contrast-light.toml"),
                .embedInCode("../../themes/cvd-dark.toml"),
                .embedInCode("../../themes/cvd-light.toml"),
                .embedInCode("../../themes/base16-dark.toml"),
                .embedInCode("../../themes/base16-light.toml"),
                .embedInCode("../../themes/catppuccin-latte.toml"),
                .embedInCode("../../themes/catppuccin-mocha.toml"),
                .embedInCode("../../themes/dracula.toml"),
                .embedInCode("../../themes/everforest.toml"),
                .embedInCode("../../themes/gruvbox-dark.toml"),
                .embedInCode("../../themes/gruvbox-light.toml"),
                .embedInCode("../../themes/kanagawa.toml"),
                .embedInCode("../../themes/modus-operandi.toml"),
                .embedInCode("../../themes/modus-vivendi.toml"),
                .embedInCode("../../themes/monokai.toml"),
                .embedInCode("../../themes/nord.toml"),
                .embedInCode("../../themes/one-dark.toml"),
                .embedInCode("../../themes/one-light.toml"),
                .embedInCode("../../themes/rose-pine.toml"),
                .embedInCode("../../themes/solarized-dark.toml"),
                .embedInCode("../../themes/solarized-light.toml"),
                .embedInCode("../../themes/tokyo-night.toml"),
            ]
        ),
        .target(name: "CursesTerminal", dependencies: ["TextScreen", "CNcurses"]),

        // Program.
        .executableTarget(
            name: "buoy",
            dependencies: [
                "Channels", "ChannelsProtocol", "ChannelsSigning", "Configuration",
                "CursesTerminal", "Dashboard", "Sandbox", "TextScreen", "Transport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["Channels", "ChannelsProtocol", "Transport", "TextScreen"],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "ChannelsProtocolTests", dependencies: ["ChannelsProtocol"], exclude: ["Corpora"]),
        .testTarget(
            name: "ChannelsSigningTests", dependencies: ["ChannelsSigning"], exclude: ["Corpora"]),
        .testTarget(
            name: "TransportTests", dependencies: nio + ["COpenSSL", "Transport"],
            exclude: ["Corpora"]),
        .testTarget(name: "ChannelsTests", dependencies: ["Channels", "TestSupport"]),
        .testTarget(name: "SandboxTests", dependencies: ["Sandbox", "Channels", "TestSupport"]),
        .testTarget(
            name: "TextScreenTests", dependencies: ["TextScreen"], exclude: ["Corpora"]),
        .testTarget(
            name: "DashboardTests", dependencies: ["Configuration", "Dashboard", "TestSupport"],
            exclude: ["Screens"]),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Dashboard"]),
        .testTarget(name: "CursesTerminalTests", dependencies: ["CursesTerminal"]),
        .testTarget(
            name: "HouseTests", dependencies: ["Configuration", "Dashboard", "TextScreen"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport", "TextScreen", "Transport", "buoy"]),
    ]
)

// A target only when it is asked for: who builds the program need not build its benchmarks.
if Context.environment["BUOY_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Channels", "ChannelsProtocol", "Dashboard", "TestSupport", "TextScreen",
                "Transport",
            ],
            path: "Tests/Benchmarks"
        ))
}

// One dialect for all of our own code.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
