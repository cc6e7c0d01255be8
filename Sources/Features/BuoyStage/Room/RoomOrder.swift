import BuoyDashboard
import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

/// An order for the room, typed after `:room` or in an act.
package enum RoomOrder: Hashable, Sendable {
    /// All visitors lose their connections; new ones are refused for a time.
    case cut(Duration)
    /// All visitors' connections stay open, and nothing passes through them.
    case freeze
    case close(CloseCode)
    /// Delays everything in both directions; zero for no delay.
    case slow(Duration)
    /// Stops new people from joining, or lets them join again.
    case lock(Bool)
    case kick(String)
    /// Removes all messages and raised hands.
    case clear
    case hide
    /// Whether the code of the page is shown.
    case code(Bool)

    init(_ line: String) throws(StageRefusal) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        guard let first = words.first, let verb = RoomVerb(rawValue: first) else {
            throw StageRefusal(
                Suggestion.unknown(
                    "room command", words.first ?? "", among: RoomVerb.allCases.map(\.rawValue)))
        }
        switch verb {
        case .cut: self = .cut(rest.isEmpty ? .zero : try Self.time(rest, after: "for"))
        case .close: self = .close(try Self.closeCode(rest))
        case .slow: self = .slow(rest == "off" ? .zero : try Self.time(rest, after: nil))
        case .kick:
            guard !rest.isEmpty else { throw StageRefusal("kick takes a name or a user id") }
            self = .kick(rest)
        case .freeze, .lock, .unlock, .clear, .hide, .code, .uncode:
            guard rest.isEmpty else { throw StageRefusal("\(verb.rawValue) takes no argument") }
            self = Self.plain(verb)
        }
    }

    private static func plain(_ verb: RoomVerb) -> RoomOrder {
        switch verb {
        case .lock: .lock(true)
        case .unlock: .lock(false)
        case .clear: .clear
        case .hide: .hide
        case .code: .code(true)
        case .uncode: .code(false)
        case .freeze, .cut, .close, .slow, .kick: .freeze
        }
    }

    private static func time(_ text: String, after word: String?) throws(StageRefusal) -> Duration {
        let start = word.map { "\($0) " } ?? ""
        guard text.hasPrefix(start),
            let time = Duration(typed: String(text.dropFirst(start.count))),
            time <= .seconds(60)
        else {
            throw StageRefusal(
                word == nil
                    ? "slow takes a time up to 1m, such as 2s, or off"
                    : "cut takes a time up to 1m, such as \"for 5s\"")
        }
        return time
    }

    private static func closeCode(_ text: String) throws(StageRefusal) -> CloseCode {
        guard let code = UInt16(text).map(CloseCode.init(rawValue:)), code.canBeSent else {
            throw StageRefusal("close takes a close code, such as 4200")
        }
        return code
    }

    /// What the loss looks like to a visitor; `nil` if the order ends no connection that is noticed
    /// at once.
    var end: ConnectionEnd? {
        switch self {
        case .cut: .closed(nil, reason: "")
        case .close(let code): .closed(code, reason: "")
        case .freeze, .slow, .lock, .kick, .clear, .hide, .code: nil
        }
    }

    var words: String {
        switch self {
        case .cut(let time): time > .zero ? "cut for \(time.inWords)" : "cut"
        case .freeze: "freeze"
        case .close(let code): "close \(code.rawValue)"
        case .slow(let delay): "slow \(delay > .zero ? delay.inWords : "off")"
        case .lock(let isLocked): isLocked ? "lock" : "unlock"
        case .kick(let name): "kick \(name)"
        case .clear: "clear"
        case .hide: "hide"
        case .code(let isShown): isShown ? "code" : "uncode"
        }
    }
}

enum RoomVerb: String, CaseIterable, Hashable, Sendable {
    case code, uncode, cut, freeze, close, slow, hide, clear, lock, unlock, kick

    var summary: String {
        switch self {
        case .code: "shows the code of the page"
        case .uncode: "hides it"
        case .cut: "everyone loses the connection; \"cut for 5s\" also refuses new ones"
        case .freeze: "connections stay open, and nothing arrives"
        case .close: "closes all connections with a code, such as \"close 4200\""
        case .slow: "delays everything, such as \"slow 2s\"; \"slow off\" ends it"
        case .hide: "hides the latest message"
        case .clear: "removes messages and raised hands"
        case .lock: "nobody new can join"
        case .unlock: "new people can join again"
        case .kick: "removes one person, such as \"kick Ana\""
        }
    }

    /// As typed: those that need more have it.
    var example: String {
        switch self {
        case .close: "close 4200"
        case .slow: "slow 2s"
        case .code, .uncode, .cut, .freeze, .hide, .clear, .lock, .unlock, .kick: self.rawValue
        }
    }
}

struct RoomRequest: FeatureRequest {
    let roomOrder: RoomOrder

    var words: String { "room \(self.roomOrder.words)" }
    var changesServer: Bool { true }
    var needs: Needs { .ownConnection }
    var order: RequestOrder { .inOrder }
}

enum RoomReport: FeatureReport {
    case herd(StageHerd)
    /// How many events somebody missed in their latest gap.
    case missed(UserID, Int)
    case locked(Bool)
}
