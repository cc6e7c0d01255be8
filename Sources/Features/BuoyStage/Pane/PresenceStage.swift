import ChannelsEventWords
import ChannelsProtocol
import DequeModule

struct PresenceStage: Hashable, Sendable {
    struct Moment: Hashable, Sendable {
        let channel: ChannelName
        let member: PresenceMember
        let isArrival: Bool
        let time: ChannelsTimestamp
    }

    struct Line: Hashable, Sendable {
        let channel: ChannelName
        /// According to the server; `nil` if it does not say.
        let userID: UserID?
        /// From the data; used only if the server does not say who sent it.
        let name: String?
        var nameBefore: String?
        let text: String
        let time: ChannelsTimestamp
        let isMine: Bool
        /// In a room.
        var number: Int?
    }

    private struct Typist: Hashable, Sendable {
        let channel: ChannelName
        let userID: UserID
    }

    static let momentDuration = Duration.seconds(4)
    static let typingDuration = Duration.seconds(4)
    private static let lineLimit = 50
    private static let typistLimit = 100
    private static let dataLimit = 4096
    /// The maximum number of events that are read in a second: more cannot be followed anyway.
    private static let readLimit = 60

    private(set) var moments: Deque<Moment> = []
    private(set) var lines: Deque<Line> = []
    private var typists: [Typist: ChannelsTimestamp] = [:]
    private var hands: Set<Typist> = []
    private var second: Int64 = .min
    private var readCount = 0

    // MARK: Reports

    /// Members who changed while this client was away neither arrive nor leave: they are there, or
    /// not.
    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .memberAdded(let channel, let member):
            self.add(Moment(channel: channel, member: member, isArrival: true, time: event.time))
        case .memberRemoved(let channel, let member):
            let typist = Typist(channel: channel, userID: member.id)
            self.typists[typist] = nil
            self.hands.remove(typist)
            self.keepName(of: member, on: channel)
            self.add(Moment(channel: channel, member: member, isArrival: false, time: event.time))
        case .membersReplaced(let channel, _, let difference):
            for member in difference?.excludingMe.left ?? [] {
                self.keepName(of: member, on: channel)
            }
        case .triggered(let sent):
            guard let channel = sent.channel, channel.kind.hasMembers else { return }
            self.hear(sent, on: channel, isMine: true, at: event.time)
        case .subscriptionChanged(let channel, .unsubscribed):
            self.moments.removeAll { $0.channel == channel }
            self.lines.removeAll { $0.channel == channel }
            self.typists = self.typists.filter { $0.key.channel != channel }
            self.hands = self.hands.filter { $0.channel != channel }
        default:
            break
        }
    }

    /// There may be thousands per second.
    mutating func received(_ event: ClientReport) {
        guard case .received(let received) = event.kind, let channel = received.channel,
            channel.kind.hasMembers
        else { return }
        self.hear(received, on: channel, isMine: false, at: event.time)
    }

    mutating func forget(at now: ChannelsTimestamp) {
        while let first = self.moments.first, now.duration(since: first.time) >= Self.momentDuration
        {
            self.moments.removeFirst()
        }
        if !self.typists.isEmpty {
            self.typists = self.typists.filter {
                now.duration(since: $0.value) < Self.typingDuration
            }
        }
    }

    private mutating func keepName(of member: PresenceMember, on channel: ChannelName) {
        guard self.lines.contains(where: { $0.userID == member.id }) else { return }
        let name = member.name
        guard !name.isEmpty else { return }
        for index in self.lines.indices
        where self.lines[index].channel == channel && self.lines[index].userID == member.id {
            self.lines[index].nameBefore = name
        }
    }

    private mutating func add(_ moment: Moment) {
        self.moments.append(moment)
        if self.moments.count > Self.lineLimit { self.moments.removeFirst() }
    }

    private mutating func hear(
        _ event: ChannelsEvent, on channel: ChannelName, isMine: Bool, at time: ChannelsTimestamp
    ) {
        if event.name == StageEvents.typing {
            self.noteTyping(event, on: channel, at: time)
            return
        }
        if event.name == StageEvents.hand { return self.noteHand(event, on: channel, at: time) }
        guard event.data.byteCount <= Self.dataLimit, self.mayRead(at: time),
            let json = event.data.json,
            let text = (json["text"] ?? json["message"])?.stringValue, !text.isEmpty
        else { return }
        let name = (json["name"] ?? json["user"] ?? json["from"])?.stringValue
        if let userID = event.userID {
            self.typists[Typist(channel: channel, userID: userID)] = nil
        }
        self.lines.append(
            Line(
                channel: channel, userID: event.userID, name: name, text: text, time: time,
                isMine: isMine, number: json["number"]?.intValue))
        if self.lines.count > Self.lineLimit { self.lines.removeFirst() }
    }

    private mutating func noteTyping(
        _ event: ChannelsEvent, on channel: ChannelName, at time: ChannelsTimestamp
    ) {
        guard let userID = event.userID, event.data.byteCount <= Self.dataLimit,
            self.mayRead(at: time)
        else { return }
        let typist = Typist(channel: channel, userID: userID)
        let isTyping = event.data.json?["typing"] != .bool(false)
        guard isTyping, self.typists.count < Self.typistLimit else {
            self.typists[typist] = nil
            return
        }
        self.typists[typist] = time
    }

    private mutating func noteHand(
        _ event: ChannelsEvent, on channel: ChannelName, at time: ChannelsTimestamp
    ) {
        guard let userID = event.userID, event.data.byteCount <= Self.dataLimit,
            self.mayRead(at: time)
        else { return }
        let typist = Typist(channel: channel, userID: userID)
        let isUp =
            event.data.json?["up"] == .bool(true) && self.hands.count < RoomServer.mostMembers
        if isUp { self.hands.insert(typist) } else { self.hands.remove(typist) }
    }

    private mutating func mayRead(at time: ChannelsTimestamp) -> Bool {
        let second = time.wallMicroseconds / 1_000_000
        if second != self.second { (self.second, self.readCount) = (second, 0) }
        self.readCount += 1
        return self.readCount <= Self.readLimit
    }

    // MARK: The presenter

    mutating func hideLatest(on channel: ChannelName) -> Line? {
        self.lines.lastIndex { $0.channel == channel }.map { self.lines.remove(at: $0) }
    }

    mutating func clear(_ channel: ChannelName) {
        self.lines.removeAll { $0.channel == channel }
        self.hands = self.hands.filter { $0.channel != channel }
    }

    // MARK: Display

    func isTyping(_ userID: UserID, on channel: ChannelName) -> Bool {
        self.typists[Typist(channel: channel, userID: userID)] != nil
    }

    func hasRaisedHand(_ userID: UserID, on channel: ChannelName) -> Bool {
        self.hands.contains(Typist(channel: channel, userID: userID))
    }

    func moment(on channel: ChannelName) -> Moment? { self.moments.last { $0.channel == channel } }

    func lines(on channel: ChannelName, limit: Int) -> [Line] {
        Array(self.lines.lazy.filter { $0.channel == channel }.suffix(limit))
    }
}
