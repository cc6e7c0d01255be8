import ChannelsProtocol

/// Visitors who lost their connections at the same time, and when each reconnected.
struct StageHerd: Hashable, Sendable {
    let start: ChannelsTimestamp
    /// What happened to them, as the order says it.
    let cause: String
    let visitors: Set<UserID>
    /// When each is expected back, in order, if all follow the standard policy.
    let expected: [Duration]
    /// In order of time.
    private(set) var returns: [Return] = []

    struct Return: Hashable, Sendable {
        let id: UserID
        let gap: Duration
        /// `nil` until the visitor has asked.
        var missed: Int?
    }

    init(_ order: RoomOrder, end: ConnectionEnd, _ visitors: [UserID], at start: ChannelsTimestamp)
    {
        self.start = start
        self.cause = order.words
        self.visitors = Set(visitors)
        let time = if case .cut(let time) = order { time } else { Duration.zero }
        self.expected = ReconnectionPolicy.standard.returns(
            of: visitors.count, after: end, refusedFor: time)
    }

    var isComplete: Bool { self.returns.count == self.visitors.count }

    mutating func joined(_ members: [PresenceMember], at time: ChannelsTimestamp) {
        guard !self.isComplete, time > self.start else { return }
        for id in members.map(\.id)
        where self.visitors.contains(id) && !self.returns.contains(where: { $0.id == id }) {
            self.returns.append(Return(id: id, gap: time.duration(since: self.start)))
        }
    }

    mutating func missed(_ count: Int, _ id: UserID) {
        guard let index = self.returns.firstIndex(where: { $0.id == id }) else { return }
        self.returns[index].missed = count
    }

    /// The end of the graph: a whole number of seconds.
    var span: Duration {
        let last = max(self.expected.last ?? .zero, self.returns.last?.gap ?? .zero)
        return .seconds(last.components.seconds + 1)
    }

    func count(_ times: [Duration], by time: Duration) -> Int { times.count { $0 <= time } }
}
