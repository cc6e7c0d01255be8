import ChannelsProtocol

/// Successive events of a log: their messages follow each other in one array, and their names are
/// kept once.
struct EventBlock: Sendable {
    let first: Int
    private let baseNumber: Int
    /// Between the two clocks at the first event, in microseconds.
    private let clockDifference: Int64
    private var events: [PackedEvent] = []
    private var text: [UInt8] = []
    private var names: [PackedEvent.Names] = []
    private var others: [ClientReport.Kind] = []
    private var places: [PackedEvent.Names: UInt16] = [:]
    private var isClosed = false

    private static let eventLimit = 256
    /// Events are added until their messages have this size.
    private static let textSize = 64 << 10

    init(first: Int, for event: ClientReport) {
        self.first = first
        self.baseNumber = event.number
        self.clockDifference = PackedTime.difference(of: event.time)
        self.events.reserveCapacity(Self.eventLimit)
        self.text.reserveCapacity(Self.textSize)
    }

    var next: Int { self.first + self.events.count }

    /// Whether both share the memory of their events, and so have the same events. Other blocks may
    /// be equal too.
    func isCopy(of other: EventBlock) -> Bool {
        self.first == other.first
            && self.events.withUnsafeBufferPointer { events in
                other.events.withUnsafeBufferPointer {
                    events.baseAddress == $0.baseAddress && events.count == $0.count
                }
            }
    }

    func hasRoom(for event: ClientReport) -> Bool {
        self.events.count < Self.eventLimit
            && UInt32(exactly: event.number &- self.baseNumber) != nil
            && PackedTime.fits(event.time, clockDifference: self.clockDifference)
            && (self.text.isEmpty || self.text.count + event.messageSize <= Self.textSize)
    }

    mutating func append(_ event: ClientReport) -> Int {
        let content = self.packed(event.kind)
        self.events.append(
            PackedEvent(
                time: PackedTime(event.time, clockDifference: self.clockDifference),
                number: UInt32(truncatingIfNeeded: event.number &- self.baseNumber),
                content: content))
        return self.size(of: self.next - 1)
    }

    private mutating func packed(_ kind: ClientReport.Kind) -> PackedEvent.Content {
        switch kind {
        case .received(let event):
            let names = PackedEvent.Names(event)
            if let data = KeptData(event.data, keptIn: &self.text) {
                return self.packed(names) { .received(data, $0, isFirst: $1) }
            }
        case .subscriptionChanged(let channel, .subscribed):
            return self.packed(.channel(channel)) { .subscribed($0, isFirst: $1) }
        case .memberAdded(let channel, let member):
            if let kept = KeptMember(member, in: &self.text) {
                return self.packed(.channel(channel)) { .joined(kept, $0, isFirst: $1) }
            }
        case .memberRemoved(let channel, let member):
            if let kept = KeptMember(member, in: &self.text) {
                return self.packed(.channel(channel)) { .left(kept, $0, isFirst: $1) }
            }
        default: break
        }
        self.others.append(kind.detached)
        return .other(UInt16(truncatingIfNeeded: self.others.count - 1))
    }

    private mutating func packed(
        _ names: PackedEvent.Names, _ content: (UInt16, Bool) -> PackedEvent.Content
    ) -> PackedEvent.Content {
        if let place = self.places[names] { return content(place, false) }
        let place = UInt16(truncatingIfNeeded: self.names.count)
        self.names.append(names)
        self.places[names] = place
        return content(place, true)
    }

    /// Gives back what was reserved for more events.
    mutating func close() {
        self.isClosed = true
        self.places = [:]
        self.events = Self.fitting(self.events)
        self.text = Self.fitting(self.text)
        self.names = Self.fitting(self.names)
        self.others = Self.fitting(self.others)
    }

    /// Without room for more. `Array(array)` would share the memory with all its room.
    private static func fitting<Element>(_ array: [Element]) -> [Element] {
        array.withUnsafeBufferPointer { Array($0) }
    }

    func event(_ sequence: Int) -> ClientReport {
        let event = self.events[sequence - self.first]
        return ClientReport(
            number: self.baseNumber &+ Int(event.number),
            time: event.time.timestamp(clockDifference: self.clockDifference),
            kind: self.kind(event.content))
    }

    private func kind(_ content: PackedEvent.Content) -> ClientReport.Kind {
        switch content {
        case .received(let data, let place, _):
            let event = self.names[Int(place)].event(EventData(data, in: self.text))
            // Somebody who keeps it must not make the next event a copy of the block.
            return .received(self.isClosed ? event : event.detached())
        case .subscribed(let place, _):
            return .subscriptionChanged(self.names[Int(place)].channelName, .subscribed)
        case .joined(let kept, let place, _):
            return .memberAdded(self.names[Int(place)].channelName, kept.member(in: self.text))
        case .left(let kept, let place, _):
            return .memberRemoved(self.names[Int(place)].channelName, kept.member(in: self.text))
        case .other(let place): return self.others[Int(place)]
        }
    }

    func size(of sequence: Int) -> Int {
        let content = self.events[sequence - self.first].content
        let size = MemoryLayout<PackedEvent>.stride
        switch content {
        case .received(let data, let place, let isFirst):
            return size + data.frame.count + (isFirst ? self.names[Int(place)].size : 0)
        case .subscribed(let place, let isFirst):
            return size + (isFirst ? self.names[Int(place)].size : 0)
        case .joined(let kept, let place, let isFirst), .left(let kept, let place, let isFirst):
            return size + kept.size(in: self.text) + (isFirst ? self.names[Int(place)].size : 0)
        case .other(let place):
            return size + MemoryLayout<ClientReport.Kind>.stride
                + self.others[Int(place)].retainedBytes
        }
    }
}
