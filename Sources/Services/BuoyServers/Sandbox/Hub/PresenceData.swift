import ChannelsProtocol

/// The decoded `channel_data` of a presence subscription.
struct PresenceData: Hashable, Sendable {
    let member: PresenceMember

    /// - Parameter text: `{"user_id":…,"user_info":…}`; the id may be a number, which is converted
    ///   to text.
    init(_ text: String, limits: SandboxLimits) throws(PresenceDataError) {
        guard text.utf8.count <= limits.channelData else {
            throw .tooLong(bytes: text.utf8.count, limit: limits.channelData)
        }
        guard let object = JSONValue.parse(text)?.objectValue else { throw .notAnObject }
        guard let id = object["user_id"].flatMap(Self.userID) else { throw .noUserID }
        guard id.unicodeScalars.count <= limits.userID else {
            throw .userIDTooLong(limit: limits.userID)
        }
        let info = object["user_info"].flatMap { $0.isNull ? nil : EventData(json: $0) }
        self.member = PresenceMember(id: UserID(id), info: info)
    }

    /// A non-empty string, or a whole number up to 2^53, beyond which JavaScript rounds.
    private static func userID(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .number:
            guard let number = value.intValue, number.magnitude <= 1 << 53 else { return nil }
            return String(number)
        case .null, .bool, .array, .object: return nil
        }
    }
}

enum PresenceDataError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong(bytes: Int, limit: Int)
    case notAnObject
    case noUserID
    case userIDTooLong(limit: Int)

    var description: String {
        switch self {
        case .tooLong(let bytes, let limit):
            "\(bytes) bytes exceed the limit of \(limit)"
        case .notAnObject: "there is no JSON object"
        case .noUserID: "user_id must be a non-empty string, or a whole number up to 2^53"
        case .userIDTooLong(let limit): "user_id has more than \(limit) characters"
        }
    }
}
