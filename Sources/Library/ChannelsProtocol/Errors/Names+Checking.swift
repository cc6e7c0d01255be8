import ChannelsBasics

extension ChannelName {
    /// Creates a name from 1 to 200 letters, digits and `_ - = @ , . ;`. The documentation says
    /// 164; servers and their libraries accept 200.
    ///
    /// - Throws: `ChannelsError.channelName`, which says what is wrong.
    public init(_ text: String) throws(ChannelsError) {
        guard !text.isEmpty else { throw .channelName(.empty) }
        if let position = Self.firstForbidden(in: text) {
            throw .channelName(.forbiddenCharacter(text, position: position))
        }
        guard text.utf8.count <= Self.lengthLimit else {
            throw .channelName(.tooLong(text, length: text.utf8.count))
        }
        self.init(wire: text)
    }

    /// Creates a name of a given kind by adding its prefix: `ChannelName(.presence, "lobby")` is
    /// `presence-lobby`. A name that already has the prefix is used as it is.
    ///
    /// - Throws: `ChannelsError.channelName`, also if the resulting name is of another kind:
    ///   `ChannelName(.private, "encrypted-a")` would be an encrypted channel.
    public init(_ kind: ChannelKind, _ name: String) throws(ChannelsError) {
        let whole = ChannelKind(prefixOf: name) == kind ? name : kind.prefix + name
        try self.init(whole)
        guard self.kind == kind else {
            throw .channelName(.otherKind(whole, kind: self.kind))
        }
    }

    /// The position, in characters, of the first character that a name may not contain. Those
    /// before it are ASCII, a byte each.
    private static func firstForbidden(in text: String) -> Int? {
        text.utf8.enumerated().first { !Self.allows($0.element) }?.offset
    }

    /// Whether a name may contain a byte.
    package static func allows(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "_-=@,.;".utf8.contains(byte)
    }
}

extension EventName {
    /// Creates a name of 1 to 200 characters, which servers accept. Clients may send only names
    /// that start with `client-`.
    ///
    /// - Throws: `ChannelsError.Kind.eventName`, with a sentence that says what is wrong.
    public init(_ text: some StringProtocol) throws(ChannelsError) {
        self.init(String(text))
        if let problem = self.problem { throw .eventName(problem) }
    }
}

extension UserID {
    /// Creates an id of 1 to 200 characters. For presence members, servers accept at most 128.
    ///
    /// - Throws: `ChannelsError.Kind.userID`, with a sentence that says what is wrong.
    public init(_ text: some StringProtocol) throws(ChannelsError) {
        self.init(String(text))
        guard !text.isEmpty else { throw .userID("A user id cannot be empty.") }
        let length = self.text.unicodeScalars.count
        guard length <= Self.lengthLimit else {
            throw .userID(
                "The user id has \(length) characters; the limit is \(Self.lengthLimit).")
        }
    }
}

package enum InvalidChannelName: Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(String, length: Int)
    case forbiddenCharacter(String, position: Int)
    case otherKind(String, kind: ChannelKind)

    package var description: String {
        switch self {
        case .empty:
            "A channel name cannot be empty."
        case .tooLong(_, let length):
            "The channel name has \(length) characters; the limit is \(ChannelName.lengthLimit)."
        case .forbiddenCharacter(let name, let position):
            "Character \(position + 1) of the channel name \(name.debugDescription) is not allowed: "
                + "use letters, digits and _ - = @ , . ;"
        case .otherKind(let name, let kind):
            "The channel \(name.debugDescription) would get a different kind from its prefix: "
                + "\(kind.rawValue)."
        }
    }
}
