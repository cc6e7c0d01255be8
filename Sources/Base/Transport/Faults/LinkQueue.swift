import NIOCore

/// The data in transit in one direction of a slow link, in order, with arrival times.
struct LinkQueue<Item> {
    private struct Waiting {
        var item: Item
        var bytes: Int
        /// When it arrives; relevant only while the link is slow.
        var due: NIODeadline
    }

    private var items = CircularBuffer<Waiting>()
    private var timer: Scheduled<Void>?
    /// When the last item arrives.
    private var last = NIODeadline.uptimeNanoseconds(0)
    /// The number of bytes in transit.
    private(set) var bytes = 0

    var isEmpty: Bool { self.items.isEmpty }

    /// When the last item in transit arrives.
    var due: NIODeadline? { self.items.last?.due }

    /// Appends an item.
    mutating func add(
        _ item: Item, bytes: Int, _ condition: LinkCondition, at now: NIODeadline
    ) {
        let jitter = condition.jitter * Double.random(in: 0...1)
        var due = max(now, self.last)
        if let rate = condition.bytesPerSecond, bytes > 0 {
            due = due + TimeAmount(limit: .seconds(Double(bytes) / Double(rate)))
        }
        // The delay of one item does not add to that of the next.
        due = max(due, now + TimeAmount(limit: condition.delay + jitter))
        self.last = due
        self.items.append(Waiting(item: item, bytes: bytes, due: due))
        self.bytes += bytes
    }

    /// Removes the first item, even if it is not due.
    mutating func removeFirst() -> Item? {
        guard let first = self.items.popFirst() else { return nil }
        self.bytes -= first.bytes
        return first.item
    }

    /// Removes the first item if it is due.
    mutating func removeDue(_ now: NIODeadline, _ condition: LinkCondition) -> Item? {
        guard let first = self.items.first else { return nil }
        let isSlow = condition.delay > .zero || condition.bytesPerSecond != nil
        return !isSlow || first.due <= now ? self.removeFirst() : nil
    }

    /// Calls a function when the first item is due. Replaces an earlier call.
    mutating func wait(on loop: any EventLoop, _ then: @escaping () -> Void) {
        self.cancel()
        guard let first = self.items.first else { return }
        let then = NIOLoopBound(then, eventLoop: loop)
        self.timer = loop.scheduleTask(deadline: first.due) { then.value() }
    }

    /// Cancels the call.
    mutating func cancel() {
        self.timer?.cancel()
        self.timer = nil
    }
}
