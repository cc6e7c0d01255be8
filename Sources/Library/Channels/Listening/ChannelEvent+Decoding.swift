public import ChannelsProtocol
import FoundationEssentials

extension ChannelEvent {
    /// The data decoded from JSON into a type: the contents of the string that most servers send,
    /// or the JSON itself.
    ///
    /// ```swift
    /// struct Order: Decodable { var id: Int }
    /// let order = try event.decode(Order.self)
    /// ```
    /// - Throws: `ChannelsError.eventData`, which says what does not fit, and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(ChannelsError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(self.data.text.utf8))
        } catch {
            throw .eventData(InvalidEventData(event: self.name, type: "\(type)", decoding: error))
        }
    }
}

extension InvalidEventData {
    init(event: EventName, type: String, decoding error: any Error) {
        self.init(
            event: event, type: type, path: Self.path(of: error), reason: Self.reason(for: error))
    }

    init(event: EventName, type: String, encoding error: any Error) {
        let context: EncodingError.Context? =
            if case .invalidValue(_, let context)? = error as? EncodingError { context } else {
                nil
            }
        self.init(
            event: event, type: type, path: Self.text(of: context?.codingPath ?? []),
            reason: context?.debugDescription ?? "\(error)")
    }

    private static func path(of error: any Error) -> String {
        Self.text(of: (error as? DecodingError)?.context?.codingPath ?? [])
    }

    private static func text(of path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
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
