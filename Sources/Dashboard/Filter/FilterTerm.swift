import ChannelsProtocol

/// One question about an event.
enum FilterTerm: Hashable, Sendable {
    /// Name, channel or data.
    case text(FilterPattern)
    case channel(FilterPattern)
    case event(FilterPattern)
    /// Who sent it, joined or left.
    case user(FilterPattern)
    /// The text of the data.
    case data(FilterPattern)
    case kind(FilterKind)
    case size(FilterOperator, Int)
    case value(DataPath, DataTest)
    /// Whether there is a channel, data or a user at all.
    case hasChannel, hasData, hasUser

    func holds(for subject: inout FilterSubject) -> Bool {
        switch self {
        case .text(let pattern):
            pattern.matches(subject.name) || pattern.matches(subject.channel)
                || pattern.matches(subject.detail)
        case .channel(let pattern): pattern.matches(subject.channel)
        case .event(let pattern): pattern.matches(subject.name)
        case .user(let pattern): subject.event.userID.map { pattern.matches($0.text) } ?? false
        case .data(let pattern): subject.event.data != nil && pattern.matches(subject.detail)
        case .kind(let kind): kind.includes(subject.event)
        case .size(let comparison, let size):
            subject.event.data.map { comparison.holds($0.byteCount, size) } ?? false
        case .value(let path, let test):
            test.holds(for: subject.event.data?.value(at: path.steps))
        case .hasChannel: subject.event.hasChannel
        case .hasData: subject.event.data.map { !$0.isAbsent } ?? false
        case .hasUser: subject.event.userID != nil
        }
    }

    /// About what it costs beside the others, to ask the cheap questions first.
    var cost: Int {
        switch self {
        case .kind, .hasChannel, .hasData, .hasUser: 0
        case .channel(let pattern), .event(let pattern), .user(let pattern): pattern.weight
        case .size: 2
        case .value(_, .pattern(let pattern)): 4 * pattern.weight
        case .value: 4
        case .data(let pattern), .text(let pattern): 3 * pattern.weight
        }
    }

    /// About how many times a plain search it costs.
    var weight: Int {
        switch self {
        case .kind, .hasChannel, .hasData, .hasUser, .size, .value(_, .exists),
            .value(_, .compare):
            1
        case .text(let pattern), .channel(let pattern), .event(let pattern), .user(let pattern),
            .data(let pattern), .value(_, .pattern(let pattern)):
            pattern.weight
        }
    }
}

extension ClientEvent {
    /// The data that it brought: of events, and of members what is known about them.
    fileprivate var data: EventData? {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event): event.data
        case .memberAdded(_, let member), .memberRemoved(_, let member): member.info
        default: nil
        }
    }

    fileprivate var userID: UserID? {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event):
            event.userID
        case .memberAdded(_, let member), .memberRemoved(_, let member): member.id
        default: nil
        }
    }

    fileprivate var hasChannel: Bool {
        switch self.kind {
        case .received(let event), .triggered(let event): event.channel != nil
        default: EventText(self, dataLimit: 0).channel != EventText.connectionLabel
        }
    }
}
