import BuoyDashboard
import BuoyRecordingFiles
import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol

/// What a bug report needs of a recording: what happened, without names, data and secrets.
struct SessionSummary {
    private var mask = DiagnosisMask()
    private let showsNames: Bool
    private let lastCount: Int
    private var kinds: [String: Int] = [:]
    private var channels: [ChannelName: Traffic] = [:]
    private var names: [EventName: Int] = [:]
    private var timeline: [String] = []
    private var untold = 0
    private var latest: [ClientReport] = []
    private var frames = 0
    private var lost = 0
    private var skipped = 0
    private var lines = 0
    private var record = ConnectionRecord(address: "", usesTLS: false)
    private(set) var first: ChannelsTimestamp?
    private var last: ChannelsTimestamp?

    private struct Traffic {
        var events = 0
        var bytes = 0
        var state = ""
    }

    private static let timelineLimit = 200

    init(showsNames: Bool, lastCount: Int) {
        self.showsNames = showsNames
        self.lastCount = lastCount
    }

    // MARK: Reading

    mutating func note(_ line: RecordingLine) {
        self.lines += 1
        switch line {
        case .event(let event): self.note(event)
        case .frame: self.frames += 1
        case .lost(let loss): self.lost.addClamped(loss.lines)
        case .fault(let report):
            for change in report.changes { self.tell(report.time, "fault \(change.sentence)") }
        case .header, .checkpoint, .unknown: break
        }
    }

    private mutating func note(_ event: ClientReport) {
        if self.first == nil { self.first = event.time }
        self.last = event.time
        let words = event.words
        self.kinds[words.kind.rawValue, default: 0] += 1
        if case .received = event.kind {} else { self.record.handle(event) }
        switch event.kind {
        case .received(let received):
            self.record.received(event)
            if let channel = received.channel {
                self.channels[channel, default: Traffic()].events += 1
                self.channels[channel, default: Traffic()].bytes += received.data.byteCount
            }
        case .skipped(let skipped):
            self.skipped.addClamped(skipped.events)
            self.tellMasked(event)
        case .subscriptionChanged(let channel, let state):
            self.channels[channel, default: Traffic()].state = state.maskedWords
            self.tellMasked(event)
        default: if words.connectionLog == .entry { self.tellMasked(event) }
        }
        self.latest.append(event.detachedForReport)
        if self.latest.count > 2 * self.lastCount {
            self.latest.removeFirst(self.latest.count - self.lastCount)
        }
    }

    private mutating func tellMasked(_ event: ClientReport) {
        if let text = self.words(of: event) { self.tell(event.time, text) }
    }

    private mutating func tell(_ time: ChannelsTimestamp, _ text: String) {
        guard self.timeline.count < Self.timelineLimit else {
            self.untold += 1
            return
        }
        self.timeline.append("\(UTCTime.text(of: time)) \(text)")
    }

    // MARK: The report

    mutating func report(_ header: RecordingHeader, bytes: Int, unreadable: Int) -> [String] {
        var lines = self.head(header, bytes: bytes, unreadable: unreadable)
        if let pattern = self.record.losses.pattern { lines.append("pattern \(pattern.sentence)") }
        lines += ["", "reports by kind"]
        lines += self.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "  \($0.key) \($0.value)" }
        lines += ["", "channels: state, events, data bytes"]
        for (channel, traffic) in self.channels.sorted(by: { $0.key < $1.key }) {
            let state = traffic.state.isEmpty ? "unknown" : traffic.state
            lines.append("  \(self.name(channel)): \(state), \(traffic.events), \(traffic.bytes)")
        }
        lines += ["", "timeline"] + self.timeline.map { "  \($0)" }
        if self.untold > 0 { lines.append("  and \(self.untold) more") }
        lines += ["", "last events: time, kind, channel, name, size, data hash"]
        for event in self.latest.suffix(self.lastCount) { lines.append("  \(self.row(event))") }
        return lines
    }

    private func head(_ header: RecordingHeader, bytes: Int, unreadable: Int) -> [String] {
        let address = self.showsNames ? header.address : DiagnosisMask.address(header.address)
        let server = self.showsNames ? header.server : Self.masked(header.server)
        let start = self.first ?? header.time
        let end = self.last ?? start
        return [
            "A buoy recording, without "
                + (self.showsNames ? "data or secrets" : "names, data or secrets"),
            "program \(header.program), format \(ReportLines.version)",
            "server \(server.isEmpty ? "not named" : server), \(address), "
                + (header.usesTLS ? "TLS" : "no TLS"),
            "from \(UTCTime.text(of: start)) to \(UTCTime.text(of: end)), "
                + Figures.duration(end.duration(since: start)),
            "file \(header.part), \(bytes) bytes, \(self.lines) lines, \(self.frames) frames",
            "lines lost \(self.lost), events skipped \(self.skipped), unreadable \(unreadable)",
        ]
    }

    /// `name(4)` for the name that the user gave to a server; `sandbox` and `cluster eu` stay.
    private static func masked(_ server: String) -> String {
        if server.isEmpty || server == "sandbox" || server.hasPrefix("cluster ") { return server }
        return "name(\(server.utf8.count))"
    }

    private mutating func name(_ channel: ChannelName) -> String {
        self.showsNames ? channel.text : self.mask.channel(channel)
    }

    private mutating func name(_ event: EventName) -> String {
        if self.showsNames || event.isProtocolEvent { return event.text }
        let number = self.names[event] ?? self.names.count + 1
        self.names[event] = number
        return "event(\(event.text.utf8.count))#\(number)"
    }

    private mutating func row(_ event: ClientReport) -> String {
        let words = event.words
        var parts = [UTCTime.text(of: event.time), words.kind.rawValue]
        if let received = words.channelEvent {
            if let channel = words.channel { parts.append(self.name(channel)) }
            parts.append(self.name(received.name))
            parts.append("\(received.data.byteCount) B")
            parts.append(Self.hash(received.data.textPrefix(.max)))
        } else {
            if let words = self.words(of: event) { parts.append(words) }
        }
        return parts.joined(separator: " ")
    }

    private mutating func words(of event: ClientReport) -> String? {
        var mask = self.mask
        let showsNames = self.showsNames
        defer { self.mask = mask }
        return event.words.masked { showsNames ? $0.text : mask.channel($0) }
    }

    /// A short hash (FNV-1a), to tell equal data from different data.
    private static func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension ClientReport {
    /// The same event without the block of the file that it was read from.
    fileprivate var detachedForReport: ClientReport {
        guard case .received(let event) = self.kind else { return self }
        var copy = self
        copy.kind = .received(event.detached())
        return copy
    }
}
