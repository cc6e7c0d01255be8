import ChannelsProtocol
import TextScreen

/// What the inspector says about a subject. Made once, when the subject is chosen.
struct InspectorContent {
    private(set) var title = SafeText.empty
    private(set) var facts: [InspectorPane.Fact] = []
    private(set) var body: [StyledLine] = []

    /// The most lines that are laid out, and the most bytes that are read as JSON.
    private static let lineLimit = 5000
    static let byteLimit = 1 << 20
    /// How much of one line is made ready.
    private static let lineByteLimit = 16 << 10

    private let utcOffsetSeconds: Int

    init(_ subject: InspectorPane.Subject, utcOffsetSeconds: Int) {
        self.utcOffsetSeconds = utcOffsetSeconds
        switch subject {
        case .event(let event): self.addEvent(event)
        case .member(let channel, let member): self.addMember(member, of: channel)
        case .channel(let row): self.addChannel(row)
        }
    }

    // MARK: Subjects

    private mutating func addEvent(_ event: ClientEvent) {
        let text = EventText(event)
        let name = SafeText(sanitizing: text.name, limit: 400)
        self.title = "\(name) on \(SafeText(sanitizing: text.channel, limit: 400))"
        switch event.kind {
        case .received(let channelEvent):
            self.addChannelEvent(channelEvent, verb: "received", event)
        case .triggered(let channelEvent): self.addChannelEvent(channelEvent, verb: "sent", event)
        case .memberAdded(_, let member), .memberRemoved(_, let member):
            self.addTime("time", event)
            self.add("user id", SafeText(sanitizing: member.id.text, limit: 800))
            if let info = member.info { self.addData(info) }
        case .subscriptionChanged(let channel, .failed(let failure)):
            self.addTime("time", event)
            self.addFailure(failure, of: channel)
        case .problem(let problem):
            self.addTime("time", event)
            self.addProblem(problem)
        case .serverRecognized(let profile):
            self.title = "\(name)"
            self.addTime("time", event)
            self.addServer(profile)
        default:
            self.title = text.channel == EventText.connectionLabel ? "\(name)" : self.title
            self.addTime("time", event)
            self.addWrapped(String(decoding: text.detail, as: UTF8.self))
        }
    }

    private mutating func addChannelEvent(
        _ channelEvent: ChannelEvent, verb: String, _ event: ClientEvent
    ) {
        self.addTime(verb, event)
        self.add("number", "\(event.number)")
        if let user = channelEvent.userID {
            self.add("from", SafeText(sanitizing: user.text, limit: 800))
        }
        self.add("data", SafeText(ours: Self.describe(channelEvent.data)))
        self.addData(channelEvent.data)
        guard let frame = channelEvent.data.frame else { return }
        self.addHeading("The message it came in, \(frame.count) bytes:")
        self.addJSON((try? JSON(parsing: frame.prefix(Self.byteLimit))), orText: frame)
    }

    private mutating func addMember(_ member: Member, of channel: ChannelName) {
        let id = SafeText(sanitizing: member.id.text, limit: 800)
        self.title = "member \(id) of \(SafeText(sanitizing: channel.text, limit: 400))"
        self.add("user id", id)
        if let info = member.info {
            self.add("user_info", SafeText(ours: Self.describe(info)))
            self.addData(info)
        } else {
            self.body.append(StyledLine("The member has no user_info.", .muted))
        }
    }

    private mutating func addChannel(_ row: ChannelsPane.Row) {
        let name = SafeText(sanitizing: row.name.text, limit: 800)
        self.title = "channel \(name)"
        self.add("kind", SafeText(ours: row.name.kind.words))
        self.add("events", SafeText(ours: Figures.grouped(row.rate.total)))
        if let population = row.population {
            let noun = row.name.kind.hasMembers ? "members" : "subscribers"
            self.add(noun, SafeText(ours: Figures.grouped(population)))
        }
        self.add("since", SafeText(ours: self.clock(row.since)))
        guard case .failed(let failure) = row.state else {
            self.add("state", SafeText(sanitizing: row.words))
            if row.isStuck {
                self.addWrapped("The answer takes longer than usual. t in Channels tries again.")
            }
            return
        }
        self.addFailure(failure, of: row.name)
    }

    // MARK: Pieces

    mutating func add(_ label: String, _ value: SafeText) {
        self.facts.append(InspectorPane.Fact(label: label, value: value))
    }

    /// A line that says what follows, after an empty one.
    mutating func addHeading(_ text: SafeText) {
        self.body.append(StyledLine())
        self.body.append(StyledLine(text, .muted))
    }

    mutating func addLine(_ line: StyledLine) { self.body.append(line) }

    private mutating func addTime(_ label: String, _ event: ClientEvent) {
        self.add(label, SafeText(ours: self.clock(event.time)))
    }

    private func clock(_ time: Timestamp) -> String {
        Figures.timeOfDay(time, utcOffsetSeconds: self.utcOffsetSeconds, hasMilliseconds: true)
    }

    private static func describe(_ data: EventData) -> String {
        if data.isAbsent { return "none" }
        let form =
            if data.byteCount > self.byteLimit { "not laid out" } else if data.json == nil {
                "plain text"
            } else {
                data.isString ? "JSON in a string" : "JSON"
            }
        return "\(Figures.grouped(data.byteCount)) bytes, \(form)"
    }

    private mutating func addData(_ data: EventData) {
        let isSmall = data.byteCount <= Self.byteLimit
        self.addJSON(isSmall ? data.json : nil, orText: data.textPrefix(Self.byteLimit))
    }

    /// A value with a line for each member, or else the text as it is. Everything hidden is spelled
    /// as an escape.
    mutating func addJSON(_ json: JSON?, orText bytes: [UInt8]) {
        guard let json else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for line in lines.prefix(Self.lineLimit) {
                self.body.append(StyledLine(Self.reveal(line)))
            }
            return
        }
        let lines = json.prettyLines(limit: Self.lineLimit)
        for line in lines {
            // Deep nesting must not push everything off the screen.
            let indent = String(repeating: "  ", count: min(line.depth, 40))
            var styled = StyledLine(SafeText(ours: indent))
            for token in line.tokens {
                styled.append(Self.reveal(token.text.utf8), token.kind.role)
            }
            self.body.append(styled)
        }
        if lines.count == Self.lineLimit {
            self.body.append(StyledLine("More than \(Self.lineLimit) lines.", .flashWarn))
        }
    }

    static func reveal(_ bytes: some Sequence<UInt8>) -> SafeText {
        SafeText(sanitizing: bytes, limit: Self.lineByteLimit, style: .reveal)
    }

    /// A sentence in lines of a readable length.
    mutating func addWrapped(_ text: String) {
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > 72 {
                self.body.append(StyledLine(Self.reveal(line.utf8)))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        self.body.append(StyledLine(Self.reveal(line.utf8)))
    }
}

extension JSONToken.Kind {
    /// What the token is on the screen.
    var role: Role {
        switch self {
        case .key: .jsonKey
        case .string: .jsonString
        case .number: .jsonNumber
        case .bool: .jsonBoolean
        case .null: .jsonNull
        case .punctuation: .jsonPunctuation
        }
    }
}
