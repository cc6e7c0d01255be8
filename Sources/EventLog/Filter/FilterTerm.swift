import ChannelsProtocol

/// One question about an event.
package enum FilterTerm: Hashable, Sendable {
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

    /// Whether it is true of an event.
    package func holds(for subject: inout FilterSubject) -> Bool {
        switch self {
        case .text(let pattern):
            pattern.matches(subject.name) || pattern.matches(subject.channelLabel)
                || pattern.matches(subject.detail)
        case .channel(let pattern):
            subject.channel.map { pattern.matches($0.text) } ?? false
        case .event(let pattern): pattern.matches(subject.name)
        case .user(let pattern): subject.userID.map { pattern.matches($0.text) } ?? false
        case .data(let pattern): subject.data != nil && pattern.matches(subject.detail)
        case .kind(let kind): kind.includes(subject)
        case .size(let comparison, let size):
            subject.data.map { comparison.holds($0.byteCount, size) } ?? false
        case .value(let path, let test):
            test.holds(for: subject.data?.value(at: path.steps))
        case .hasChannel: subject.channel != nil
        case .hasData: subject.data.map { !$0.isAbsent } ?? false
        case .hasUser: subject.userID != nil
        }
    }

    /// About what it costs beside the others, to ask the cheap questions first.
    package var cost: Int {
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
    package var weight: Int {
        switch self {
        case .kind, .hasChannel, .hasData, .hasUser, .size, .value(_, .exists),
            .value(_, .compare):
            1
        case .text(let pattern), .channel(let pattern), .event(let pattern), .user(let pattern),
            .data(let pattern), .value(_, .pattern(let pattern)):
            pattern.weight
        }
    }

    /// The term as an operator asks it: `!=` turns it round. Somebody has to be there to be somebody
    /// else.
    func asked(with sign: FilterOperator) -> FilterNode {
        guard sign == .notEqual else { return .term(self) }
        return switch self {
        case .channel, .event, .kind: .not(.term(self))
        case .user: .every([.term(.hasUser), .not(.term(self))])
        // Sizes and values compare by the operator themselves; the rest has no `!=`.
        case .size, .value, .text, .data, .hasChannel, .hasData, .hasUser: .term(self)
        }
    }
}
