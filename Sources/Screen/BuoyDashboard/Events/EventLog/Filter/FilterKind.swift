import ChannelsEventWords

/// The kinds of lines in the log. Every line has one of the first nine; `error`, `gap` and `system`
/// overlap with them.
package enum FilterKind: String, Hashable, Sendable, CaseIterable {
    /// An event of an application.
    case event
    /// A client event of another client.
    case client
    /// A client event that was sent, queued or refused.
    case sent
    /// Members of presence channels, and numbers of subscribers.
    case member
    /// Subscriptions and their authorization.
    case channel
    /// States, attempts, pings and clocks.
    case connection
    /// The sign-in and the watchlist.
    case user
    /// Bindings and their hits.
    case binding
    /// Other problems.
    case problem
    /// Everything that failed: the lines marked `!`.
    case error
    /// Places where events may be missing.
    case gap
    /// Reports of the client: everything except received and sent events.
    case system

    /// Whether a line is of this kind.
    package func includes(_ subject: FilterSubject) -> Bool {
        switch self {
        case .event: subject.category == .event
        case .client: subject.category == .clientEvent
        case .sent: subject.category == .sent
        case .member: subject.category == .member
        case .channel: subject.category == .channel
        case .connection: subject.category == .connection
        case .user: subject.category == .user
        case .binding: subject.category == .binding
        case .problem: subject.category == .problem
        case .error: subject.tone == .failure
        case .gap: subject.tone == .gap
        case .system: ![.event, .clientEvent, .sent].contains(subject.category)
        }
    }
}
