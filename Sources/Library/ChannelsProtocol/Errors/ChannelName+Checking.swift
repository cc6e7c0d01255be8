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
