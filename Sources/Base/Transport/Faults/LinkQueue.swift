import NIOCore

/// What waits on one way of a slow link, in order, and when it has arrived.
struct LinkQueue<Item> {
    private struct Waiting {
        var item: Item
        var bytes: Int
        /// When it has passed; counts only as long as the link is slow.
        var due: NIODeadline
    }

    private var items = CircularBuffer<Waiting>()
    private var timer: Scheduled<Void>?
    /// When the last one has passed.
    private var last = NIODeadline.uptimeNanoseconds(0)
    /// How many bytes wait.
    private(set) var bytes = 0

    var isEmpty: Bool { self.items.isEmpty }

    /// When the last one that waits will have passed.
    var due: NIODeadline? { self.items.last?.due }

    /// Adds something behind the rest.
    mutating func add(
        _ item: Item, bytes: Int, _ condition: LinkCondition, at now: NIODeadline
    ) {
        let jitter = condition.jitter * Double.random(in: 0...1)
        var due = max(now, self.last)
        if let rate = condition.bytesPerSecond, bytes > 0 {
            due = due + TimeAmount(limit: .seconds(Double(bytes) / Double(rate)))
        }
        // The delay of one does not add to that of the next.
        due = max(due, now + TimeAmount(limit: condition.delay + jitter))
        self.last = due
        self.items.append(Waiting(item: item, bytes: bytes, due: due))
        self.bytes += bytes
    }

    /// Takes the first one, however long it should wait.
    mutating func removeFirst() -> Item? {
        guard let first = self.items.popFirst() else { return nil }
        self.bytes -= first.bytes
        return first.item
    }

    /// Takes the first one if it has passed.
    mutating func removeDue(_ now: NIODeadline, _ condition: LinkCondition) -> Item? {
        guard let first = self.items.first else { return nil }
        let isSlow = condition.delay > .zero || condition.bytesPerSecond != nil
        return !isSlow || first.due <= now ? self.removeFirst() : nil
    }

    /// Calls a function when the first one has passed, unless that is waited for already.
    mutating func wait(on loop: any EventLoop, _ then: @escaping () -> Void) {
        self.cancel()
        guard let first = self.items.first else { return }
        let then = NIOLoopBound(then, eventLoop: loop)
        self.timer = loop.scheduleTask(deadline: first.due) { then.value() }
    }

    /// Waits for nothing any more.
    mutating func cancel() {
        self.timer?.cancel()
        self.timer = nil
    }
}
