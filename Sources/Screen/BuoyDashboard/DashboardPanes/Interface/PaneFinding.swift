package import ChannelsEventWords
package import ChannelsProtocol

package enum PaneFinding: Hashable, Sendable {
    /// The text may come from a server.
    case notice(NoticeWords.Level, String)
    case note(LogNote)
    case box(ResultBox)
    case members(ChannelName, AuditDifference?)
}

package enum PaneAnswer: Hashable, Sendable {
    case effects([Effect])
    case refusal(String)
}

package struct AuditDifference: Hashable, Sendable {
    var onlyHere: Set<UserID>
    var onlyListed: Set<UserID>

    package init(onlyHere: Set<UserID>, onlyListed: Set<UserID>) {
        self.onlyHere = onlyHere
        self.onlyListed = onlyListed
    }
}
