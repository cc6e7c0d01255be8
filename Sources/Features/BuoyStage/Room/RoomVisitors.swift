import BuoyDashboard
import BuoyServers
import BuoyTextScreen
import ChannelsProtocol

/// Decides who may join the room and what they may send. Uses neither sockets nor clocks.
struct RoomVisitors: Sendable {
    private struct Visitor: Sendable {
        var name: String
        var sockets: Set<Int> = []
        var events = RateWindow(limit: RoomVisitors.eventsPerSecond)
        var messages = RateWindow(limit: RoomVisitors.messagesPerSecond)
    }

    enum Verdict: Hashable, Sendable {
        case pass(ClientMessage)
        case refuse(String)
    }

    /// Per person, on all their connections.
    static let eventsPerSecond = 5
    static let messagesPerSecond = 2
    static let messageLimit = 160
    static let nameLimit = 24
    /// The maximum number of people to remember. Beyond it, people who left are forgotten.
    static let knownLimit = 10_000
    static let socketLimit = 4

    let channel: ChannelName
    private let limit: Int
    private var known: [UserID: Visitor] = [:]
    private var removed: Set<UserID> = []
    private var messageCount = 0
    var isLocked = false

    init(channel: ChannelName, limit: Int) {
        self.channel = channel
        self.limit = limit
    }

    /// In the order of their ids.
    var present: [UserID] { self.known.filter { !$0.value.sockets.isEmpty }.keys.sorted() }

    // MARK: Coming and going

    /// - Parameter name: unchecked.
    /// - Returns: the name, as others may see it.
    mutating func admit(_ id: UserID, name: String) throws(RoomRefusal) -> String {
        try self.check(id)
        let plain = Self.plain(name, limit: Self.nameLimit)
        guard !plain.isEmpty else { throw .nameless }
        if self.known.count >= Self.knownLimit {
            self.known = self.known.filter { !$0.value.sockets.isEmpty }
        }
        self.known[id, default: Visitor(name: plain)].name = plain
        return plain
    }

    private func check(_ id: UserID) throws(RoomRefusal) {
        guard !self.removed.contains(id) else { throw .removed }
        if let visitor = self.known[id] {
            guard !visitor.sockets.isEmpty || self.present.count < self.limit else { throw .full }
        } else {
            guard !self.isLocked else { throw .locked }
            guard self.present.count < self.limit else { throw .full }
        }
    }

    mutating func opened(_ socket: Int, of id: UserID) throws(RoomRefusal) {
        try self.check(id)
        guard self.known[id, default: Visitor(name: "")].sockets.count < Self.socketLimit else {
            throw .full
        }
        self.known[id, default: Visitor(name: "")].sockets.insert(socket)
    }

    mutating func closed(_ socket: Int, of id: UserID) { self.known[id]?.sockets.remove(socket) }

    /// - Parameter word: a name or an id.
    /// - Returns: their sockets.
    mutating func remove(_ word: String) throws(StageRefusal) -> Set<Int> {
        let wanted = word.lowercased()
        let found = self.known.filter {
            $0.key.text == word || $0.value.name.lowercased() == wanted
        }
        guard let (id, visitor) = found.first else {
            throw StageRefusal("nobody in the room is named \(word)")
        }
        guard found.count == 1 else {
            let ids = found.keys.map(\.text).sorted().joined(separator: ", ")
            throw StageRefusal("\(found.count) people are named \(word); use an id: \(ids)")
        }
        self.removed.insert(id)
        return visitor.sockets
    }

    // MARK: Messages

    mutating func judge(
        _ message: ClientMessage, from id: UserID, at now: Duration
    ) -> Verdict {
        switch message {
        case .ping, .pong: return .pass(message)
        case .subscribe(let name, let authorization):
            let user = authorization?.channelData.flatMap(JSONValue.parse)?["user_id"]
            return name == self.channel && user?.stringValue == id.text
                ? .pass(message) : .refuse("Only \(self.channel) is available here")
        case .event(let event): return self.judge(event, from: id, at: now)
        case .unsubscribe, .signIn, .unknown: return .refuse("Not available here")
        }
    }

    private mutating func judge(
        _ event: ChannelsEvent, from id: UserID, at now: Duration
    ) -> Verdict {
        guard event.channel == self.channel, event.data.byteCount <= 2048 else {
            return .refuse("Not available here")
        }
        guard self.known[id]?.events.counted(at: now) == .within else {
            return .refuse("Too many events; wait a second")
        }
        switch event.name {
        case StageEvents.typing: return .pass(.event(.typing(on: self.channel)))
        case StageEvents.hand:
            let isUp = event.data.json?["up"]?.boolValue == true
            return .pass(.event(.hand(isUp: isUp, on: self.channel)))
        case StageEvents.message: return self.judgeMessage(event.data, from: id, at: now)
        default: return .refuse("Not available here")
        }
    }

    private mutating func judgeMessage(
        _ data: EventData, from id: UserID, at now: Duration
    ) -> Verdict {
        let text = Self.plain(data.json?["text"]?.stringValue ?? "", limit: Self.messageLimit)
        guard !text.isEmpty else { return .refuse("The message is empty") }
        guard self.known[id]?.messages.counted(at: now) == .within else {
            return .refuse("Too many messages; wait a second")
        }
        self.messageCount += 1
        return .pass(.event(.message(text, on: self.channel, number: self.messageCount)))
    }

    /// One line of plain text, without spaces at its ends.
    private static func plain(_ text: String, limit: Int) -> String {
        let text = SafeText(sanitizing: text, limit: limit * 4).string
        return String(text.prefix(limit)).trimmingSpaces
    }
}

/// Why somebody cannot join, as a sentence for them.
enum RoomRefusal: String, Error, Hashable, Sendable {
    case full = "The room is full."
    case locked = "The room is locked: nobody new can join."
    case removed = "The presenter has removed you."
    case nameless = "Type a name."
    case foreign = "Not available here."
}
