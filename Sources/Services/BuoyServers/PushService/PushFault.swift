import ChannelsProtocol
import ChannelsTransport

/// A response that replaces those of the Client API, a number of times.
struct PushFault: Hashable, Sendable {
    private let status: Int
    /// In seconds.
    private let retryAfter: Int?
    private var times: Int

    /// - Parameter json: `{"status":503,"times":3,"retry-after":2}`; one time by default.
    init(_ json: JSONValue) throws(RouteRefusal) {
        guard let status = json["status"]?.intValue, (200...599).contains(status) else {
            throw .badRequest(
                "A fault must be {\"status\":503,\"times\":3,\"retry-after\":2} with a status from "
                    + "200 to 599, {\"forget\":true} or {\"clear\":true}")
        }
        self.status = status
        self.times = try Self.number("times", 1...1000, of: json) ?? 1
        self.retryAfter = try Self.number("retry-after", 0...3600, of: json)
    }

    mutating func take() -> HTTPResponse? {
        guard self.times > 0 else { return nil }
        self.times -= 1
        let wait = self.retryAfter.map { HTTPHeader("Retry-After", String($0)) }
        return .text(
            self.status, "The sandbox is set to return \(self.status)",
            headers: [wait].compactMap(\.self))
    }

    private static func number(
        _ key: String, _ range: ClosedRange<Int>, of json: JSONValue
    ) throws(RouteRefusal) -> Int? {
        guard let value = json[key] else { return nil }
        guard let number = value.intValue, range.contains(number) else {
            throw .badRequest(
                "\(key) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
