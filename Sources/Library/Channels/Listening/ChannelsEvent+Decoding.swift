import ChannelsBasics
public import ChannelsFoundation
public import ChannelsProtocol

extension ChannelsEvent {
    /// Decodes the data from JSON into a type. Most servers send JSON in a string, whose contents
    /// are decoded; otherwise, the JSON itself is.
    ///
    /// ```swift
    /// struct Order: Decodable { var id: Int }
    /// let order = try event.decode(Order.self)
    /// ```
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - decoder: the decoder, for example one for ISO 8601 dates; `nil` for the default
    ///     settings. An event has no reference to its client, so `ChannelsOptions.decoder` applies
    ///     only to `events(_:as:)`.
    /// - Throws: `ChannelsError.eventData`, which says what does not match the type, and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil
    ) throws(ChannelsError) -> Value {
        try self.data.decode(type, using: decoder, subject: "The data of \(self.name)")
    }
}

extension EventData {
    /// Decodes the data from JSON into a type; see `ChannelsEvent.decode`.
    ///
    /// - Throws: `ChannelsError.eventData`, which says what does not match the type, and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil
    ) throws(ChannelsError) -> Value {
        try self.decode(type, using: decoder, subject: "The data")
    }

    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type, using decoder: JSONDecoder?, subject: String
    ) throws(ChannelsError) -> Value {
        do {
            return try (decoder ?? JSONDecoder()).decode(type, from: Data(self.text.utf8))
        } catch {
            throw .eventData(InvalidEventData(subject: subject, type: "\(type)", decoding: error))
        }
    }
}

extension PresenceMember {
    /// Decodes the application's information about the user from JSON into a type.
    ///
    /// ```swift
    /// struct User: Decodable { var name: String }
    /// let user = try member.decode(User.self)
    /// ```
    /// - Throws: `ChannelsError.eventData`, which says what does not match the type, and where;
    ///   also thrown if there is no information.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil
    ) throws(ChannelsError) -> Value {
        let info = self.info ?? EventData(json: .null)
        return try info.decode(type, using: decoder, subject: "The info of the member \(self.id)")
    }
}

extension InvalidEventData {
    init(subject: String, type: String, decoding error: any Error) {
        self.init(
            subject: subject, type: type, path: Self.path(of: error),
            reason: Self.reason(for: error))
    }

    init(subject: String, type: String, encoding error: any Error) {
        let context: EncodingError.Context? =
            if case .invalidValue(_, let context)? = error as? EncodingError { context } else {
                nil
            }
        self.init(
            subject: subject, type: type, path: Self.text(of: context?.codingPath ?? []),
            reason: context?.debugDescription ?? error.words)
    }

    private static func path(of error: any Error) -> String {
        Self.text(of: (error as? DecodingError)?.context?.codingPath ?? [])
    }

    private static func text(of path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func reason(for error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "\(key.stringValue.debugDescription) is missing"
        case .typeMismatch(let type, _): "expected \(type)"
        case .valueNotFound(let type, _): "found null instead of \(type)"
        case .dataCorrupted(let context): context.debugDescription
        case nil: error.words
        @unknown default: error.words
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
