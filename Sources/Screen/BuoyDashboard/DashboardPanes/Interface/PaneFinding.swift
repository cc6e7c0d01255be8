package import ChannelsEventWords
package import ChannelsProtocol

/// What a pane has found out, for the rest of the dashboard.
package enum PaneFinding: Hashable, Sendable {
    /// A message for the user. The text may come from a server.
    case notice(NoticeWords.Level, String)
    /// A row for the log.
    case note(LogNote)
    /// A box over the panes, until it is closed.
    case box(ResultBox)
    /// How the members of a presence channel differ from those that the server lists; `nil` if they
    /// do not.
    case members(ChannelName, AuditDifference?)
}

/// The effect of a core command in a pane with its own use for it.
package enum PaneAnswer: Hashable, Sendable {
    /// What the program carries out.
    case effects([Effect])
    /// Why it does nothing, as a sentence for the user.
    case refusal(String)
}

/// How the members differ from the users that the HTTP API lists.
package struct AuditDifference: Hashable, Sendable {
    /// Members whom the API does not list.
    var onlyHere: Set<UserID>
    /// Listed users who are not among the members.
    var onlyListed: Set<UserID>

    /// - Parameters:
    ///   - onlyHere: members whom the API does not list.
    ///   - onlyListed: listed users who are not among the members.
    package init(onlyHere: Set<UserID>, onlyListed: Set<UserID>) {
        self.onlyHere = onlyHere
        self.onlyListed = onlyListed
    }
}
