public import ChannelsProtocol
internal import FoundationEssentials

extension ChannelEvent {
    /// The data as a value of one's own type, read as JSON: the contents of the string that most
    /// servers send, or the JSON itself.
    ///
    /// ```swift
    /// struct Order: Decodable { var id: Int }
    /// let order = try event.decode(Order.self)
    /// ```
    /// - Throws: `EventDecodingError` with what does not fit and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(EventDecodingError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(self.data.text.utf8))
        } catch {
            throw EventDecodingError(event: self.name, type: "\(type)", error)
        }
    }
}

/// Why the data of an event is no value of a type.
public struct EventDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    public var event: EventName
    /// The type that was asked for.
    public var type: String
    /// Where in the data, as `orders.0.id`; empty at the top.
    public var path: String
    /// What does not fit; parts of it may come from a peer.
    public var reason: String

    init(event: EventName, type: String, _ error: any Error) {
        self.event = event
        self.type = type
        self.path = Self.path(of: error)
        self.reason = Self.reason(for: error)
    }

    public var description: String {
        let place = self.path.isEmpty ? "" : " at \(self.path)"
        return "The data of \(self.event) is no \(self.type): \(self.reason)\(place)."
    }

    private static func path(of error: any Error) -> String {
        guard let context = (error as? DecodingError)?.context else { return "" }
        return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            .joined(separator: ".")
    }

    private static func reason(for error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "there is no \(key.stringValue.debugDescription)"
        case .typeMismatch(let type, _): "there is no \(type)"
        case .valueNotFound(let type, _): "there is null instead of \(type)"
        case .dataCorrupted(let context): context.debugDescription
        case nil: "\(error)"
        @unknown default: "\(error)"
        }
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
