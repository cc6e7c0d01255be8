import ChannelsEventWords

/// Every line in the log has one of the first nine kinds; `error`, `gap` and `system` overlap with
/// them.
package enum FilterKind: String, Hashable, Sendable, CaseIterable {
    case event
    case client
    /// Sent, queued or refused.
    case sent
    /// Also numbers of subscribers.
    case member
    case channel
    /// States, attempts, pings and clocks.
    case connection
    /// The sign-in and the watchlist.
    case user
    case binding
    case problem
    /// The lines marked `!`.
    case error
    /// Where events may be missing.
    case gap
    /// Everything except received and sent events.
    case system

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
