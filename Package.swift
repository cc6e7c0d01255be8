// swift-tools-version: 6.2
import Foundation
import PackageDescription

let dependencies: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
]

/// A product of another package. With a trait, only builds that have it or `Program` fetch it.
func product(_ name: String, of package: String, for trait: String? = nil) -> Target.Dependency {
    let condition = trait.flatMap { TargetDependencyCondition.when(traits: [$0, "Program"]) }
    return .product(name: name, package: package, condition: condition)
}

let nioCore = product("NIOCore", of: "swift-nio")
let nioPosix = product("NIOPosix", of: "swift-nio")
let nioEmbedded = product("NIOEmbedded", of: "swift-nio")
let logging = product("Logging", of: "swift-log")
let argumentParser = product("ArgumentParser", of: "swift-argument-parser", for: "Program")
let deques = product("DequeModule", of: "swift-collections", for: "Program")
let orderedCollections = product("OrderedCollections", of: "swift-collections", for: "Program")
let tomlKit = product("TOMLKit", of: "TOMLKit", for: "Program")
let coreMetrics = product("CoreMetrics", of: "swift-metrics", for: "Integrations")
let metricsTestKit = product("MetricsTestKit", of: "swift-metrics", for: "Integrations")
let lifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle", for: "Integrations")
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle", for: "Integrations")
let tracing = product("Tracing", of: "swift-distributed-tracing", for: "Integrations")
let memoryTracing = product("InMemoryTracing", of: "swift-distributed-tracing", for: "Integrations")
let configuration = product("Configuration", of: "swift-configuration", for: "Integrations")

/// Modules with what they import. A module imports only from its own floor and from those below;
/// `Tests/Program/HouseTests` compares this with every `import`.
typealias Modules = KeyValuePairs<String, [Target.Dependency]>

// A missing library is named before anything is compiled. Debian's ncursesw.pc has flags that
// SwiftPM warns of, so it is read only where the header is not in its usual place.
let hasCurses = FileManager.default.fileExists(atPath: "/usr/include/ncurses.h")

// `.ci/release` sets it. A plain build has none: SwiftPM does not notice another commit.
let commit = Context.environment["BUOY_COMMIT"].flatMap { text in
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain && !text.isEmpty ? text : nil
}

/// The system's libraries, and the C of this package.
let system: [Target] = [
    .systemLibrary(
        name: "CNcurses", path: "Sources/Base/CNcurses",
        pkgConfig: hasCurses ? nil : "ncursesw", providers: [.apt(["libncursesw5-dev"])]),
    .systemLibrary(
        name: "COpenSSL", path: "Sources/Base/COpenSSL", pkgConfig: "openssl",
        providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
        name: "CSodium", path: "Sources/Base/CSodium", pkgConfig: "libsodium",
        providers: [.apt(["libsodium-dev"])]),
    // A header of this package, without a library.
    .systemLibrary(name: "CTextScan", path: "Sources/Base/CTextScan"),
    // The commit, for packages.
    .target(
        name: "CBuildFacts", path: "Sources/Base/CBuildFacts",
        cSettings: commit.map { [.define("BUOY_COMMIT", to: "\"\($0)\"")] } ?? []),
]

/// What knows nothing of Channels: texts, bytes, the screen, the operating system.
let base: Modules = [
    "OperatingSystem": [],
    "TextCoding": [],
    "Transport": ["COpenSSL", "CTextScan", "OperatingSystem", "TextCoding", nioCore, nioPosix],
    "TextScreen": ["TextCoding"],
    "TOMLFiles": ["TextCoding", tomlKit],
    "DotenvFiles": [],
]

/// What apps use: the client, and what stands beside it as a product.
let library: Modules = [
    "ChannelsProtocol": ["CTextScan", "OperatingSystem", "TextCoding"],
    "ChannelsSigning": ["COpenSSL", "CSodium", "ChannelsProtocol", "TextCoding"],
    "EventWords": ["ChannelsProtocol"],
    "Channels": [
        "ChannelsProtocol", "ChannelsSigning", "EventWords", "TextCoding", "Transport", logging,
        nioCore,
    ],
    "ChannelsTesting": ["Channels", "ChannelsProtocol", "Transport"],
    "ChannelsHTTPAPI": ["ChannelsProtocol", "ChannelsSigning", "TextCoding", "Transport"],
    "Webhooks": ["ChannelsProtocol", "ChannelsSigning"],
    "PushProtocol": ["ChannelsProtocol"],
    "PushNotifications": [
        "ChannelsProtocol", "OperatingSystem", "PushProtocol", "TextCoding", "Transport",
    ],
    "Measurements": ["ChannelsProtocol"],
    "ChannelsMetrics": ["Channels", "Measurements", coreMetrics, lifecycle],
    "ChannelsServiceLifecycle": ["Channels", lifecycle],
    "ChannelsTracing": ["Channels", "ChannelsHTTPAPI", tracing],
    "ChannelsConfiguration": [
        "Channels", "ChannelsHTTPAPI", "ChannelsProtocol", "ChannelsSigning", configuration,
    ],
]

/// What serves, records and torments connections, and what the commands share.
let services: Modules = [
    "Scripts": ["ChannelsProtocol", "TextCoding"],
    "AppEnvironments": ["ChannelsSigning", "DotenvFiles", "Scripts", "TOMLFiles", "TextCoding"],
    "FaultInjection": ["ChannelsProtocol", "Scripts", "Transport"],
    "Recording": ["ChannelsProtocol", "EventWords", "Scripts", "TextCoding"],
    "Servers": [
        "ChannelsProtocol", "ChannelsSigning", "EventWords", "Measurements", "OperatingSystem",
        "PushProtocol", "TextCoding", "Transport", "Webhooks", deques,
    ],
    "ProgramSupport": [
        "AppEnvironments", "CBuildFacts", "Channels", "ChannelsHTTPAPI", "ChannelsProtocol",
        "ChannelsSigning",
        "EventWords",
        "OperatingSystem", "Scripts", "TOMLFiles", "TextCoding", "TextScreen", "Transport",
        argumentParser, logging,
    ],
    "Sessions": [
        "Channels", "ChannelsProtocol", "FaultInjection", "ProgramSupport", "Recording", "Scripts",
        "Servers", "TextCoding", "TextScreen", "Transport", argumentParser,
    ],
    "MetricsService": [
        "Channels", "Measurements", "OperatingSystem", "ProgramSupport", "Servers", "TextScreen",
        "Transport", argumentParser,
    ],
]

/// The dashboard without its features, the terminal, and what both know of events.
let screen: Modules = [
    "CursesTerminal": ["CNcurses", "OperatingSystem", "TextCoding", "TextScreen"],
    "Events": [
        "ChannelsProtocol", "EventWords", "TextCoding", "TextScreen", deques, orderedCollections,
    ],
    "Analysis": [
        "ChannelsProtocol", "EventWords", "Events", "Scripts", "TextCoding", "TextScreen", deques,
    ],
    "DashboardParts": [
        "Analysis", "ChannelsProtocol", "EventWords", "Events", "Scripts", "TextCoding",
        "TextScreen", deques, orderedCollections,
    ],
    "DashboardPanes": [
        "Analysis", "ChannelsProtocol", "DashboardParts", "EventWords", "Events", "Recording",
        "Scripts", "TextScreen", deques, orderedCollections,
    ],
    "Dashboard": [
        "Analysis", "ChannelsProtocol", "DashboardPanes", "DashboardParts", "EventWords", "Events",
        "Recording", "Scripts", "TextCoding", "TextScreen", orderedCollections,
    ],
    "DashboardConfiguration": [
        "ChannelsProtocol", "Dashboard", "DashboardParts", "Events", "OperatingSystem", "Scripts",
        "TOMLFiles", "TextCoding", "TextScreen", orderedCollections, tomlKit,
    ],
    "FeatureInterface": [
        "Channels", "ChannelsProtocol", "ChannelsSigning", "DashboardConfiguration", "Dashboard",
        "DashboardPanes", "DashboardParts", "Events", "ProgramSupport", "Scripts", "Servers",
        argumentParser,
    ],
    "DashboardRuntime": [
        "Analysis", "AppEnvironments", "Channels", "ChannelsProtocol", "ChannelsSigning",
        "DashboardConfiguration",
        "CursesTerminal", "Dashboard", "DashboardPanes", "DashboardParts", "EventWords", "Events",
        "FaultInjection", "FeatureInterface", "OperatingSystem", "ProgramSupport", "Recording",
        "Scripts", "Servers", "Sessions", "TOMLFiles", "TextCoding", "TextScreen", "Transport",
        argumentParser, logging,
    ],
]

let shownFeature: [Target.Dependency] = [
    "ChannelsProtocol", "Dashboard", "EventWords", "FeatureInterface", "TextScreen",
]
let paneFeature: [Target.Dependency] = [
    "Channels", "ChannelsProtocol", "Dashboard", "DashboardPanes", "DashboardParts", "EventWords",
    "FeatureInterface", "TextScreen", argumentParser,
]

/// A folder for each thing that buoy can do besides watching.
let features: Modules = [
    "Laboratory": paneFeature + ["Analysis", "ProgramSupport", "Scripts", "TextCoding"],
    "ConnectionFrames": paneFeature + ["Events", "Recording", "Sessions", deques],
    "Charts": shownFeature + ["DashboardPanes", "DashboardParts", "Events", orderedCollections],
    "WatchedMetrics": [
        "Channels", "Dashboard", "DashboardPanes", "EventWords", "FeatureInterface",
        "MetricsService", "ProgramSupport", argumentParser,
    ],
    "WebhookInbox": shownFeature + [
        "ChannelsSigning", "DashboardPanes", "ProgramSupport", "Servers", "TextCoding", "Transport",
        "Webhooks", argumentParser,
    ],
    "PushDevice": paneFeature + [
        "OperatingSystem", "ProgramSupport", "PushNotifications", "PushProtocol", "Scripts",
        "TextCoding", "Transport", orderedCollections,
    ],
    "AppAPI": paneFeature + [
        "Analysis", "ChannelsHTTPAPI", "ChannelsSigning", "Events", "ProgramSupport", "Scripts",
        "Servers", "TextCoding", "Transport", orderedCollections,
    ],
    "Stage": paneFeature + [
        "Analysis", "FaultInjection", "ProgramSupport", "Scripts", "TOMLFiles", "TextCoding",
        deques, orderedCollections,
    ],
    "Proxy": paneFeature + [
        "DashboardConfiguration", "CursesTerminal", "DashboardRuntime", "Events", "FaultInjection",
        "ProgramSupport", "Scripts", "Servers", "Sessions", "TextCoding", "Transport", deques,
        nioCore, nioPosix, orderedCollections,
    ],
    "Alerts": shownFeature + [
        "DashboardConfiguration", "DashboardPanes", "DashboardParts", "Events", "OperatingSystem",
        "Scripts", "TextCoding", deques,
    ],
    "Recordings": shownFeature + [
        "Analysis", "DashboardConfiguration", "CursesTerminal", "DashboardParts",
        "DashboardRuntime", "Events",
        "ProgramSupport", "Recording", "Scripts", "Sessions", "TextCoding", argumentParser,
    ],
]

let themes = [
    "default", "mono", "high-contrast-dark", "high-contrast-light", "cvd-dark", "cvd-light",
    "base16-dark", "base16-light", "catppuccin-latte", "catppuccin-mocha", "dracula", "everforest",
    "gruvbox-dark", "gruvbox-light", "kanagawa", "modus-operandi", "modus-vivendi", "monokai",
    "nord", "one-dark", "one-light", "rose-pine", "solarized-dark", "solarized-light",
    "tokyo-night",
].map { Resource.embedInCode("../../../themes/\($0).toml") }
let acts = [Resource.embedInCode("../../../docs/acts/presence.toml")]

/// The program that is put together from all of it.
let program: Modules = [
    "Commands": [
        "Analysis", "AppEnvironments", "Channels", "ChannelsHTTPAPI", "ChannelsProtocol",
        "ChannelsSigning", "CursesTerminal", "DashboardConfiguration", "DashboardParts",
        "DashboardRuntime",
        "EventWords", "Events", "FaultInjection", "FeatureInterface", "MetricsService",
        "ProgramSupport", "Recording",
        "Scripts",
        "Servers", "Sessions", "TOMLFiles", "TextCoding", "TextScreen", "Transport", argumentParser,
        logging,
    ],
    "FeatureList": [
        "Alerts", "AppAPI", "Charts", "ConnectionFrames", "Dashboard", "FeatureInterface",
        "Laboratory", "MetricsService", "ProgramSupport", "Proxy", "PushDevice", "Recordings",
        "Sessions", "Stage", "WatchedMetrics", "WebhookInbox", argumentParser,
    ],
    "buoy": [
        "AppEnvironments", "Channels", "ChannelsProtocol", "ChannelsSigning", "Commands",
        "DashboardConfiguration", "CursesTerminal",
        "Dashboard", "DashboardPanes", "DashboardParts", "DashboardRuntime", "EventWords", "Events",
        "FeatureInterface", "FeatureList", "MetricsService", "OperatingSystem", "ProgramSupport",
        "Scripts", "Sessions", "TextCoding", "TextScreen", argumentParser, logging,
    ],
]

/// What tests of what speaks to a server need.
let serverTests: [Target.Dependency] = [
    "Channels", "ChannelsHTTPAPI", "ChannelsProtocol", "ChannelsSigning", "ChannelsTesting",
    "EventWords", "Scripts", "Servers", "TestBasics", "TestSupport", "TextCoding", "TextScreen",
    "Transport", argumentParser,
]
let baseTests: Modules = [
    "OperatingSystemTests": ["OperatingSystem", "TestBasics"],
    "TextCodingTests": ["TextCoding"],
    "TransportTests": [
        "COpenSSL", "ChannelsHTTPAPI", "TestBasics", "TestSupport", "Transport", nioCore,
        nioEmbedded, nioPosix,
    ],
    "TextScreenTests": ["TestBasics", "TextCoding", "TextScreen"],
    "DotenvFilesTests": ["DotenvFiles"],
]

let libraryTests: Modules = [
    "ChannelsProtocolTests": ["CTextScan", "ChannelsProtocol", "TestBasics"],
    "ChannelsSigningTests": ["ChannelsProtocol", "ChannelsSigning", "TestBasics"],
    "EventWordsTests": ["ChannelsProtocol", "EventWords", "Events"],
    "ChannelsTests": serverTests + [logging],
    "ChannelsTestingTests": ["Channels", "ChannelsTesting"],
    "AdoptionTests": [
        "Channels", "ChannelsHTTPAPI", "ChannelsSigning", "ChannelsTesting", "PushNotifications",
        "Webhooks", logging, nioCore, nioPosix,
    ],
    "ChannelsHTTPAPITests": serverTests,
    "WebhooksTests": ["ChannelsProtocol", "ChannelsSigning", "Webhooks"],
    "PushNotificationsTests": serverTests + ["PushNotifications", "PushProtocol"],
    "MeasurementsTests": ["ChannelsProtocol", "Measurements", "TestSupport"],
    "ChannelsMetricsTests": [
        "Channels", "ChannelsMetrics", "ChannelsTesting", "TestBasics", metricsTestKit,
    ],
    "ChannelsServiceLifecycleTests": [
        "Channels", "ChannelsMetrics", "ChannelsServiceLifecycle", "ChannelsTesting", logging,
        lifecycle, unixSignals,
    ],
    "ChannelsTracingTests": serverTests + ["ChannelsTracing", memoryTracing, tracing],
    "ChannelsConfigurationTests": serverTests + ["ChannelsConfiguration", configuration],
]

let servicesTests: Modules = [
    "ScriptsTests": ["TestBasics", "ChannelsProtocol", "Scripts", "TextScreen"],
    "SimulationTests": ["Simulation", "TestBasics"],
    "AppEnvironmentsTests": ["AppEnvironments", "ChannelsSigning", "Scripts"],
    "FaultInjectionTests": serverTests + ["FaultInjection"],
    "RecordingTests": serverTests + ["Recording", "Sessions"],
    "ServersTests": serverTests + ["FaultInjection", "Measurements", "PushProtocol", "Webhooks"],
    "ProgramSupportTests": serverTests + ["ProgramSupport", logging],
    "MetricsServiceTests": serverTests + ["Measurements", "MetricsService"],
]

/// What tests of panes need.
let paneTests: [Target.Dependency] = [
    "Analysis", "ChannelsProtocol", "Dashboard", "DashboardConfiguration", "DashboardPanes",
    "DashboardParts", "DashboardTesting", "EventWords", "Events", "FeatureInterface", "Recording",
    "Scripts", "TestBasics", "TestSupport", "TextScreen", orderedCollections,
]

let screenTests: Modules = [
    "CursesTerminalTests": [
        "CNcurses", "CursesTerminal", "OperatingSystem", "TestBasics", "TextCoding", "TextScreen",
    ],
    "EventsTests": serverTests + ["Events"],
    "AnalysisTests": serverTests + ["Analysis"],
    "DashboardPartsTests": serverTests + ["DashboardParts", "Events"],
    "DashboardConfigurationTests": paneTests + ["OperatingSystem", "TOMLFiles", tomlKit],
    "DashboardRuntimeTests": paneTests + ["Channels", "ChannelsTesting", "DashboardRuntime"],
    "DashboardTests": paneTests + ["DashboardRuntime", "FeatureList", "Sessions"],
]

let featuresTests: Modules = [
    "AppAPITests": paneTests + ["AppAPI", "Channels", "ProgramSupport", argumentParser],
    "AlertsTests": paneTests + ["Alerts"],
    "RecordingsTests": paneTests + ["DashboardRuntime", "Recordings"],
    "ProxyTests": paneTests + [
        "FaultInjection", "Proxy", "Servers", "Sessions", "Transport", argumentParser,
    ],
    "LaboratoryTests": paneTests + ["Laboratory", argumentParser],
    "ConnectionFramesTests": paneTests + ["ConnectionFrames"],
    "ChartsTests": paneTests + ["Charts"],
    "WatchedMetricsTests": paneTests + [
        "Channels", "ChannelsTesting", "MetricsService", "WatchedMetrics", argumentParser,
    ],
    "WebhookInboxTests": serverTests + ["FeatureInterface", "WebhookInbox", "Webhooks"],
    "PushDeviceTests": paneTests + ["PushDevice", "PushNotifications", "PushProtocol"],
    "StageTests": paneTests + ["Channels", "ChannelsSigning", "Servers", "Stage", argumentParser],
]

let programTests: Modules = [
    "CommandsTests": serverTests + ["Commands", "Events", "ProgramSupport", "Webhooks"],
    "WholeDashboardTests": paneTests + ["Channels", "FeatureList", "ScreenPictures", "Servers"],
    "EndToEndTests": serverTests + [
        "DashboardRuntime", "OrderWatcher", "ProgramSupport", "buoy", argumentParser,
    ],
    "HouseTests": paneTests + ["FeatureList", "Measurements", "MetricsService", "Servers"],
]

/// What tests share.
let support: Modules = [
    "TestBasics": [],
    "TestSupport": [
        "ChannelsProtocol", "ChannelsTesting", "Recording", "TestBasics", "TextScreen", "Transport",
    ],
    "ScreenPictures": ["TextScreen"],
    "DashboardTesting": [
        "ChannelsProtocol", "DashboardConfiguration", "Dashboard", "DashboardPanes",
        "DashboardParts", "Events", "FeatureInterface", "Recording", "ScreenPictures", "Scripts",
        "TestBasics", "TestSupport", "TextScreen", orderedCollections,
    ],
    // A whole client and a sandbox in memory, in simulated time.
    "Simulation": [
        "Channels", "ChannelsProtocol", "ChannelsSigning", "ChannelsTesting", "Servers",
        "Transport", nioCore, nioEmbedded,
    ],
]
let supportTests: Modules = ["ScreenPicturesTests": ["ScreenPictures", "TextScreen"]]

/// Examples of the documents: packages for copying, which are built here with the same library.
let examples: Modules = [
    "GreetingBot": ["Channels"],
    "QueueBridge": ["Channels"],
    "OrderWatcher": [
        "Channels", "ChannelsMetrics", "ChannelsServiceLifecycle", logging, lifecycle, unixSignals,
    ],
]
/// Examples of one file, to be copied into a package.
let programs = ["FirstProgram", "LobbyBot", "EventBridge", "ConnectionDisplay"]

/// Programs for developers, built only if the environment asks for them: `BUOY_BENCHMARKS=1`.
let onRequest: Modules = [
    "Benchmarks": [
        "Channels", "ChannelsHTTPAPI", "ChannelsProtocol", "Dashboard", "Events", "FaultInjection",
        "Servers", "TestSupport", "TextScreen", "Transport",
    ],
    "AutobahnEcho": ["Transport", nioCore],
    "Simulator": ["Simulation"],
]

let package = Package(
    name: "buoy",
    products: [
        .executable(name: "buoy", targets: ["buoy"]),
        .library(name: "Channels", targets: ["Channels", "ChannelsProtocol"]),
        .library(name: "ChannelsTesting", targets: ["ChannelsTesting"]),
        .library(name: "ChannelsSigning", targets: ["ChannelsSigning", "ChannelsProtocol"]),
        .library(name: "ChannelsMetrics", targets: ["ChannelsMetrics"]),
        .library(name: "ChannelsServiceLifecycle", targets: ["ChannelsServiceLifecycle"]),
        .library(name: "ChannelsTracing", targets: ["ChannelsTracing"]),
        .library(name: "ChannelsConfiguration", targets: ["ChannelsConfiguration"]),
        .library(name: "ChannelsHTTPAPI", targets: ["ChannelsHTTPAPI", "ChannelsProtocol"]),
        .library(name: "Webhooks", targets: ["Webhooks", "ChannelsProtocol", "ChannelsSigning"]),
        .library(
            name: "PushNotifications",
            targets: ["PushNotifications", "PushProtocol", "ChannelsProtocol"]),
    ],
    traits: [
        // A consumer names one or none: SwiftPM passes two to the compiler in an order that changes
        // from run to run, and then everything is compiled again.
        .default(enabledTraits: ["Program"]),
        .trait(name: "Program", description: "The program buoy, and all that its tests try."),
        .trait(name: "Integrations", description: "Metrics, services, traces, configurations."),
    ],
    dependencies: dependencies,
    targets: system
)

/// Each floor is a folder of `Sources`, and of `Tests`.
let floors: [(folder: String, modules: Modules, tests: Modules)] = [
    ("Base", base, baseTests), ("Library", library, libraryTests),
    ("Services", services, servicesTests), ("Screen", screen, screenTests),
    ("Features", features, featuresTests), ("Program", program, programTests),
    ("Support", support, supportTests),
]
/// Folders of tests that are not source.
func data(in tests: String) -> [String] {
    ["Corpora", "Screens", "Sandbox/Certificate"].filter {
        FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(tests)/\($0)")
    }
}
for floor in floors {
    package.targets += floor.modules.map { name, dependencies in
        let path = "\(floor.folder == "Support" ? "Tests" : "Sources")/\(floor.folder)/\(name)"
        return name == "buoy"
            ? .executableTarget(name: name, dependencies: dependencies, path: path)
            : .target(
                name: name, dependencies: dependencies, path: path,
                resources: name == "DashboardConfiguration" ? themes : name == "Stage" ? acts : [])
    }
    package.targets += floor.tests.map { name, dependencies in
        let path = "Tests/\(floor.folder)/\(name)"
        return .testTarget(
            name: name, dependencies: dependencies, path: path, exclude: data(in: path),
            packageAccess: name != "AdoptionTests")
    }
}
for (name, dependencies) in examples {
    let path = "docs/Examples/\(name)"
    let tested = dependencies + ["ChannelsTesting", .target(name: name)]
    package.targets += [
        .executableTarget(name: name, dependencies: dependencies, path: "\(path)/Sources"),
        .testTarget(name: "\(name)Tests", dependencies: tested, path: "\(path)/Tests"),
    ]
}
package.targets += programs.map {
    .executableTarget(name: $0, dependencies: ["Channels"], path: "docs/Examples/\($0)")
}
for (name, dependencies) in onRequest
where Context.environment["BUOY_\(name.uppercased())"] != nil {
    package.targets.append(
        .executableTarget(name: name, dependencies: dependencies, path: "Tests/Support/\(name)"))
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
