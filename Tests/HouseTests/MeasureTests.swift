import Foundation
import Testing

/// What keeps the house in order: how many places know every kind of report, that commands are
/// complete, that folders do not need each other, and how large a module may be.
///
/// A number here is a ceiling. Lower it when the source got better; think again before raising one.
struct MeasureTests {
    // Folding for slow listeners, words, and recordings.
    private static let kindSwitches = 3
    private static let folderCircles = 0

    @Test("few places know every kind of event")
    func switchesOverKinds() throws {
        let kinds = try SourceReading.cases(of: "Kind", inFile: "ClientEvent.swift")
        try #require(kinds.contains("stateChanged"), "ClientEvent.Kind was not found")
        let full = try Self.switches(below: "Sources").filter { kinds.isSubset(of: $0.cases) }
        #expect(
            full.count <= Self.kindSwitches,
            """
            \(full.map(\.place)) list every case of ClientEvent.Kind. Take what you need from the \
            description of an event (module EventWords), so that a new kind is described once.
            """)
    }

    @Test("a command is one row: nothing else tells commands apart")
    func switchesOverCommands() throws {
        var found: [String] = []
        for folder in [
            "Sources/Dashboard", "Sources/DashboardPanes", "Sources/DashboardRuntime",
            "Sources/buoy",
        ] {
            for file in try Repository.swiftFiles(below: folder) {
                let code = SourceReading.code(try Repository.text(file))
                for (index, line) in code.enumerated()
                where line.contains("switch command {") || line.contains("switch command.name") {
                    found.append("\(file):\(index + 1)")
                }
            }
        }
        #expect(
            found == [],
            """
            Say in the row of the command (Sources/Dashboard/Commands) what it does and when it can \
            be done. A switch elsewhere forgets the next command.
            """)
    }

    @Test(
        "the folders of the dashboard do not need each other",
        arguments: ["Dashboard", "DashboardPanes"])
    func folderCircles(module: String) throws {
        let circles = try Self.circles(inModule: "Sources/\(module)")
        #expect(
            circles.count <= Self.folderCircles,
            """
            \(circles.joined(separator: "; ")). Move what both need to the lower folder, or give it \
            to the lower one as a value.
            """)
    }

    @Test("no module outgrows what one can know", arguments: Self.limits)
    func moduleSizes(module: String, limit: Int) throws {
        let lines = try Repository.swiftFiles(below: "Sources/\(module)").reduce(0) { sum, file in
            try sum
                + Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
                .count - 1
        }
        #expect(
            lines <= limit,
            """
            \(module) has \(lines) lines. Look for a part that knows nothing of the rest, and give \
            it a module of its own below this one (a row in docs/architecture.md).
            """)
    }

    /// Lines of source: what there is, and a little room.
    private static let limits = [
        ("Dashboard", 7795), ("DashboardPanes", 8710), ("DashboardSetup", 1500), ("Dialogs", 1600),
        ("ChannelsProtocol", 12_500), ("Transport", 6600), ("ChannelsHTTPAPI", 1700),
        ("APICommands", 1570), ("PushNotifications", 1650), ("PushProtocol", 400),
        ("PushService", 450), ("PushCommands", 800), ("Channels", 5800), ("EventLog", 4150),
        ("Sandbox", 3750), ("Configuration", 3560), ("TextScreen", 3600), ("CursesTerminal", 4100),
        ("buoy", 1930), ("DashboardRuntime", 2930), ("ProgramSupport", 1830), ("DataViews", 1700),
        ("AppInspection", 1500), ("ConnectionHeader", 900), ("ConnectionHistory", 1200),
        ("PresenceStage", 455), ("EventFormats", 1500), ("Alerts", 415), ("KeyScripts", 300),
        ("LogFiles", 250), ("ChildProcesses", 200), ("SubscriptionLedger", 650),
        ("UserNaming", 300), ("EventWords", 2175), ("ScreenParts", 900), ("HTTPService", 300),
        ("AuthorizationEndpoint", 600), ("Webhooks", 450), ("WebhookService", 950),
        ("TOMLFiles", 475), ("ServiceCommands", 1450), ("ReconnectionLab", 1450),
        ("LabCommands", 400), ("LabView", 350), ("FramesView", 155), ("StageScripts", 750),
        ("StageFiles", 200), ("PresenceBots", 350), ("FaultScripts", 760), ("FaultInjection", 550),
        ("ProxiedClients", 1140), ("ClientsView", 400), ("ProxyService", 1670),
        ("ProxyCommands", 250), ("LineCommands", 1480), ("ConnectionCheck", 600),
        ("NamedServers", 450), ("ServerSelection", 200), ("ConfigurationSchema", 300),
        ("ChannelsTesting", 700), ("ManualPages", 500), ("Measurements", 200),
        ("ClientMetrics", 450), ("OpenMetrics", 300), ("MetricsService", 400),
        ("ChannelsMetrics", 200), ("ChannelsServiceLifecycle", 100), ("Recording", 2800),
        ("RecordingFiles", 900), ("Playback", 450), ("Replay", 400), ("SessionRecording", 300),
        ("RecordingCommands", 700), ("ServerEvents", 650), ("SeveralServers", 800),
    ]

    private static func switches(below folder: String) throws -> [SourceReading.Switch] {
        try Repository.swiftFiles(below: folder).flatMap(SourceReading.switches)
    }

    // MARK: Folders

    /// The pairs of folders that use types of each other: `Panes and Layout (PaneID, LayoutPart)`.
    private static func circles(inModule module: String) throws -> [String] {
        let files = try Repository.swiftFiles(below: module).map { file in
            (folder: self.folder(of: file), code: SourceReading.code(try Repository.text(file)))
        }
        var home: [String: String] = [:]
        for file in files {
            for type in SourceReading.types(declaredIn: file.code) { home[type] = file.folder }
        }
        var uses: [String: [String: Set<String>]] = [:]
        for file in files {
            let words = Set(file.code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
            for word in words {
                guard let other = home[String(word)], other != file.folder else { continue }
                uses[file.folder, default: [:]][other, default: []].insert(String(word))
            }
        }
        return uses.keys.sorted().flatMap { left in
            (uses[left] ?? [:]).keys.sorted().compactMap { right in
                guard left < right, let back = uses[right]?[left] else { return nil }
                let there = uses[left]?[right] ?? []
                return "\(left) uses \(right) (\(there.sorted().joined(separator: ", "))) and "
                    + "\(right) uses \(left) (\(back.sorted().joined(separator: ", ")))"
            }
        }
    }

    /// The folder in the module; that of the root is called `root`.
    private static func folder(of file: String) -> String {
        let parts = file.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : "root"
    }
}
