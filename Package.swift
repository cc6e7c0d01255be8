// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A missing library is named before anything is compiled. Debian's ncursesw.pc has flags that SwiftPM
// warns of, so it is read only where the header is not in its usual place.
let cursesHeader = "/usr/include/ncurses.h"
let cursesPackage = FileManager.default.fileExists(atPath: cursesHeader) ? nil : "ncursesw"

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

// `.ci/release` sets it: SwiftPM does not notice when another commit is checked out, so that a plain
// build says nothing rather than something that was true once.
let commit = Context.environment["BUOY_COMMIT"].flatMap { text in
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain && !text.isEmpty ? text : nil
}

let package = Package(
    name: "buoy",
    // Linux only: the client hears of addresses and routes from its kernel.
    products: [
        .executable(name: "buoy", targets: ["buoy"]),
        .library(name: "Channels", targets: ["Channels", "ChannelsProtocol"]),
        .library(name: "ChannelsTesting", targets: ["ChannelsTesting"]),
        .library(name: "ChannelsMetrics", targets: ["ChannelsMetrics"]),
        .library(name: "ChannelsServiceLifecycle", targets: ["ChannelsServiceLifecycle"]),
        .library(name: "ChannelsHTTPAPI", targets: ["ChannelsHTTPAPI", "ChannelsProtocol"]),
        .library(name: "Webhooks", targets: ["Webhooks", "ChannelsProtocol", "ChannelsSigning"]),
        .library(
            name: "PushNotifications",
            targets: ["PushNotifications", "PushProtocol", "ChannelsProtocol"]),
    ],
    traits: [
        // One only: SwiftPM passes traits to the compiler in an order that changes from run to run, and then
        // everything is compiled again.
        .default(enabledTraits: ["Program"]),
        .trait(
            name: "Program",
            description: "The program buoy, and all that its tests try. Libraries alone need less."),
        .trait(name: "Metrics", description: "The product ChannelsMetrics, with swift-metrics."),
        .trait(
            name: "ServiceLifecycle",
            description: "The product ChannelsServiceLifecycle, with swift-service-lifecycle."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CNcurses", pkgConfig: cursesPackage, providers: [.apt(["libncursesw5-dev"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        // A header of this package, without a library.
        .systemLibrary(name: "CTextScan"),

        // The commit, for packages.
        .target(
            name: "CBuildFacts",
            cSettings: commit.map { [.define("BUOY_COMMIT", to: "\"\($0)\"")] } ?? []),

        // Pure: values and decisions.
        .target(name: "TextCoding"),
        .target(name: "ChannelsProtocol", dependencies: ["CTextScan", "TextCoding"]),
        .target(name: "TextScreen", dependencies: ["TextCoding"]),
        .target(name: "EventWords", dependencies: ["ChannelsProtocol", "Formatting"]),
        .target(
            name: "ConnectionCheck",
            dependencies: [
                "ChannelsProtocol", "EventWords", "Formatting", "TextCoding", "TextScreen",
            ]),
        // Several servers: their events in one log, compared.
        .target(
            name: "ServerEvents",
            dependencies: [
                "ChannelsProtocol", "TextScreen",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .target(
            name: "SeveralServers",
            dependencies: [
                "ChannelsProtocol", "ConnectionHeader", "DashboardSetup", "Formatting",
                "ServerEvents", "TextScreen",
            ]),
        .target(
            name: "EventLog",
            dependencies: [
                "ChannelsProtocol", "EventWords", "ServerEvents", "TextCoding",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .target(
            name: "LogFiles",
            dependencies: [
                "ChannelsProtocol", "Clocks", "Formatting",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "KeyScripts",
            dependencies: ["ChannelsProtocol", "DashboardSetup", "TextCoding", "TextScreen"]),
        .target(
            name: "Alerts",
            dependencies: [
                "ChannelsProtocol", "EventLog", "EventWords", "Formatting", "TextCoding",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .target(
            name: "EventFormats",
            dependencies: [
                "ChannelsProtocol", "EventLog", "EventWords", "Formatting", "TextCoding",
                "TextScreen", .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),

        .target(
            name: "Recording", dependencies: ["ChannelsProtocol", "FaultScripts", "TextCoding"]),

        // Base: what touches secrets, and what touches bytes.
        .target(
            name: "ChannelsSigning",
            dependencies: ["ChannelsProtocol", "COpenSSL", "CSodium", "TextCoding"]),
        .target(name: "Transport", dependencies: nio + ["COpenSSL", "CTextScan", "TextCoding"]),
        .target(name: "Clocks", dependencies: ["ChannelsProtocol"]),
        .target(name: "PrivateFiles"),
        .target(name: "ChildProcesses"),
        .target(
            name: "RecordingFiles",
            dependencies: ["ChannelsProtocol", "FaultScripts", "Formatting", "Recording"]),
        .target(
            name: "Replay",
            dependencies: [
                "ChannelsProtocol", "FaultScripts", "Playback", "Recording", "RecordingFiles",
            ]),
        .target(name: "PushProtocol", dependencies: ["ChannelsProtocol"]),

        // Services.
        .target(
            name: "Channels",
            dependencies: [
                "ChannelsProtocol", "ChannelsSigning", "Clocks", "EventWords", "TextCoding",
                "Transport", .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "UserNaming", dependencies: ["Channels", "ChannelsProtocol", "EventWords"]),
        .target(
            name: "ChannelsTesting",
            dependencies: ["Channels", "ChannelsProtocol", "Transport"]),
        .target(
            name: "SessionRecording",
            dependencies: [
                "Channels", "ChannelsProtocol", "Clocks", "FaultScripts", "Recording",
                "RecordingFiles",
            ]),
        .target(
            name: "ChannelsHTTPAPI",
            dependencies: ["ChannelsProtocol", "ChannelsSigning", "TextCoding", "Transport"]),
        .target(name: "Measurements"),
        .target(name: "ClientMetrics", dependencies: ["ChannelsProtocol", "Measurements"]),
        .target(name: "OpenMetrics", dependencies: ["Measurements", "TextScreen"]),
        .target(
            name: "ChannelsMetrics",
            dependencies: [
                "Channels", "ClientMetrics", "Measurements",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ]),
        .target(
            name: "ChannelsServiceLifecycle",
            dependencies: [
                "Channels",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(name: "Randomness"),
        .target(name: "NamedServers", dependencies: ["TextCoding"]),
        .target(
            name: "ServerSelection",
            dependencies: [
                "NamedServers", "ProgramSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(name: "FaultScripts", dependencies: ["ChannelsProtocol", "TextCoding"]),
        .target(
            name: "FaultInjection",
            dependencies: ["ChannelsProtocol", "Clocks", "FaultScripts", "Transport"]),
        .target(
            name: "StageScripts", dependencies: ["ChannelsProtocol", "FaultScripts", "TextCoding"]),
        .target(
            name: "PresenceBots",
            dependencies: [
                "Channels", "ChannelsProtocol", "Clocks", "FaultInjection", "FaultScripts",
                "StageScripts",
            ]),
        .target(
            name: "StageFiles", dependencies: ["ChannelsProtocol", "StageScripts", "TOMLFiles"]),
        .target(
            name: "Sandbox",
            dependencies: [
                "AuthorizationEndpoint", "ChannelsProtocol", "ChannelsSigning", "HTTPService",
                "Measurements", "PushService", "Randomness", "Transport", "WebhookService",
                "Webhooks",
            ]),
        .target(
            name: "ReconnectionLab",
            dependencies: [
                "ChannelsProtocol", "EventWords", "FaultScripts", "Formatting", "Randomness",
                "TextCoding", "TextScreen",
            ]),
        .target(
            name: "Webhooks",
            dependencies: ["ChannelsProtocol", "ChannelsSigning", "Clocks"]),
        .target(
            name: "WebhookService",
            dependencies: [
                "ChannelsProtocol", "ChannelsSigning", "Clocks", "Formatting", "HTTPService",
                "TextCoding", "Transport", "Webhooks",
            ]),
        .target(
            name: "HTTPService",
            dependencies: ["ChannelsProtocol", "ChannelsSigning", "Transport"]),
        .target(
            name: "AuthorizationEndpoint",
            dependencies: [
                "ChannelsProtocol", "ChannelsSigning", "HTTPService", "TextCoding", "Transport",
            ]),
        .target(
            name: "PushNotifications",
            dependencies: [
                "ChannelsProtocol", "Clocks", "PrivateFiles", "PushProtocol", "TextCoding",
                "Transport",
            ]),
        .target(
            name: "PushService",
            dependencies: ["ChannelsProtocol", "HTTPService", "PushProtocol", "Transport"]),

        // What a screen and plain output share: short texts, and views of an event's data.
        .target(name: "Formatting", dependencies: ["ChannelsProtocol"]),
        .target(name: "ManualPages", dependencies: ["ChannelsProtocol"]),
        .target(
            name: "Playback",
            dependencies: ["ChannelsProtocol", "Formatting", "TextCoding", "TextScreen"]),
        .target(
            name: "DataViews", dependencies: ["ChannelsProtocol", "Formatting", "TextScreen"]),

        // What has happened to the connection, and why: values, derived from reports.
        .target(
            name: "ConnectionHistory",
            dependencies: [
                "ChannelsProtocol", "EventLog", "EventWords", "FaultScripts", "Formatting",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .target(
            name: "ConnectionHeader",
            dependencies: [
                "ChannelsProtocol", "ConnectionHistory", "DashboardSetup", "EventLog", "EventWords",
                "FaultScripts",
                "Formatting", "ScreenParts", "TextScreen",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),

        .target(
            name: "SubscriptionLedger",
            dependencies: [
                "ChannelsProtocol", "EventWords", "Formatting",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),

        // The clients of a proxy, and the proxy.
        .target(
            name: "ProxiedClients",
            dependencies: [
                "ChannelsProtocol", "EventLog", "EventWords", "Formatting", "TextCoding",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]),
        .target(
            name: "ClientsView",
            dependencies: [
                "ChannelsProtocol", "ConnectionHeader", "Formatting", "ProxiedClients",
                "ScreenParts", "TextScreen",
            ]),
        .target(
            name: "ProxyService",
            dependencies: nio + [
                "Channels", "ChannelsProtocol", "Clocks", "FaultInjection", "FaultScripts",
                "ProxiedClients", "Transport",
            ]),

        // The app behind the connection, by its HTTP API: values and decisions.
        .target(
            name: "AppInspection",
            dependencies: [
                "ChannelsProtocol", "EventLog", "Formatting", "TextCoding",
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]),

        // Screen.
        .target(name: "ScreenParts", dependencies: ["TextScreen"]),
        .target(
            name: "FramesView",
            dependencies: [
                "ChannelsProtocol", "EventLog", "Formatting", "Recording", "ScreenParts",
                "TextScreen",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .target(
            name: "PresenceStage",
            dependencies: [
                "ChannelsProtocol", "EventWords", "Formatting", "ScreenParts", "StageScripts",
                "TextScreen",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .target(
            name: "LabView",
            dependencies: [
                "ChannelsProtocol", "ConnectionHeader", "FaultScripts", "Formatting",
                "ReconnectionLab", "TextScreen",
            ]),
        .target(
            name: "DashboardSetup",
            dependencies: [
                "TextCoding", "TextScreen",
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]),
        .target(
            name: "Dialogs",
            dependencies: [
                "ChannelsProtocol", "DashboardSetup", "EventLog", "ScreenParts", "TextCoding",
                "TextScreen",
            ]),
        .target(
            name: "DashboardPanes",
            dependencies: [
                "Alerts", "AppInspection", "ChannelsProtocol", "ClientsView", "ConnectionHeader",
                "ConnectionHistory", "DashboardSetup", "DataViews", "Dialogs", "EventLog",
                "EventWords", "FaultScripts", "Formatting", "FramesView", "LabView", "Playback",
                "PresenceStage", "ProxiedClients", "PushProtocol", "ReconnectionLab", "Recording",
                "ScreenParts", "ServerEvents", "StageScripts", "SubscriptionLedger", "TextScreen",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .target(
            name: "Dashboard",
            dependencies: [
                "Alerts", "AppInspection", "ChannelsProtocol", "ConnectionHeader",
                "ConnectionHistory",
                "DashboardPanes", "DashboardSetup", "DataViews", "Dialogs", "EventFormats",
                "EventLog", "EventWords",
                "FaultScripts", "Formatting", "LabView", "NamedServers", "Playback",
                "PresenceStage", "ProxiedClients", "PushProtocol", "Recording", "ScreenParts",
                "ServerEvents", "StageScripts", "SubscriptionLedger", "TextCoding", "TextScreen",
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .target(
            name: "TOMLFiles", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")]),
        .target(
            name: "ConfigurationSchema",
            dependencies: [
                "ChannelsProtocol", "Configuration", "Dashboard", "DashboardSetup", "NamedServers",
            ]),
        .target(
            name: "Configuration",
            dependencies: [
                "Alerts", "ChannelsProtocol", "Dashboard", "DashboardSetup", "EventLog",
                "NamedServers", "PrivateFiles",
                "TOMLFiles", "TextCoding", "TextScreen",
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
        .target(
            name: "CursesTerminal",
            dependencies: ["ChildProcesses", "TextCoding", "TextScreen", "CNcurses"]),

        // Program: what its commands share, and the commands.
        .target(
            name: "APICommands",
            dependencies: [
                "Channels", "ChannelsHTTPAPI", "ChannelsProtocol", "ChannelsSigning",
                "Formatting", "NamedServers", "ProgramSupport", "ServerSelection", "TextCoding",
                "TextScreen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "ProgramSupport",
            dependencies: [
                "CBuildFacts", "Channels", "ChannelsProtocol", "ChannelsSigning", "ChildProcesses",
                "NamedServers", "TextCoding", "TextScreen", "Transport", "UserNaming",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "MetricsService",
            dependencies: [
                "Channels", "ClientMetrics", "HTTPService", "Measurements", "OpenMetrics",
                "ProgramSupport", "Transport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "PushCommands",
            dependencies: [
                "ChannelsProtocol", "Clocks", "Formatting", "PrivateFiles", "ProgramSupport",
                "PushNotifications", "PushProtocol", "TextCoding", "TextScreen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "ServiceCommands",
            dependencies: [
                "AuthorizationEndpoint", "ChannelsProtocol", "ChannelsSigning", "Clocks",
                "Formatting", "HTTPService", "MetricsService", "ProgramSupport", "Sandbox",
                "TOMLFiles",
                "TextCoding", "TextScreen", "Transport", "WebhookService", "Webhooks",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "LabCommands",
            dependencies: [
                "Channels", "ChannelsProtocol", "FaultScripts", "ProgramSupport",
                "ReconnectionLab", "TOMLFiles", "TextCoding", "TextScreen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "ProxyCommands",
            dependencies: [
                "Channels", "ChannelsProtocol", "EventFormats", "Formatting", "NamedServers",
                "ProgramSupport", "ProxiedClients", "ProxyService", "TextScreen", "Transport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "RecordingCommands",
            dependencies: [
                "ChannelsProtocol", "EventFormats", "EventLog", "EventWords", "FaultScripts",
                "Formatting", "Playback", "ProgramSupport", "Recording", "RecordingFiles",
                "SessionRecording", "TextCoding", "TextScreen",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "LineCommands",
            dependencies: [
                "Channels", "ChannelsProtocol", "Clocks", "ConnectionCheck", "CursesTerminal",
                "EventFormats", "EventLog", "EventWords", "FaultInjection", "FaultScripts",
                "Formatting", "LabCommands", "MetricsService", "NamedServers", "ProgramSupport",
                "Recording", "RecordingCommands", "Sandbox", "ServerSelection", "ServiceCommands",
                "SessionRecording", "TextCoding", "TextScreen",
                "Transport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "DashboardRuntime",
            dependencies: [
                "Alerts", "AppInspection", "Channels", "ChannelsHTTPAPI", "ChannelsProtocol",
                "ChannelsSigning", "ChildProcesses", "Clocks", "Configuration", "ConnectionHistory",
                "CursesTerminal", "Dashboard", "DashboardPanes", "DashboardSetup", "EventFormats",
                "EventLog", "EventWords", "FaultInjection", "FaultScripts", "Formatting",
                "KeyScripts", "LabCommands", "LabView", "LineCommands", "MetricsService",
                "NamedServers", "Playback", "PresenceBots", "ProgramSupport", "ProxiedClients",
                "ProxyService", "PushNotifications", "PushProtocol", "ReconnectionLab", "Recording",
                "RecordingCommands", "RecordingFiles", "Replay", "Sandbox", "ServerEvents",
                "SessionRecording", "SeveralServers", "StageScripts", "TextScreen", "Transport",
                "UserNaming", "WebhookService", "Webhooks",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "buoy",
            dependencies: [
                "APICommands", "Channels", "ChannelsProtocol", "ChannelsSigning", "Clocks",
                "Configuration", "ConfigurationSchema", "CursesTerminal", "Dashboard",
                "DashboardPanes", "DashboardRuntime", "DashboardSetup", "EventFormats",
                "EventWords", "FaultScripts", "KeyScripts", "LabCommands", "LineCommands",
                "LogFiles", "ManualPages", "MetricsService", "NamedServers", "Playback",
                "ProgramSupport", "ProxyCommands", "ProxyService", "PushCommands", "Recording",
                "RecordingCommands", "RecordingFiles", "Replay", "ServerEvents", "ServerSelection",
                "ServiceCommands", "StageFiles", "StageScripts", "TOMLFiles", "TextCoding",
                "TextScreen", "Transport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // Examples of the documents, and their tests.
        .executableTarget(
            name: "GreetingBot", dependencies: ["Channels"], path: "docs/Examples/GreetingBot"),
        .executableTarget(
            name: "QueueBridge", dependencies: ["Channels"], path: "docs/Examples/QueueBridge"),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["Channels", "ChannelsTesting", "GreetingBot", "QueueBridge"],
            path: "docs/Examples/Tests"),

        // Tests.
        .target(name: "TestBasics", path: "Tests/TestBasics"),
        .target(
            name: "TestSupport",
            dependencies: [
                "Channels", "ChannelsProtocol", "ChannelsTesting", "Transport", "TextScreen",
            ],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "TextCodingTests", dependencies: ["TextCoding"]),
        .testTarget(
            name: "ChannelsProtocolTests",
            dependencies: ["ChannelsProtocol", "CTextScan", "TestBasics"],
            exclude: ["Corpora"]),
        .testTarget(
            name: "ChannelsSigningTests", dependencies: ["ChannelsSigning", "TestBasics"],
            exclude: ["Corpora"]),
        .testTarget(
            name: "TransportTests",
            dependencies: nio + [
                "COpenSSL", "ChannelsHTTPAPI", "TestBasics", "Transport",
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            exclude: ["Corpora"]),
        .testTarget(
            name: "PushNotificationsTests",
            dependencies: [
                "PushNotifications", "Sandbox", "TestBasics", "TestSupport", "Transport",
            ]),
        .testTarget(
            name: "ServerSelectionTests",
            dependencies: [
                "Channels", "ChannelsSigning", "NamedServers", "ProgramSupport", "ServerSelection",
                "TestBasics", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "NamedServersTests", dependencies: ["NamedServers"]),
        .testTarget(
            name: "LineCommandsTests",
            dependencies: [
                "ChannelsProtocol", "EventLog", "LineCommands", "ProgramSupport", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "ConnectionCheckTests",
            dependencies: ["ChannelsProtocol", "ConnectionCheck", "TestSupport", "TextScreen"]),
        .testTarget(
            name: "PushCommandsTests", dependencies: ["PushCommands", "PushNotifications"]),
        .testTarget(
            name: "LabCommandsTests",
            dependencies: [
                "ChannelsProtocol", "FaultScripts", "LabCommands", "ReconnectionLab", "TestBasics",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "StageScriptsTests",
            dependencies: ["ChannelsProtocol", "FaultScripts", "StageScripts", "TextScreen"]),
        .testTarget(
            name: "StageFilesTests",
            dependencies: ["ChannelsProtocol", "StageFiles", "StageScripts", "TestBasics"]),
        .testTarget(
            name: "PresenceBotsTests",
            dependencies: [
                "Channels", "ChannelsSigning", "PresenceBots", "Sandbox", "StageScripts",
            ]),
        .testTarget(
            name: "ReconnectionLabTests",
            dependencies: [
                "ChannelsProtocol", "FaultScripts", "ReconnectionLab", "TestBasics", "TextScreen",
            ]),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Channels", "ChannelsProtocol", "ChannelsTesting", "FaultScripts", "Playback",
                "Recording", "RecordingCommands",
                "RecordingFiles", "Replay", "SessionRecording", "TestBasics", "TextScreen",
            ]),
        .testTarget(
            name: "FaultScriptsTests",
            dependencies: ["ChannelsProtocol", "FaultScripts", "TestBasics"]),
        .testTarget(
            name: "FaultInjectionTests",
            dependencies: [
                "ChannelsProtocol", "FaultInjection", "FaultScripts", "TestSupport", "Transport",
            ]),
        .testTarget(
            name: "ProxiedClientsTests",
            dependencies: ["ChannelsProtocol", "ProxiedClients", "TestSupport"]),
        .testTarget(
            name: "ProxyCommandsTests",
            dependencies: [
                "ProxyCommands", "ProxyService",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "ProxyServiceTests",
            dependencies: nio + [
                "ChannelsProtocol", "FaultInjection", "FaultScripts", "ProxiedClients",
                "ProxyService", "Sandbox", "TestBasics", "TestSupport", "Transport",
            ]),
        .testTarget(name: "PushServiceTests", dependencies: ["PushService", "Transport"]),
        .testTarget(
            name: "ChannelsTests", dependencies: ["Channels", "ChannelsHTTPAPI", "TestSupport"]),
        .testTarget(
            name: "ChannelsTestingTests", dependencies: ["Channels", "ChannelsTesting"]),
        .testTarget(
            name: "ChannelsHTTPAPITests",
            dependencies: [
                "ChannelsHTTPAPI", "ChannelsProtocol", "ChannelsSigning", "Transport",
            ]),
        .testTarget(
            name: "SandboxTests",
            dependencies: [
                "AuthorizationEndpoint", "Channels", "ChannelsHTTPAPI", "FaultInjection",
                "FaultScripts", "HTTPService", "Measurements", "Sandbox", "TestSupport",
                "WebhookService", "Webhooks",
            ],
            exclude: ["Certificate"]),
        .testTarget(
            name: "WebhooksTests",
            dependencies: ["ChannelsProtocol", "ChannelsSigning", "Webhooks"]),
        .testTarget(
            name: "ServiceCommandsTests",
            dependencies: [
                "Sandbox", "ServiceCommands", "TestBasics", "WebhookService",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "WebhookServiceTests",
            dependencies: ["TestSupport", "Transport", "WebhookService", "Webhooks"]),
        .testTarget(
            name: "AuthorizationEndpointTests",
            dependencies: ["AuthorizationEndpoint", "HTTPService", "TestSupport"]),
        .testTarget(
            name: "ClientMetricsTests",
            dependencies: ["ChannelsProtocol", "ClientMetrics", "Measurements", "TestSupport"]),
        .testTarget(
            name: "OpenMetricsTests", dependencies: ["Measurements", "OpenMetrics", "TestBasics"]),
        .testTarget(
            name: "MetricsServiceTests",
            dependencies: [
                "Channels", "ChannelsTesting", "Measurements", "MetricsService", "OpenMetrics",
                "Sandbox", "TestSupport", "Transport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "ChannelsMetricsTests",
            dependencies: [
                "Channels", "ChannelsMetrics", "ChannelsTesting",
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]),
        .testTarget(
            name: "ChannelsServiceLifecycleTests",
            dependencies: [
                "Channels", "ChannelsMetrics", "ChannelsServiceLifecycle", "ChannelsTesting",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .testTarget(name: "ManualPagesTests", dependencies: ["ManualPages"]),
        .testTarget(name: "EventWordsTests", dependencies: ["EventFormats", "EventWords"]),
        .testTarget(
            name: "LogFilesTests",
            dependencies: ["LogFiles", .product(name: "Logging", package: "swift-log")]),
        .testTarget(
            name: "KeyScriptsTests",
            dependencies: ["ChannelsProtocol", "KeyScripts", "TestBasics", "TextScreen"]),
        .testTarget(
            name: "AlertsTests", dependencies: ["Alerts", "ChannelsProtocol", "EventLog"]),
        .testTarget(
            name: "ServerEventsTests",
            dependencies: ["ChannelsProtocol", "ServerEvents", "TestSupport", "TextScreen"]),
        .testTarget(
            name: "SeveralServersTests",
            dependencies: [
                "ChannelsProtocol", "DashboardSetup", "ServerEvents", "SeveralServers",
                "TestSupport", "TextScreen",
            ]),
        .testTarget(name: "EventLogTests", dependencies: ["EventLog", "EventWords", "TextCoding"]),
        .testTarget(
            name: "TextScreenTests", dependencies: ["TestBasics", "TextCoding", "TextScreen"],
            exclude: ["Corpora"]),
        .target(
            name: "ScreenPictures", dependencies: ["TextScreen"], path: "Tests/ScreenPictures"),
        .testTarget(
            name: "ScreenPicturesTests", dependencies: ["ScreenPictures", "TextScreen"]),
        .testTarget(
            name: "DataViewsTests",
            dependencies: ["DataViews", "TestBasics", "TestSupport", "TextScreen"]),
        .testTarget(
            name: "EventFormatsTests",
            dependencies: ["EventFormats", "EventLog", "EventWords", "TestBasics", "TestSupport"]),
        .testTarget(
            name: "AppInspectionTests",
            dependencies: ["AppInspection", "ChannelsProtocol", "TestSupport"]),
        .testTarget(
            name: "ConnectionHistoryTests",
            dependencies: ["ChannelsProtocol", "ConnectionHistory", "FaultScripts", "TestSupport"]),
        .testTarget(
            name: "UserNamingTests",
            dependencies: ["Channels", "ChannelsProtocol", "TestSupport", "UserNaming"]),
        .testTarget(
            name: "SubscriptionLedgerTests",
            dependencies: [
                "ChannelsProtocol", "EventWords", "SubscriptionLedger", "TestSupport",
            ]),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "Alerts", "AppInspection", "Configuration", "ConnectionHeader", "ConnectionHistory",
                "Dashboard",
                "DashboardPanes", "DataViews", "Dialogs", "EventFormats", "EventLog", "EventWords",
                "FaultScripts",
                "Formatting", "FramesView", "LabView", "NamedServers", "Playback", "PresenceStage",
                "ProxiedClients", "PushProtocol", "ReconnectionLab", "Recording", "RecordingFiles",
                "Replay", "ScreenParts", "ScreenPictures", "ServerEvents", "SeveralServers",
                "StageScripts", "TestBasics", "TestSupport",
            ],
            exclude: ["Screens"]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: [
                "Alerts", "Configuration", "Dashboard", "EventLog", "NamedServers", "TOMLFiles",
                "TestBasics",
            ],
            exclude: ["Corpora"]),
        .testTarget(
            name: "CursesTerminalTests",
            dependencies: [
                "CNcurses", "ChildProcesses", "CursesTerminal", "TestBasics", "TextCoding",
            ]),
        .testTarget(
            name: "HouseTests",
            dependencies: [
                "ClientMetrics", "Configuration", "ConfigurationSchema", "Dashboard",
                "Measurements", "MetricsService", "NamedServers", "Sandbox", "TextScreen",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "NamedServers", "TestBasics", "TestSupport", "TextScreen", "Transport", "buoy",
            ]),
    ]
)

// Targets only when they are asked for: who builds the program need not build its benchmarks, nor the
// echo that Autobahn's suite tries.
if Context.environment["BUOY_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Channels", "ChannelsHTTPAPI", "ChannelsProtocol", "Dashboard", "DataViews",
                "EventFormats", "FaultInjection",
                "EventLog", "EventWords", "Formatting", "Sandbox", "TestSupport", "TextScreen",
                "Transport",
            ],
            path: "Tests/Benchmarks"
        ))
}
if Context.environment["BUOY_AUTOBAHN"] != nil {
    package.targets.append(
        .executableTarget(
            name: "AutobahnEcho",
            dependencies: ["Transport", .product(name: "NIOCore", package: "swift-nio")],
            path: "Tests/AutobahnEcho"
        ))
}

// Whoever takes only some libraries (`traits: []`) fetches and builds nothing that the rest needs.
let traits: [String: Set<String>] = [
    "TOMLKit": ["Program"], "swift-argument-parser": ["Program"], "swift-collections": ["Program"],
    "swift-metrics": ["Metrics", "Program"],
    "swift-service-lifecycle": ["Program", "ServiceLifecycle"],
]
for target in package.targets {
    target.dependencies = target.dependencies.map { dependency in
        guard case .productItem(let name, let package?, let aliases, _) = dependency,
            let traits = traits[package]
        else { return dependency }
        return .productItem(
            name: name, package: package, moduleAliases: aliases,
            condition: .when(traits: traits))
    }
}

// One dialect for all of our own code.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    // In `.ci/run`, and not for everybody: a newer compiler may warn of more.
    if Context.environment["BUOY_WARNINGS_AS_ERRORS"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
