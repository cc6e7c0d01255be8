import ChannelsProtocol

@testable import BuoyProtocolCases

/// One rule that a subject breaks. Connections are numbered from 0, in the order of the case;
/// patterns may contain the names of `StageText`.
enum Fault: Hashable, Sendable {
    case message(MessageRule)
    /// Error and close codes are others.
    case refusal(MessageRule)
    /// It closes with another code; `nil` if it does not close.
    case closure(seat: Int, UInt16?)
    /// It says something after so many messages and requests of the judge.
    case say(String, seat: Int, after: Int)
    /// It answers no more after so many messages and requests of its own.
    case silence(seat: Int, messages: Int, requests: Int)
    case status(Int, request: Int)
    case body(String, request: Int)
    case webhook(String)
    /// Connects without parameters.
    case path
    /// Connects no more, from this connection on.
    case absence(from: Int)
    /// Comes back at once.
    case haste
    /// Comes so often at once in place of one connection, and not between two; then does nothing.
    case crowd(Int, from: Int, at: Int)
    case noRequest(from: Int)
    case requests(Int)

    struct MessageRule: Hashable, Sendable {
        var pattern: String
        var seat: Int
        /// How many such messages are passed on before.
        var from = 0
        var change: Change
    }

    enum Change: Hashable, Sendable {
        /// Says something else in the member that the pattern names last.
        case spoil
        case double
        /// The first one comes after the next message.
        case delay
        /// Closes the connection instead.
        case end
        case replace(String)
        case precede(String)
    }

    /// One that no case expects.
    static let otherCode: UInt16 = 4242

    var rule: MessageRule? {
        switch self {
        case .message(let rule), .refusal(let rule): rule
        default: nil
        }
    }
}

extension StageText {
    func expanded(_ text: String) -> String { (try? self.expand(text)) ?? text }

    func pattern(_ text: String) -> MessagePattern? { try? MessagePattern(self.expanded(text)) }
}

extension MessagePattern {
    /// A message like the given one, but for what the pattern names last; `nil` for a frame.
    func spoiled(_ message: String) -> String? {
        guard var value = JSONValue.parse(message), value["frame"] == nil else { return nil }
        for text in self.text.split(separator: " || ") {
            guard let pattern = JSONValue.parse(String(text)),
                MessagePattern(pattern).matches(value)
            else { continue }
            value = Self.spoiled(pattern, value) ?? .null
        }
        return self.matches(value) ? nil : value.compactText
    }

    private static func spoiled(_ pattern: JSONValue, _ value: JSONValue?) -> JSONValue? {
        switch (pattern, value) {
        case (.object(let wanted), .object(var object)?):
            guard let last = wanted.members.last else { return "spoiled" }
            let other = Self.spoiled(last.value, object[last.key])
            object.members.removeAll { $0.key == last.key }
            if let other { object.members.append(.init(key: last.key, value: other)) }
            return .object(object)
        case (.array, .array(let elements)?): return .array(elements + ["spoiled"])
        case (.object, .string(let text)?), (.array, .string(let text)?):
            return JSONValue.parse(text).flatMap { Self.spoiled(pattern, $0) }
                .map { JSONValue($0.compactText) }
        case (.string("<any>"), _): return nil
        case (.string("<string>"), .string(let text)?): return JSONValue.parse(text) ?? 4242
        case (.string("<number>"), _): return "4242"
        case (_, .number?): return 4242
        default: return "spoiled"
        }
    }
}
