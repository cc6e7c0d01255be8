import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

struct InspectorContent: Hashable, Sendable {
    struct Fact: Hashable, Sendable {
        let label: String
        let value: SafeText
        var role = Role.text
        var isInTitle = false
        var since: ChannelsTimestamp?
    }

    private(set) var title = StyledLine()
    private(set) var shortTitle = StyledLine()
    private(set) var facts: [Fact] = []
    private(set) var prose: [DataLine] = []
    private(set) var sections: [DataSection] = []
    private(set) var time = ChannelsTimestamp.zero

    let utcOffsetSeconds: Int

    init(_ subject: InspectorPane.Subject, _ context: InspectorContext, utcOffsetSeconds: Int) {
        self.utcOffsetSeconds = utcOffsetSeconds
        switch subject {
        case .event(let event): self.addEvent(event, context)
        case .member(let channel, let member): self.addMember(member, of: channel, context)
        case .channel(let row): self.addChannel(row)
        case .note(let note): self.addNote(note)
        }
    }

    var firstView: DataView {
        self.sections.first?.isStructure == true ? .tree : .pretty
    }

    private mutating func addEvent(_ event: ClientReport, _ context: InspectorContext) {
        self.time = event.time
        self.addTitle(event, context.colors)
        if let server = context.server { self.add("server", server.text, server.role) }
        if let mark = context.comparison { self.add("compared", mark.words, mark.role) }
        if let channelEvent = event.channelEvent {
            self.addChannelEvent(channelEvent, event, context)
            return
        }
        self.addTime(of: event)
        switch event.kind {
        case .memberAdded(_, let member), .memberRemoved(_, let member):
            self.add("user id", SafeText(sanitizing: member.id.text, limit: 800))
            self.addInfo(member.info)
        case .subscriptionChanged(let channel, .failed(let failure)):
            self.addFailure(failure, of: channel)
        case .problem(let problem): self.addProblem(problem)
        case .clientEventsRejected(let rejection): self.addRejection(rejection)
        case .serverRecognized(let profile): self.addServer(profile)
        case .signInChanged(.signedIn(let user)):
            self.add("user id", SafeText(sanitizing: user.id.text, limit: 800))
            self.addSection(
                DataSection(text: user.data.utf8, heading: "The user, according to the server:"))
        case .membersReplaced(_, let members, let difference):
            self.addSentence(Figures.counted(members.total, "member"))
            if let difference { self.addDifference(difference) }
        default: self.addSentence(event.words.sentence)
        }
    }

    private mutating func addTitle(_ event: ClientReport, _ colors: IdentityColors) {
        let text = event.words
        var title = StyledLine("#\(event.number) ", .muted)
        var short = StyledLine()
        if text.channel != nil || event.channelEvent != nil {
            let channel = SafeText(sanitizing: text.channelLabel, limit: 400)
            let role = text.channel.map { colors.role(of: $0.text) } ?? .eventInternal
            title.append(channel, role)
            title.append(" ")
            short.append(channel, role)
            short.append(" ")
        }
        let name = SafeText(sanitizing: text.name, limit: 400)
        title.append(name, .eventName)
        short.append(name, .eventName)
        title.append(" ")
        title.append(SafeText(ours: self.clock(event.time)), .eventTime)
        (self.title, self.shortTitle) = (title, short)
    }

    private mutating func addNote(_ note: LogNote) {
        self.time = note.time
        self.title = StyledLine(SafeText(sanitizing: note.name, limit: 400), .eventName)
        self.title.append(" ")
        self.title.append(SafeText(ours: self.clock(note.time)), .eventTime)
        self.shortTitle = self.title
        self.add("time", SafeText(ours: self.clock(note.time)))
        for fact in note.facts {
            self.add(fact.label, SafeText(sanitizing: fact.value, limit: 800))
        }
        self.addSentence(note.text, note.outcome == .bad ? .eventError : .text)
        if let body = note.body { self.addSection(DataSection(body)) }
    }

    private mutating func addMember(
        _ member: PresenceMember, of channel: ChannelName, _ context: InspectorContext
    ) {
        let id = SafeText(sanitizing: member.id.text, limit: 800)
        let name = SafeText(sanitizing: channel.text, limit: 400)
        self.title = StyledLine("member ", .muted)
        self.title.append(id, .eventName)
        self.shortTitle = self.title
        self.title.append(" of ", .muted)
        self.title.append(name, context.colors.role(of: channel.text))
        self.add("user id", id)
        if context.isMe { self.add("is", "this client", .memberMe) }
        if let row = context.member {
            let label = row.didJoin ? "joined" : "seen since"
            if let left = row.leftAt {
                self.add("left", SafeText(ours: self.clock(left)), .memberLeft)
                self.add(label, SafeText(ours: self.clock(row.since)))
            } else {
                self.facts.append(
                    Fact(
                        label: label, value: SafeText(ours: self.clock(row.since)), since: row.since
                    ))
            }
        }
        self.addInfo(member.info)
    }

    private mutating func addInfo(_ info: EventData?) {
        guard let info, !info.isAbsent else {
            self.addSentence("The member has no user_info.")
            return
        }
        let section = DataSection(info)
        self.add("user_info", SafeText(ours: "\(Self.size(info.byteCount)), \(section.form(info))"))
        self.addSection(section)
    }

    mutating func addTitle(ofChannel name: SafeText, _ role: Role) {
        self.title = StyledLine("channel ", .muted)
        self.title.append(name, role)
        self.shortTitle = self.title
    }

    mutating func addSince(_ row: ChannelsPane.Row) {
        self.facts.append(
            Fact(label: "since", value: SafeText(ours: self.clock(row.since)), since: row.since))
    }

    /// `subscribed since 15:02:08.382, for 39s`.
    mutating func addState(_ row: ChannelsPane.Row) {
        let words = SafeText(sanitizing: row.words)
        let value: SafeText = "\(words) since \(SafeText(ours: self.clock(row.since)))"
        self.facts.append(Fact(label: "state", value: value, since: row.since))
    }

    mutating func add(_ label: String, _ value: SafeText, _ role: Role = .text) {
        self.facts.append(Fact(label: label, value: value, role: role))
    }

    mutating func addTime(of event: ClientReport) {
        let words = "\(self.clock(event.time)), number \(event.number)"
        self.facts.append(Fact(label: "time", value: SafeText(ours: words), isInTitle: true))
    }

    mutating func addSection(_ section: DataSection) { self.sections.append(section) }

    mutating func addHeading(_ text: SafeText) {
        self.prose.append(DataLine(text: StyledLine()))
        self.prose.append(DataLine(text: StyledLine(text, .muted), fit: .wrappedAtSpaces))
    }

    mutating func addLine(_ line: StyledLine) {
        self.prose.append(DataLine(text: line, fit: .cut))
    }

    mutating func addSentence(_ text: String, _ role: Role = .text) {
        let text = SafeText(
            sanitizing: text.utf8, limit: DataLineContext.lineByteLimit, style: .reveal)
        self.prose.append(DataLine(text: StyledLine(text, role), fit: .wrappedAtSpaces))
    }

    func clock(_ time: ChannelsTimestamp) -> String {
        Figures.timeOfDay(time, utcOffsetSeconds: self.utcOffsetSeconds, hasMilliseconds: true)
    }

    static func size(_ count: Int) -> String { Figures.counted(count, "byte") }
}

extension DataSection {
    init(_ data: EventData, isEventData: Bool = false) {
        let isSmall = data.byteCount <= Self.byteLimit
        self.init(
            data.textPrefix(Self.byteLimit), json: isSmall ? data.json : nil,
            isEventData: isEventData)
    }

    func form(_ data: EventData) -> String {
        if data.isAbsent { return "no data" }
        if data.byteCount > Self.byteLimit {
            return "too large to format: only the first 1 MiB is shown"
        }
        guard self.json != nil else { return "plain text" }
        return data.isString ? "JSON in a string" : "JSON"
    }
}
