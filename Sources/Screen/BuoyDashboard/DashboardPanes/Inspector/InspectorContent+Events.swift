import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension InspectorContent {
    mutating func addChannelEvent(
        _ channelEvent: ChannelsEvent, _ event: ClientReport, _ context: InspectorContext
    ) {
        let data = channelEvent.data
        let section = DataSection(data, isEventData: true)
        let frame = Self.frameSection(data)
        self.addKind(channelEvent, event)
        self.addTime(of: event)
        let oddity = channelEvent.oddity.map { [$0] } ?? []
        for finding in oddity + Self.findings(data, section, frame) {
            self.add("note", SafeText(sanitizing: "! " + finding, limit: 2000), .flashWarn)
        }
        self.add("data", SafeText(ours: "\(section.form(data)), \(Self.share(data.byteCount))"))
        if let frame = data.frame { self.add("frame", SafeText(ours: Self.size(frame.count))) }
        self.addPrevious(event, context)
        if let again = context.again {
            let words = "the same bytes arrived \(Self.elapsed(again)) earlier"
            self.add("again", SafeText(ours: words), .flashWarn)
        }
        if case .received = event.kind {
            self.addBindings(context.bindings)
            self.addCode(channelEvent)
        }
        if data.isAbsent {
            self.addSentence("The event has no data.", .muted)
        } else {
            self.addSection(section)
        }
        if let frame { self.addSection(frame) }
    }

    private static func frameSection(_ data: EventData) -> DataSection? {
        guard let frame = data.frame, !frame.isEmpty else { return nil }
        let heading = "The enclosing message, \(Self.size(frame.count)):"
        return DataSection(text: frame, heading: SafeText(ours: heading), isAside: true)
    }

    private mutating func addKind(_ channelEvent: ChannelsEvent, _ event: ClientReport) {
        let user = channelEvent.userID.map { SafeText(sanitizing: $0.text, limit: 800) }
        let isCache = channelEvent.channel?.kind.isCache == true
        let kind: SafeText
        switch event.kind {
        case .triggered: kind = "client event, sent"
        case .clientEventQueued: kind = "client event, waiting to be sent"
        default:
            if channelEvent.name.isProtocolEvent {
                kind = "protocol event"
            } else if channelEvent.name.isClientEvent {
                kind = user.map { "client event from \($0)" } ?? "client event, sender unknown"
            } else if channelEvent.channel?.kind.isEncrypted == true {
                kind = "event, decrypted here"
            } else {
                kind = isCache ? "event on a cache channel" : "event"
            }
        }
        self.add("kind", kind)
    }

    /// The limit of the hosted service. Other servers may have other limits.
    private static let dataLimit = InvalidClientEvent.dataLimit

    private static func share(_ count: Int) -> String {
        let permille = min(count, 1 << 40) * 1000 / Self.dataLimit
        return "\(Self.size(count)), \(permille / 10).\(permille % 10)% of 10 KiB"
    }

    private mutating func addPrevious(_ event: ClientReport, _ context: InspectorContext) {
        let ago = { (time: ChannelsTimestamp) in Self.elapsed(event.time.duration(since: time)) }
        var words = context.previous.map { "\(ago($0.time)) earlier" } ?? "none with this name"
        if let other = context.previousOnChannel, other != context.previous?.time {
            words += "; on the channel \(ago(other)) earlier"
        }
        self.add("previous", SafeText(ours: words))
    }

    /// With milliseconds under a minute: `0.360s`.
    static func elapsed(_ duration: Duration) -> String {
        let milliseconds = max(duration.clampedNanoseconds, 0) / 1_000_000
        guard milliseconds < 60_000 else { return Figures.duration(duration) }
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)s"
    }

    private mutating func addBindings(_ bindings: [EventBinding]) {
        guard !bindings.isEmpty else {
            self.add("handled", "unbound: no active binding matches", .muted)
            return
        }
        let names = bindings.map { $0.event?.text ?? "*" }.joined(separator: ", ")
        let count = Figures.counted(bindings.count, "binding")
        self.add("handled", SafeText(sanitizing: "\(count): \(names)", limit: 1000))
    }

    /// How a web page listens for the event, and how an app broadcast it.
    private mutating func addCode(_ event: ChannelsEvent) {
        if let line = EchoSnippet.listener(for: event) {
            self.add("echo", SafeText(sanitizing: line, limit: 1000))
        }
        if let origin = PHPSnippet.origin(of: event) {
            self.add("laravel", SafeText(sanitizing: origin, limit: 1000))
        }
    }

    private static func findings(
        _ data: EventData, _ section: DataSection, _ frame: DataSection?
    ) -> [String] {
        var findings: [String] = []
        if data.byteCount > Self.dataLimit {
            findings.append("exceeds the hosted service's limit")
        }
        if let error = Self.parseError(data, section) {
            findings.append("not JSON: \(error.description)")
        }
        if let json = section.json {
            findings += Self.repeatedKeys(in: json).map {
                "duplicate key \($0); the last value is used"
            }
        }
        guard let frame else { return findings }
        if frame.isWhole, String(validating: frame.bytes, as: UTF8.self) == nil {
            findings.append("the message is not valid UTF-8")
        }
        guard let envelope = frame.json?.objectValue else { return findings }
        findings += envelope.repeatedKeys.map {
            "duplicate key \($0) in the message; the last value is used"
        }
        let known: Set<String> = ["event", "channel", "data", "user_id"]
        let others = envelope.members.map(\.key).filter { !known.contains($0) }
        if !others.isEmpty {
            findings.append("extra message fields: \(others.joined(separator: ", "))")
        }
        return findings
    }

    private static func parseError(_ data: EventData, _ section: DataSection) -> JSONError? {
        guard section.json == nil, data.byteCount <= DataSection.byteLimit,
            let first = section.bytes.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        do throws(JSONError) {
            _ = try JSONValue(parsing: section.bytes)
            return nil
        } catch {
            return error
        }
    }

    private static let findingLimit = (values: 2000, keys: 3)

    private static func repeatedKeys(in json: JSONValue) -> [String] {
        var waiting = [json]
        var next = 0
        var keys: [String] = []
        while next < waiting.count, keys.count < Self.findingLimit.keys {
            let value = waiting[next]
            next += 1
            if let object = value.objectValue { keys += object.repeatedKeys }
            let room = Self.findingLimit.values - waiting.count
            for index in 0..<min(value.childCount, max(room, 0)) {
                if let child = value.child(at: index)?.1, child.isContainer {
                    waiting.append(child)
                }
            }
        }
        return Array(keys.prefix(Self.findingLimit.keys))
    }
}
