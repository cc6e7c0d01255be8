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
]

/// `.ci/run` sets it, to build and test the integrations with the rest.
let hasIntegrations = Context.environment["BUOY_INTEGRATIONS"] != nil

/// A product of another package. With a trait, only builds that have the trait fetch it.
func product(_ name: String, of package: String, for trait: String? = nil) -> Target.Dependency {
    let condition = trait.flatMap { trait in
        TargetDependencyCondition.when(traits: hasIntegrations ? [trait, "Program"] : [trait])
    }
    return .product(name: name, package: package, condition: condition)
}

let nioCore = product("NIOCore", of: "swift-nio")
let nioPosix = product("NIOPosix", of: "swift-nio")
let nioEmbedded = product("NIOEmbedded", of: "swift-nio")
let logging = product("Logging", of: "swift-log")
let argumentParser = product("ArgumentParser", of: "swift-argument-parser", for: "Program")
let deques = product("DequeModule", of: "swift-collections", for: "Program")
let orderedCollections = product("OrderedCollections", of: "swift-collections", for: "Program")
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

/// Asks pkg-config for a library whose header is not in the usual place. Where it is, nothing is
/// asked, so that the tool is not needed.
func search(_ name: String, without header: String) -> String? {
    FileManager.default.fileExists(atPath: "/usr/include/\(header)") ? nil : name
}

// `.ci/release` sets it. A plain build has none: SwiftPM does not notice another commit.
let commit = Context.environment["BUOY_COMMIT"].flatMap { text in
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain && !text.isEmpty ? text : nil
}

/// The system's libraries, and the C of this package.
let system: [Target] = [
    .systemLibrary(
        name: "CBuoyNcurses", path: "Sources/Base/CBuoyNcurses",
        pkgConfig: search("ncursesw", without: "ncurses.h"),
        providers: [.apt(["libncursesw5-dev"])]),
    .systemLibrary(
        name: "CChannelsOpenSSL", path: "Sources/Base/CChannelsOpenSSL",
        pkgConfig: search("openssl", without: "openssl/ssl.h"), providers: [.apt(["libssl-dev"])]),
    // A header of this package, without a library.
    .systemLibrary(name: "CChannelsTextScan", path: "Sources/Base/CChannelsTextScan"),
    // The commit, for packages.
    .target(
        name: "CBuoyBuildFacts", path: "Sources/Base/CBuoyBuildFacts",
        cSettings: commit.map { [.define("BUOY_COMMIT", to: "\"\($0)\"")] } ?? []),
    // Runs before the Swift runtime.
    .target(name: "CBuoyProgramStart", path: "Sources/Base/CBuoyProgramStart"),
]

/// What knows nothing of Channels: texts, bytes, the screen, the operating system.
let base: Modules = [
    "ChannelsTransport": [
        "CChannelsOpenSSL", "CChannelsTextScan", "ChannelsBasics", "ChannelsFoundation",
        "ChannelsPOSIX", nioCore, nioPosix,
    ],
    "BuoyTextScreen": ["ChannelsBasics"],
    "BuoyTOMLFiles": ["ChannelsBasics"],
    "ChannelsBasics": ["ChannelsPOSIX"],
    "ChannelsFoundation": [],
    "ChannelsPOSIX": [],
]

/// What apps use: the client, and what stands beside it as a product.
let library: Modules = [
    "ChannelsProtocol": ["CChannelsTextScan", "ChannelsBasics"],
    "ChannelsCore": ["ChannelsProtocol"],
    "ChannelsSigning": [
        "CChannelsOpenSSL", "ChannelsBasics", "ChannelsCore", "ChannelsProtocol",
    ],
    "ChannelsEventWords": ["ChannelsBasics", "ChannelsProtocol"],
    "ChannelsRoutes": ["ChannelsFoundation", "ChannelsProtocol", "ChannelsTransport"],
    "Channels": [
        "ChannelsBasics", "ChannelsCore", "ChannelsEventWords", "ChannelsFoundation",
        "ChannelsProtocol", "ChannelsRoutes", "ChannelsSigning", "ChannelsTransport", logging,
        nioCore,
    ],
    "ChannelsDiagnostics": ["Channels", "ChannelsProtocol"],
    "ChannelsTesting": [
        "Channels", "ChannelsFoundation", "ChannelsProtocol", "ChannelsTransport",
        "ChannelsWebhooks",
    ],
    "ChannelsHTTPAPI": [
        "ChannelsBasics", "ChannelsCore", "ChannelsFoundation", "ChannelsProtocol",
        "ChannelsRoutes", "ChannelsSigning", "ChannelsTransport",
    ],
    "ChannelsWebhooks": ["ChannelsFoundation", "ChannelsProtocol", "ChannelsSigning"],
    "ChannelsPushProtocol": ["ChannelsFoundation", "ChannelsProtocol"],
    "ChannelsPushNotifications": [
        "ChannelsBasics", "ChannelsFoundation", "ChannelsProtocol", "ChannelsPushProtocol",
        "ChannelsRoutes",
        "ChannelsTransport",
    ],
    "ChannelsMeasurements": ["ChannelsProtocol"],
    "ChannelsMetrics": [
        "Channels", "ChannelsMeasurements", "ChannelsProtocol", coreMetrics, lifecycle,
    ],
    "ChannelsServiceLifecycle": ["Channels", lifecycle],
    "ChannelsTracing": ["Channels", "ChannelsHTTPAPI", "ChannelsProtocol", tracing],
    "ChannelsConfiguration": [
        "Channels", "ChannelsHTTPAPI", "ChannelsProtocol", "ChannelsRoutes", "ChannelsSigning",
        configuration,
    ],
]

/// What serves, records and torments connections, and what the commands share.
let services: Modules = [
    "BuoyScripts": ["ChannelsBasics", "ChannelsProtocol"],
    "BuoyRecordingFiles": [
        "BuoyScripts", "BuoyTextScreen", "ChannelsBasics", "ChannelsEventWords", "ChannelsProtocol",
    ],
    "BuoyServers": [
        "BuoyScripts", "ChannelsBasics", "ChannelsEventWords", "ChannelsMeasurements",
        "ChannelsProtocol", "ChannelsPushProtocol", "ChannelsSigning", "ChannelsTransport",
        "ChannelsWebhooks", deques,
    ],
    "BuoyProgramSupport": [
        "BuoyScripts", "BuoyTOMLFiles", "BuoyTextScreen", "CBuoyBuildFacts", "Channels",
        "ChannelsBasics", "ChannelsEventWords", "ChannelsProtocol",
        "ChannelsSigning", "ChannelsTransport", argumentParser, logging,
    ],
    "BuoySessions": [
        "BuoyProgramSupport", "BuoyRecordingFiles", "BuoyScripts", "BuoyServers", "BuoyTextScreen",
        "Channels", "ChannelsBasics", "ChannelsDiagnostics", "ChannelsEventWords",
        "ChannelsMeasurements", "ChannelsProtocol", "ChannelsSigning", "ChannelsTransport",
        argumentParser,
    ],
    "BuoyProtocolCases": [
        "BuoyProgramSupport", "BuoyRecordingFiles", "BuoyServers", "BuoySessions", "BuoyTOMLFiles",
        "Channels", "ChannelsBasics", "ChannelsEventWords", "ChannelsHTTPAPI", "ChannelsProtocol",
        "ChannelsRoutes", "ChannelsSigning", "ChannelsTransport", "ChannelsWebhooks",
        argumentParser,
    ],
]

/// The dashboard without its features, the terminal, and what both know of events.
let screen: Modules = [
    "BuoyCursesTerminal": ["BuoyTextScreen", "CBuoyNcurses", "ChannelsBasics"],
    "BuoyDashboard": [
        "BuoyRecordingFiles", "BuoyScripts", "BuoyTextScreen", "ChannelsBasics",
        "ChannelsEventWords",
        "ChannelsProtocol", deques, orderedCollections,
    ],
    "BuoyDashboardRuntime": [
        "BuoyCursesTerminal", "BuoyDashboard", "BuoyProgramSupport", "BuoyRecordingFiles",
        "BuoyScripts",
        "BuoyServers", "BuoySessions", "BuoyTOMLFiles", "BuoyTextScreen", "Channels",
        "ChannelsBasics", "ChannelsDiagnostics", "ChannelsEventWords", "ChannelsProtocol",
        "ChannelsSigning", "ChannelsTransport", argumentParser, logging, orderedCollections,
    ],
]

let shownFeature: [Target.Dependency] = [
    "BuoyDashboard", "BuoyDashboardRuntime", "BuoyTextScreen", "ChannelsEventWords",
    "ChannelsProtocol",
]
let paneFeature: [Target.Dependency] = shownFeature + ["Channels", argumentParser]

/// A folder for each thing that buoy can do besides watching.
let features: Modules = [
    "BuoyLaboratory": paneFeature + [
        "BuoyProgramSupport", "BuoyRecordingFiles", "BuoyScripts", "BuoySessions", "ChannelsBasics",
    ],
    "BuoyConnectionFrames": shownFeature + [
        "BuoyRecordingFiles", "BuoySessions", "Channels", "ChannelsDiagnostics", deques,
    ],
    "BuoyCharts": shownFeature + [orderedCollections],
    "BuoyWatchedMetrics": [
        "BuoyDashboard", "BuoyDashboardRuntime", "BuoyProgramSupport", "BuoySessions", "Channels",
        "ChannelsEventWords", argumentParser,
    ],
    "BuoyWebhookInbox": shownFeature + [
        "BuoyProgramSupport", "BuoyServers", "ChannelsBasics", "ChannelsSigning",
        "ChannelsTransport", "ChannelsWebhooks", argumentParser,
    ],
    "BuoyPushDevice": shownFeature + [
        "BuoyProgramSupport", "BuoyScripts", "ChannelsBasics", "ChannelsPushNotifications",
        argumentParser,
    ],
    "BuoyAppAPI": paneFeature + [
        "BuoyProgramSupport", "BuoyScripts", "BuoyServers", "ChannelsBasics", "ChannelsHTTPAPI",
        "ChannelsSigning", "ChannelsTransport", deques, orderedCollections,
    ],
    "BuoyStage": paneFeature + [
        "BuoyProgramSupport", "BuoyScripts", "BuoyServers", "BuoySessions", "BuoyTOMLFiles",
        "ChannelsBasics", "ChannelsSigning", "ChannelsTransport", deques, orderedCollections,
    ],
    "BuoyProxy": paneFeature + [
        "BuoyCursesTerminal", "BuoyProgramSupport", "BuoyRecordingFiles", "BuoyScripts",
        "BuoyServers", "BuoySessions", "BuoyTOMLFiles", "ChannelsBasics", "ChannelsDiagnostics",
        "ChannelsTransport", deques,
        nioCore, nioPosix, orderedCollections,
    ],
    "BuoyConformance": [
        "BuoyDashboard", "BuoyDashboardRuntime", "BuoyProgramSupport", "BuoyProtocolCases",
        "BuoyRecordingFiles", "BuoyScripts", "BuoyServers", "BuoySessions", "BuoyTextScreen",
        "Channels", "ChannelsBasics", "ChannelsEventWords", "ChannelsProtocol", "ChannelsRoutes",
        "ChannelsSigning", "ChannelsTransport", "ChannelsWebhooks", argumentParser,
        orderedCollections,
    ],
    "BuoyAlerts": shownFeature + ["BuoyRecordingFiles", "BuoyScripts", "ChannelsBasics", deques],
    "BuoyRecordingCommands": shownFeature + [
        "BuoyCursesTerminal", "BuoyProgramSupport", "BuoyRecordingFiles", "BuoyScripts",
        "BuoySessions", argumentParser,
    ],
]

let themes = [
    "default", "mono", "high-contrast-dark", "high-contrast-light", "cvd-dark", "cvd-light",
    "base16-dark", "base16-light", "catppuccin-latte", "catppuccin-mocha", "dracula", "everforest",
    "gruvbox-dark", "gruvbox-light", "kanagawa", "modus-operandi", "modus-vivendi", "monokai",
    "nord", "one-dark", "one-light", "rose-pine", "solarized-dark", "solarized-light",
    "tokyo-night",
].map { Resource.embedInCode("../../../themes/\($0).toml") }
let stage = [
    "../../../docs/acts/presence.toml", "../../../docs/acts/room.toml", "Room/Page/room.html",
]
.map { Resource.embedInCode($0) }
let cases = ["server-connection", "server-channels", "server-api", "server-odd", "client"]
    .map { Resource.embedInCode("Cases/\($0).toml") }

/// The program that is put together from all of it.
let program: Modules = [
    "BuoyCommands": [
        "BuoyCursesTerminal", "BuoyDashboard", "BuoyDashboardRuntime", "BuoyProgramSupport",
        "BuoyProtocolCases", "BuoyRecordingFiles", "BuoyScripts", "BuoyServers", "BuoySessions",
        "BuoyTOMLFiles", "BuoyTextScreen", "Channels", "ChannelsBasics", "ChannelsEventWords",
        "ChannelsHTTPAPI", "ChannelsProtocol", "ChannelsSigning", "ChannelsTransport",
        argumentParser, logging,
    ],
    "BuoyFeatureList": [
        "BuoyAlerts", "BuoyAppAPI", "BuoyCharts", "BuoyConformance", "BuoyConnectionFrames",
        "BuoyDashboard", "BuoyDashboardRuntime", "BuoyLaboratory", "BuoyProgramSupport",
        "BuoyProxy", "BuoyPushDevice", "BuoyRecordingCommands", "BuoySessions", "BuoyStage",
        "BuoyWatchedMetrics",
        "BuoyWebhookInbox", argumentParser,
    ],
    "buoy": [
        "BuoyCommands", "BuoyCursesTerminal", "BuoyDashboard", "BuoyDashboardRuntime",
        "BuoyFeatureList", "BuoyProgramSupport", "BuoyScripts", "BuoyServers", "BuoySessions",
        "BuoyTextScreen", "CBuoyProgramStart", "Channels", "ChannelsBasics", "ChannelsEventWords",
        "ChannelsProtocol", "ChannelsSigning",
        argumentParser, logging,
    ],
]

/// What tests of what speaks to a server need.
let serverTests: [Target.Dependency] = [
    "BuoyScripts", "BuoyServers", "BuoyTestBasics", "BuoyTestSupport", "BuoyTextScreen", "Channels",
    "ChannelsBasics", "ChannelsDiagnostics", "ChannelsEventWords", "ChannelsHTTPAPI",
    "ChannelsProtocol", "ChannelsSigning", "ChannelsTesting", "ChannelsTransport", argumentParser,
]
let baseTests: Modules = [
    "BasicsTests": ["BuoyTestBasics", "ChannelsBasics"],
    "TransportTests": [
        "BuoyTestBasics", "BuoyTestSupport", "CChannelsOpenSSL", "ChannelsHTTPAPI",
        "ChannelsTransport", nioCore, nioEmbedded, nioPosix,
    ],
    "TextScreenTests": ["BuoyTestBasics", "BuoyTextScreen", "ChannelsBasics"],
    "TOMLFilesTests": ["BuoyTOMLFiles", "BuoyTestBasics"],
]

let libraryTests: Modules = [
    "ChannelsProtocolTests": [
        "BuoyTestBasics", "CChannelsTextScan", "ChannelsDiagnostics", "ChannelsProtocol",
    ],
    "ChannelsSigningTests": ["BuoyTestBasics", "ChannelsProtocol", "ChannelsSigning"],
    "EventWordsTests": ["BuoyDashboard", "ChannelsEventWords", "ChannelsProtocol"],
    "ChannelsTests": serverTests + [logging],
    "ChannelsTestingTests": [
        "BuoyTestBasics", "Channels", "ChannelsDiagnostics", "ChannelsTesting",
    ],
    "AdoptionTests": [
        "BuoyTestBasics", "Channels", "ChannelsDiagnostics", "ChannelsHTTPAPI",
        "ChannelsPushNotifications", "ChannelsSigning", "ChannelsTesting", "ChannelsWebhooks",
        logging, nioCore, nioPosix,
    ],
    "ChannelsHTTPAPITests": serverTests,
    "WebhooksTests": ["ChannelsProtocol", "ChannelsSigning", "ChannelsWebhooks"],
    "PushNotificationsTests": serverTests + ["ChannelsPushNotifications", "ChannelsPushProtocol"],
    "MeasurementsTests": ["BuoyTestSupport", "ChannelsMeasurements", "ChannelsProtocol"],
    "ChannelsMetricsTests": [
        "BuoyTestBasics", "Channels", "ChannelsMetrics", "ChannelsTesting", metricsTestKit,
    ],
    "ChannelsServiceLifecycleTests": [
        "BuoyTestBasics", "Channels", "ChannelsMetrics", "ChannelsServiceLifecycle",
        "ChannelsTesting", lifecycle, logging, unixSignals,
    ],
    "ChannelsTracingTests": serverTests + ["ChannelsTracing", memoryTracing, tracing],
    "ChannelsConfigurationTests": serverTests + ["ChannelsConfiguration", configuration],
]

let servicesTests: Modules = [
    "ScriptsTests": ["BuoyScripts", "BuoyTestBasics", "BuoyTextScreen", "ChannelsProtocol"],
    // A whole client and a sandbox in memory, in simulated time.
    "SimulationTests": [
        "BuoyServers", "BuoyTestBasics", "Channels", "ChannelsDiagnostics", "ChannelsProtocol",
        "ChannelsSigning", "ChannelsTesting", "ChannelsTransport", nioCore, nioEmbedded,
    ],
    "SessionsTests": serverTests + ["BuoyProgramSupport", "BuoySessions", "ChannelsMeasurements"],
    "RecordingFilesTests": serverTests + ["BuoyRecordingFiles", "BuoySessions"],
    "ServersTests": serverTests + [
        "BuoySessions", "ChannelsMeasurements", "ChannelsPushProtocol", "ChannelsWebhooks",
    ],
    "ProgramSupportTests": serverTests + ["BuoyProgramSupport", logging],
]

/// What tests of panes need.
let paneTests: [Target.Dependency] = [
    "BuoyDashboard", "BuoyDashboardRuntime", "BuoyDashboardTesting", "BuoyRecordingFiles",
    "BuoyScripts",
    "BuoyTestBasics", "BuoyTestSupport", "BuoyTextScreen", "ChannelsEventWords", "ChannelsProtocol",
    orderedCollections,
]

let screenTests: Modules = [
    "CursesTerminalTests": [
        "BuoyCursesTerminal", "BuoyTestBasics", "BuoyTextScreen", "CBuoyNcurses", "ChannelsBasics",
    ],
    "DashboardRuntimeTests": paneTests + [
        "BuoyTOMLFiles", "Channels", "ChannelsBasics", "ChannelsTesting",
    ],
    "DashboardTests": paneTests + [
        "BuoyFeatureList", "BuoyServers", "BuoySessions", "Channels", "ChannelsBasics",
        "ChannelsHTTPAPI", "ChannelsSigning", "ChannelsTesting", "ChannelsTransport",
        argumentParser,
    ],
]

let featuresTests: Modules = [
    "AppAPITests": paneTests + ["BuoyAppAPI", "BuoyProgramSupport", "Channels", argumentParser],
    "AlertsTests": paneTests + ["BuoyAlerts"],
    "RecordingCommandsTests": paneTests + ["BuoyRecordingCommands"],
    "ProxyTests": paneTests + [
        "BuoyProxy", "BuoyServers", "BuoySessions", "ChannelsTransport", argumentParser,
    ],
    "LaboratoryTests": paneTests + ["BuoyLaboratory", argumentParser],
    "ConnectionFramesTests": paneTests + ["BuoyConnectionFrames"],
    "ChartsTests": paneTests + ["BuoyCharts"],
    "WatchedMetricsTests": paneTests + [
        "BuoySessions", "BuoyWatchedMetrics", "Channels", "ChannelsTesting", argumentParser,
    ],
    "WebhookInboxTests": serverTests + [
        "BuoyDashboardRuntime", "BuoyWebhookInbox", "ChannelsWebhooks",
    ],
    "ConformanceTests": serverTests + [
        "BuoyConformance", "BuoyProtocolCases", "ChannelsWebhooks",
    ],
    "PushDeviceTests": ["BuoyPushDevice", "ChannelsProtocol", "ChannelsPushNotifications"],
    "StageTests": paneTests + [
        "BuoyServers", "BuoyStage", "Channels", "ChannelsBasics", "ChannelsDiagnostics",
        "ChannelsSigning", "ChannelsTesting", "ChannelsTransport", argumentParser,
    ],
]

/// What has readers of hostile input.
let fuzzed: [Target.Dependency] = [
    "BuoyAlerts", "BuoyCursesTerminal", "BuoyDashboard", "BuoyDashboardRuntime",
    "BuoyProgramSupport", "BuoyRecordingFiles", "BuoySessions", "BuoyStage",
    "BuoyTestBasics", "BuoyTestSupport", "BuoyTextScreen", "ChannelsProtocol", "ChannelsTransport",
]
let programTests: Modules = [
    "CommandsTests": serverTests + [
        "BuoyCommands", "BuoyDashboard", "BuoyDashboardTesting", "BuoyProgramSupport",
        "BuoyProtocolCases", "ChannelsWebhooks",
    ],
    "WholeDashboardTests": paneTests + [
        "BuoyAlerts", "BuoyFeatureList", "BuoyServers", "Channels", "ChannelsBasics",
    ],
    "EndToEndTests": serverTests + [
        "BuoyDashboardRuntime", "BuoyProgramSupport", "CChannelsOpenSSL", "buoy",
    ],
    "HouseTests": paneTests + [
        "BuoyFeatureList", "BuoyServers", "BuoySessions", "ChannelsMeasurements",
    ],
    "FuzzTests": fuzzed,
]

/// What tests share.
let support: Modules = [
    "BuoyTestBasics": [],
    "BuoyTestSupport": [
        "BuoyRecordingFiles", "BuoyTestBasics", "BuoyTextScreen", "ChannelsProtocol",
        "ChannelsTesting",
        "ChannelsTransport",
    ],
    "BuoyDashboardTesting": [
        "BuoyDashboard", "BuoyDashboardRuntime", "BuoyRecordingFiles", "BuoyScripts",
        "BuoyTestBasics", "BuoyTestSupport", "BuoyTextScreen", "ChannelsProtocol",
        orderedCollections,
    ],
]

let package = Package(
    name: "buoy",
    products: [
        .executable(name: "buoy", targets: ["buoy"]),
        .library(name: "Channels", targets: ["Channels", "ChannelsCore", "ChannelsRoutes"]),
        .library(
            name: "ChannelsDiagnostics",
            targets: ["ChannelsDiagnostics", "Channels", "ChannelsProtocol"]),
        .library(name: "ChannelsTesting", targets: ["ChannelsTesting"]),
        .library(name: "ChannelsSigning", targets: ["ChannelsSigning", "ChannelsCore"]),
        .library(name: "ChannelsMetrics", targets: ["ChannelsMetrics"]),
        .library(name: "ChannelsServiceLifecycle", targets: ["ChannelsServiceLifecycle"]),
        .library(name: "ChannelsTracing", targets: ["ChannelsTracing"]),
        .library(name: "ChannelsConfiguration", targets: ["ChannelsConfiguration"]),
        .library(
            name: "ChannelsHTTPAPI",
            targets: ["ChannelsHTTPAPI", "ChannelsCore", "ChannelsRoutes"]),
        .library(
            name: "ChannelsWebhooks",
            targets: ["ChannelsWebhooks", "ChannelsCore", "ChannelsSigning"]),
        .library(
            name: "ChannelsPushNotifications",
            targets: [
                "ChannelsPushNotifications", "ChannelsPushProtocol", "ChannelsCore",
                "ChannelsRoutes",
            ]),
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
    ("Support", support, [:]),
]
/// Folders of tests that are not source, or not of the tests.
func data(in tests: String) -> [String] {
    let folders = [
        "Corpora", "DashboardConfiguration/Corpora", "HARFiles/Corpora", "Fuzzer", "Screens",
        "Sandbox/Certificate",
    ]
    return folders.filter {
        FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(tests)/\($0)")
    }
}
let resources = [
    "BuoyDashboardRuntime": themes, "BuoyProtocolCases": cases, "BuoyStage": stage,
]
for floor in floors {
    let sources = floor.folder == "Support" ? "Tests" : "Sources"
    package.targets += floor.modules.map { name, dependencies in
        let path = "\(sources)/\(floor.folder)/\(name)"
        return name == "buoy"
            ? .executableTarget(name: name, dependencies: dependencies, path: path)
            : .target(
                name: name, dependencies: dependencies, path: path, resources: resources[name])
    }
    package.targets += floor.tests.map { name, dependencies in
        let path = "Tests/\(floor.folder)/\(name)"
        return .testTarget(
            name: name, dependencies: dependencies, path: path, exclude: data(in: path),
            packageAccess: name != "AdoptionTests")
    }
}
// Built only if the environment asks for them.
if Context.environment["BUOY_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BuoyDashboard", "BuoyServers", "BuoySessions", "BuoyTestSupport", "BuoyTextScreen",
                "Channels", "ChannelsDiagnostics", "ChannelsHTTPAPI", "ChannelsProtocol",
                "ChannelsTransport",
            ], path: "Tests/Support/Benchmarks"))
}
// `.ci/fuzz` sets it: the folder of the tests becomes a program, which may be `@testable`.
if Context.environment["BUOY_FUZZ"] != nil {
    let path = "Tests/Program/FuzzTests"
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: fuzzed, path: path,
            exclude: ["Corpora", "CorpusTests.swift"]))
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
    if hasIntegrations { target.swiftSettings?.append(.define("Integrations")) }
}
