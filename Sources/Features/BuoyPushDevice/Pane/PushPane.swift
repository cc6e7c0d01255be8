import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol
import ChannelsPushProtocol
import OrderedCollections

/// The device of the push client, its interests, and what is still to be sent.
struct PushPane: Hashable, Sendable {
    /// Whether a push service can be used.
    let access: PushAccess
    /// What the push client says; `nil` before its first report.
    private(set) var status: PushStatus?
    /// The names of the interests.
    private(set) var cursor = ListCursor<String>()
    private(set) var rows: OrderedDictionary<String, Row> = [:]

    /// What is known of an interest.
    struct Row: Hashable, Sendable {
        let name: String
        let isWanted: Bool
        let isRegistered: Bool
        /// The operation in the outbox.
        let operation: PushStatus.Operation?
        /// Why the service refused it.
        let refusal: String?
    }

    /// Creates a list that the first report of the push client fills.
    init(_ access: PushAccess) { self.access = access }

    /// Why no push service can be used; `nil` if one can.
    var missing: String? {
        if case .missing(let text) = self.access { text } else { nil }
    }

    /// Whether the service is the program's own sandbox.
    var isSandbox: Bool { self.access == .available(isSandbox: true) }

    /// The selected interest.
    var selected: String? {
        self.cursor.order.indices.contains(self.cursor.index)
            ? self.cursor.order[self.cursor.index] : nil
    }

    /// Counts down to the next attempt.
    func wait(at now: Timestamp, isFocused: Bool) -> PaneWait? {
        guard isFocused, let left = self.status?.nextRetry?.time.duration(since: now),
            left > .zero
        else { return nil }
        return .countdown(tenths: left.clampedNanoseconds / 100_000_000)
    }

    private mutating func use(_ status: PushStatus) {
        self.status = status
        let (wanted, registered) = (Set(status.wanted), Set(status.registered))
        var operations: [String: PushStatus.Operation] = [:]
        for operation in status.outbox {
            if let interest = operation.interest { operations[interest] = operation }
        }
        var refusals: [String: String] = [:]
        for refusal in status.refused {
            if let interest = refusal.interest { refusals[interest] = refusal.reason }
        }
        let names = OrderedSet(status.wanted + status.registered)
            .union(status.outbox.compactMap(\.interest))
            .union(status.refused.compactMap(\.interest))
        self.rows = [:]
        for name in names {
            self.rows[name] = Row(
                name: name, isWanted: wanted.contains(name),
                isRegistered: registered.contains(name), operation: operations[name],
                refusal: refusals[name])
        }
        self.cursor.arrange(Array(names))
    }
}

extension PushPane: Pane {
    static let profile = PaneProfile(.push, .lists)

    static let hints: [CommandName] = [
        "push-register", "push-subscribe", "push-retry",
    ]

    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        guard let change = report.report(PushStatusChange.self) else { return }
        self.use(change.status)
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.cursor.move(movement, height: self.parts(height: place.height).list)
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        let parts = self.parts(height: place.size.rows)
        guard row < parts.header + parts.list else { return nil }
        return self.cursor.select(line: row - parts.header, height: parts.list)
    }

    func contents(_ context: PaneContext) -> PaneContents? {
        let count = self.rows.count
        return PaneContents(rows: count == 0 ? 3 : count + 4, isEmpty: count == 0)
    }

    func count(_ context: PaneContext) -> Int? {
        self.status?.deviceID == nil ? nil : self.status?.registered.count
    }

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        "nothing to inspect; press Enter to count the devices reached"
    }
}
