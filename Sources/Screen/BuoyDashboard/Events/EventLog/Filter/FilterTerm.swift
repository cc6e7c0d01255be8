import ChannelsProtocol

package enum FilterTerm: Hashable, Sendable {
    /// On name, channel or data.
    case text(FilterPattern)
    case channel(FilterPattern)
    case event(FilterPattern)
    case user(FilterPattern)
    case server(FilterPattern)
    case data(FilterPattern)
    case kind(FilterKind)
    case size(FilterOperator, Int)
    case value(DataPath, DataTest)
    case hasChannel, hasData, hasUser

    func holds(for subject: inout FilterSubject) -> Bool {
        switch self {
        case .text(let pattern):
            pattern.matches(subject.name) || pattern.matches(subject.channelLabel)
                || pattern.matches(subject.detail)
                || !subject.lossWords.isEmpty && pattern.matches(subject.lossWords)
        case .channel(let pattern):
            subject.channel.map { pattern.matches($0.text) } ?? false
        case .event(let pattern): pattern.matchesName(subject.name)
        case .user(let pattern): subject.userID.map { pattern.matches($0.text) } ?? false
        case .server(let pattern): subject.server.map(pattern.matches) ?? false
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

    /// Relative, for checking cheap conditions first.
    var cost: Int {
        switch self {
        case .kind, .hasChannel, .hasData, .hasUser: 0
        case .channel(let pattern), .event(let pattern), .user(let pattern), .server(let pattern):
            pattern.weight
        case .size: 2
        case .value(_, .pattern(let pattern)): 4 * pattern.weight
        case .value: 4
        case .data(let pattern), .text(let pattern): 3 * pattern.weight
        }
    }

    var weight: Int {
        switch self {
        case .kind, .hasChannel, .hasData, .hasUser, .size, .value(_, .exists),
            .value(_, .compare):
            1
        case .text(let pattern), .channel(let pattern), .event(let pattern), .user(let pattern),
            .server(let pattern), .data(let pattern), .value(_, .pattern(let pattern)):
            pattern.weight
        }
    }

    /// `!=` negates the condition. A user must exist to be a different one.
    func asked(with comparison: FilterOperator) -> FilterNode {
        guard comparison == .notEqual else { return .term(self) }
        return switch self {
        case .channel, .event, .kind, .server: .not(.term(self))
        case .user: .every([.term(.hasUser), .not(.term(self))])
        // Sizes and values handle the operator themselves; the others do not support `!=`.
        case .size, .value, .text, .data, .hasChannel, .hasData, .hasUser: .term(self)
        }
    }
}
