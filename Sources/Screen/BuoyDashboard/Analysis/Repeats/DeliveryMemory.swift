import ChannelsProtocol

/// Tells a delivery that came twice from a value that is the same again, by the latest deliveries
/// of a stream. All times are in nanoseconds of the monotonic clock.
///
/// A repeat is early: it comes in a fraction of the usual interval. A ticker whose price stays the
/// same is not early. Where equal data came at its regular time, an early one may be a coincidence:
/// unless its deliveries are evenly spaced, the stream then has to deliver different data for a
/// while, and twice as long each time.
struct DeliveryMemory: Hashable, Sendable {
    private struct Delivery: Hashable {
        let content: UInt64?
        let time: Int64
    }

    private struct Repeat: Hashable {
        let content: UInt64
        let number: Int
        let time: Int64
    }

    /// Without repeats. Once it is full, `oldest` is replaced next.
    private var recent: [Delivery] = []
    private var oldest = 0
    private var repeats: [Repeat] = []
    private var different: UInt32 = 0
    /// How many of these it takes before a repeat is believed.
    private var needed: UInt32 = 0

    private static let capacity = 8
    /// If `capacity` deliveries come in this time, 60 a second, the next may follow at any time.
    private static let fastSpan: Int64 = 128_000_000
    /// Nothing comes again later than this.
    private static let window: Int64 = 5_000_000_000
    /// How soon a repeat has to come while the interval of the stream is hardly known.
    private static let firstWindow: Int64 = 50_000_000
    /// A stream that sends the same data more often means to.
    private static let repeatLimit = 3
    /// After so many different deliveries, equal data is rare enough to be believed later.
    private static let isDistinct: UInt32 = 32
    private static let needLimits: ClosedRange<UInt32> = 8...1024

    /// Whether deliveries come so fast that nothing could be early. Then their data is not even
    /// hashed, and only the time of this one is kept.
    mutating func passes(at time: Int64) -> Bool {
        guard self.recent.count == Self.capacity else { return false }
        let (span, isFar) = time.subtractingReportingOverflow(self.recent[self.oldest].time)
        guard !isFar, span >= 0, span < Self.fastSpan else { return false }
        self.add(nil, at: time)
        return true
    }

    /// - Parameters:
    ///   - content: the hash of its data and sender.
    ///   - start: when its subscription started, or a later one; `nil` if that is not known.
    mutating func received(
        _ content: UInt64, number: Int, at time: Int64, since start: Int64?
    ) -> RepeatFinding? {
        guard let earlier = self.time(of: content) else {
            self.add(content, at: time)
            if self.different < .max { self.different += 1 }
            return nil
        }
        let (elapsed, isFar) = time.subtractingReportingOverflow(earlier)
        let isAcross = start.map { earlier < $0 } ?? false
        guard !isFar, elapsed >= 0, !isAcross, let rhythm = self.rhythm(since: start) else {
            self.add(content, at: time)
            return nil
        }
        let copies = self.repeats.filter { $0.content == content && $0.time >= earlier }
        guard self.isEarly(elapsed, rhythm.usual), copies.count < Self.repeatLimit else {
            self.add(content, at: time)
            let isRegular = elapsed >= rhythm.usual / 2 || self.recent.count == Self.capacity
            if isRegular || copies.count >= Self.repeatLimit { self.cameRegularly() }
            return self.withdraw(copies)
        }
        guard self.different >= self.needed || rhythm.isSteady else {
            self.add(content, at: time)
            return nil
        }
        self.note(Repeat(content: content, number: number, time: time))
        return .again(after: .nanoseconds(elapsed))
    }

    /// Computed for every event.
    private func time(of content: UInt64) -> Int64? {
        var latest: Int64?
        for delivery in self.recent where delivery.content == content {
            latest = max(latest ?? .min, delivery.time)
        }
        return latest
    }

    private mutating func add(_ content: UInt64?, at time: Int64) {
        let delivery = Delivery(content: content, time: time)
        guard self.recent.count == Self.capacity else {
            self.recent.append(delivery)
            return
        }
        self.recent[self.oldest] = delivery
        self.oldest = (self.oldest + 1) % Self.capacity
    }

    private func isEarly(_ elapsed: Int64, _ usual: Int64) -> Bool {
        guard self.recent.count == Self.capacity else {
            return elapsed < min(usual / 32, Self.firstWindow)
        }
        let share = usual / (self.different >= Self.isDistinct ? 2 : 8)
        return elapsed < min(share, Self.window)
    }

    /// Without arrays: a stream of equal data needs it for every event.
    private struct Rhythm {
        private(set) var count: Int64 = 0
        private var sum: Int64 = 0
        private var shortest = Int64.max
        private var longest: Int64 = 0
        private var secondLongest: Int64 = 0
        private var latest: Int64 = 0

        mutating func add(from earlier: Int64, to later: Int64) {
            let (difference, isBeyond) = later.subtractingReportingOverflow(earlier)
            let interval = isBeyond ? 0 : min(max(difference, 0), 1 << 55)
            self.count &+= 1
            self.sum &+= interval
            self.shortest = min(self.shortest, interval)
            self.secondLongest = max(self.secondLongest, min(self.longest, interval))
            self.longest = max(self.longest, interval)
            self.latest = interval
        }

        /// What comes in less than a millisecond was sent together.
        private static let together: Int64 = 1_000_000
        private var isWhole: Bool { self.count == DeliveryMemory.capacity - 1 }

        /// The mean without the longest, because the stream may have been silent; unless the others
        /// are nothing, because all came together.
        var usual: Int64 {
            let others = self.count > 1 ? (self.sum &- self.longest) / (self.count &- 1) : 0
            return others < Self.together && !self.isWhole ? self.sum / self.count : others
        }

        /// Nearly equal intervals, and the latest delivery was not late: after a late one, the next
        /// seems early.
        var isSteady: Bool {
            let usual = self.usual
            return self.isWhole && self.secondLongest / 4 <= self.shortest / 3
                && self.latest <= usual &+ usual / 2
        }
    }

    private func rhythm(since start: Int64?) -> Rhythm? {
        var rhythm = Rhythm()
        var previous = self.recent[self.oldest].time
        if self.recent.count < Self.capacity, let start, start <= previous {
            rhythm.add(from: start, to: previous)
        }
        for step in 1..<self.recent.count {
            let time = self.recent[(self.oldest + step) % Self.capacity].time
            rhythm.add(from: previous, to: time)
            previous = time
        }
        return rhythm.count > 0 ? rhythm : nil
    }

    private mutating func cameRegularly() {
        let limits = Self.needLimits
        self.needed = min(max(self.needed * 2, limits.lowerBound), limits.upperBound)
        self.different = 0
    }

    private mutating func note(_ delivery: Repeat) {
        if self.repeats.count == Self.capacity * Self.repeatLimit { self.repeats.removeFirst() }
        self.repeats.append(delivery)
    }

    private mutating func withdraw(_ copies: [Repeat]) -> RepeatFinding? {
        guard copies.count >= Self.repeatLimit else { return nil }
        self.repeats.removeAll { copies.contains($0) }
        return .withdrawn(copies.map(\.number))
    }
}
