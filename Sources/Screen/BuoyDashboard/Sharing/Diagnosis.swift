import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Safe to share: built from counts and known values, never by searching strings for secrets. Of
/// everything that came from a peer or the user, it contains only kinds, codes, sizes and times.
/// Channel names are masked; users, data, reasons, messages, filters and keys are left out.
package enum Diagnosis {
    /// - Parameter facts: versions, the terminal type, its size and colours, the locale. They are
    ///   shown unchanged.
    static func text(of state: DashboardState, facts: [(String, String)]) -> String {
        var report = DiagnosisReport(state)
        report.begin("buoy diagnosis, without names, hosts, users, data or secrets")
        for (name, value) in facts { report.add(name, value) }
        report.addConnection()
        report.addChannels()
        report.addLog()
        report.addScreen()
        report.addRows()
        return report.lines.map { PlainOutput.line($0) + "\n" }.joined()
    }

    package static func text(of state: DashboardState) -> String {
        self.text(of: state, facts: state.options.environment.map { ($0.name, $0.value) })
    }
}

struct DiagnosisReport {
    let state: DashboardState
    private(set) var lines: [String] = []
    private var mask = DiagnosisMask()

    private static let rowLimit = 40

    init(_ state: DashboardState) { self.state = state }

    mutating func begin(_ title: String) {
        if !self.lines.isEmpty { self.lines.append("") }
        self.lines.append(title)
    }

    mutating func add(_ name: String, _ value: String) {
        self.lines.append("  \(name): \(value)")
    }

    // MARK: Connection

    mutating func addConnection() {
        let pane = self.state.connection
        let now = self.state.now
        self.begin("connection")
        let since = Figures.duration(now.duration(since: pane.since))
        self.add("state", "\(pane.state.rawValue) for \(since)")
        self.add("server", self.serverKind?.rawValue ?? "not recognised")
        self.add(
            "address", "\(DiagnosisMask.address(pane.address)), \(pane.usesTLS ? "TLS" : "no TLS")")
        self.add("app key", self.state.options.appKey.isEmpty ? "none" : "given")
        if let waiting = pane.waiting {
            let left = Figures.preciseDuration(waiting.due.duration(since: now))
            self.add("next attempt", "\(waiting.retry.attempt) in \(left)")
        }
        if let retry = self.lastRetry { self.add("policy", retry.rule) }
        self.add("losses", "\(pane.drops)\(self.closeCodes)")
        if let end = pane.lastEnd { self.add("last end", end.words(.masked)) }
        self.add("time disconnected", pane.gaps.totalTime.words)
        let trips = pane.liveness.latest().map(Figures.roundTrip)
        self.add("round trips", trips.isEmpty ? "none" : trips.joined(separator: " "))
        self.add(
            "events", "\(Self.flow(pane.incoming, now)) in, \(Self.flow(pane.outgoing, now)) out")
    }

    private static func flow(_ counter: RateCounter, _ now: ChannelsTimestamp) -> String {
        "\(Figures.grouped(counter.total)) (\(Figures.rate(counter.perSecond(at: now.second)))/s)"
    }

    private var serverKind: ServerProfile.Kind? {
        self.newest { event in
            if case .serverRecognized(let profile) = event.kind { profile.kind } else { nil }
        }
    }

    private var lastRetry: ScheduledRetry? {
        self.newest { event in
            if case .retryScheduled(let retry) = event.kind { retry } else { nil }
        }
    }

    /// `; 4201 twice…`
    private var closeCodes: String {
        var counts: [UInt16: Int] = [:]
        for event in self.state.log.rows.newestReports {
            guard case .stateChanged(let change) = event.kind, let code = change.closeCode else {
                continue
            }
            counts[code.rawValue, default: 0] += 1
        }
        guard !counts.isEmpty else { return "" }
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) x\($0.value)" }
        return "; close codes in the connection log: " + words.joined(separator: ", ")
    }

    // MARK: Channels

    mutating func addChannels() {
        let rows = self.state.channels.rows.values
        self.begin("channels: \(rows.count)")
        for kind in ChannelKind.allCases {
            let states = rows.filter { $0.name.kind == kind }.map(\.maskedState)
            guard !states.isEmpty else { continue }
            let counts = Dictionary(states.map { ($0, 1) }, uniquingKeysWith: +)
            let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            self.add(kind.rawValue, words.joined(separator: ", "))
        }
        let populations = self.state.members.rosters.values.map(\.count).sorted(by: >)
        if !populations.isEmpty {
            self.add("members", populations.map(Figures.grouped).joined(separator: ", "))
        }
        self.add("bindings", "\(self.state.bindings.rows.count)")
    }

    // MARK: Log and screen

    mutating func addLog() {
        let (log, options) = (self.state.events, self.state.options)
        self.begin("Events")
        self.add(
            "rows",
            "\(Figures.grouped(log.ring.count)) of \(Figures.grouped(options.eventLimit)), "
                + "\(Figures.grouped(log.ring.first)) removed, \(Figures.grouped(log.skipped)) skipped"
        )
        self.add(
            "memory",
            "\(Figures.bytes(log.ring.bytes)) of \(Figures.bytes(options.eventByteLimit))")
        self.add("filter", log.view.filter == nil ? "none" : "yes, \(log.count) rows")
        self.add("position", log.isHeld ? "held" : "following")
    }

    mutating func addScreen() {
        let (state, options, settings) = (self.state, self.state.options, self.state.settings)
        self.begin("screen and settings")
        self.add("size", "\(state.size.columns)x\(state.size.rows)")
        self.add("symbols", options.glyphs == .ascii ? "ASCII" : "Unicode")
        self.add("focus", "\(state.focus)\(state.isZoomed ? ", zoomed" : "")")
        self.add("keymap", options.keymap == state.catalog.keymap ? "standard" : "changed")
        self.add("frames per second", "\(options.framesPerSecond)")
        self.add("times", "\(settings.timeFormat.rawValue), UTC \(options.utcOffsetSeconds)s")
        self.add("layout", settings.layout.preset.rawValue)
        self.add("mouse", settings.usesMouse ? "on" : "off")
        self.add("system rows", settings.showsSystemRows ? "shown" : "hidden")
        self.add(
            "order", "\(settings.channelOrder.rawValue), \(settings.memberOrder.rawValue)")
        self.add(
            "saved",
            "\(settings.savedFilters.count) filters, \(settings.savedLayouts.count) layouts")
    }

    mutating func addRows() {
        self.begin("latest connection and problem rows")
        let found = Array(
            self.state.log.rows.newestReports.lazy.filter(\.words.hasMaskedWords)
                .prefix(Self.rowLimit))
        for event in found.reversed() {
            let age = Figures.preciseDuration(self.state.now.duration(since: event.time))
            let words = event.words.masked { self.mask.channel($0) } ?? event.words.kind.rawValue
            self.lines.append("  \(age) ago  \(words)")
        }
        if found.isEmpty { self.lines.append("  none") }
    }
}

extension DiagnosisReport {
    private func newest<Value>(_ read: (ClientReport) -> Value?) -> Value? {
        self.state.log.rows.newestReports.lazy.compactMap(read).first { _ in true }
    }
}
