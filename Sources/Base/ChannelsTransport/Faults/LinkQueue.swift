import NIOCore

struct LinkQueue<Item> {
    private struct Waiting {
        var item: Item
        var bytes: Int
        let added: NIODeadline
        var due: NIODeadline
    }

    private var items = CircularBuffer<Waiting>()
    private var timer: Scheduled<Void>?
    private var last = NIODeadline.uptimeNanoseconds(0)
    private var burstEnd = NIODeadline.uptimeNanoseconds(0)
    private var resumption: NIODeadline?
    private(set) var bytes = 0

    var isEmpty: Bool { self.items.isEmpty }

    var due: NIODeadline? { self.items.last.map { max($0.due, self.resumption ?? $0.due) } }

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
        if let period = condition.burstPeriod {
            if now >= self.burstEnd { self.burstEnd = now + TimeAmount(limit: period) }
            due = max(due, self.burstEnd)
        }
        self.last = due
        self.items.append(Waiting(item: item, bytes: bytes, added: now, due: due))
        self.bytes += bytes
    }

    mutating func removeFirst() -> Item? {
        guard let first = self.items.popFirst() else { return nil }
        self.bytes -= first.bytes
        return first.item
    }

    mutating func removeDue(_ now: NIODeadline, _ condition: LinkCondition) -> Item? {
        guard let first = self.items.first, self.resumption.map({ $0 <= now }) ?? true else {
            return nil
        }
        self.resumption = nil
        return !condition.isSlow || first.due <= now ? self.removeFirst() : nil
    }

    /// Nothing passes until TCP has resent the first item; the rest follows at once.
    /// - Parameter repeats: when it is sent again, counted from the first time.
    mutating func resume(after repeats: [Duration], at now: NIODeadline) {
        guard let first = self.items.first else { return }
        let times = repeats.lazy.map { first.added + TimeAmount(limit: $0) }
        if let next = times.first(where: { $0 >= now }) { self.resumption = next }
    }

    mutating func wait(on loop: any EventLoop, _ then: @escaping () -> Void) {
        self.cancel()
        guard let first = self.items.first else { return }
        let then = NIOLoopBound(then, eventLoop: loop)
        let deadline = max(first.due, self.resumption ?? first.due)
        self.timer = loop.scheduleTask(deadline: deadline) { then.value() }
    }

    mutating func cancel() {
        self.timer?.cancel()
        self.timer = nil
    }
}
