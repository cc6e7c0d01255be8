import BuoyTextScreen
import ChannelsProtocol
import DequeModule

/// Which server each event of a merged log came from, and the marks of a comparison. An event needs
/// one byte; events that the log dropped are forgotten.
package struct EventOrigins: Hashable, Sendable {
    /// The servers, in the order of their places.
    let servers: [ServerLabel]
    private var places: Deque<UInt8> = []
    /// The number of the first event of `places`.
    private var first = 0
    private var marks: [Int: ComparisonMark] = [:]
    private var channels: Set<ChannelName> = []
    /// The width of the longest name of a channel, in cells.
    private(set) var channelWidth = 0

    /// The maximum number of servers that are shown at the same time.
    package static let serverLimit = 9

    /// Creates an empty list for these servers.
    init(_ servers: [ServerLabel]) { self.servers = servers }

    /// Notes where the next event came from.
    mutating func append(_ event: ServerEvent) {
        if self.places.isEmpty { self.first = event.event.number }
        self.places.append(UInt8(clamping: event.server))
        switch event.event.kind {
        case .received(let received): if let channel = received.channel { self.measure(channel) }
        case .subscriptionChanged(let channel, _): self.measure(channel)
        default: break
        }
    }

    private mutating func measure(_ channel: ChannelName) {
        guard self.channels.count < Self.channelLimit, self.channels.insert(channel).inserted
        else { return }
        let width = SafeText(sanitizing: channel.text, limit: 256).width
        self.channelWidth = max(self.channelWidth, width)
    }

    /// How many channels are measured.
    private static let channelLimit = 500

    /// The server of an event; `nil` if it is not known any more.
    package func server(of number: Int) -> ServerLabel? {
        guard let place = self.place(of: number), self.servers.indices.contains(place) else {
            return nil
        }
        return self.servers[place]
    }

    /// The place of the server of an event; `nil` if it is not known any more.
    func place(of number: Int) -> Int? {
        let index = number - self.first
        return self.places.indices.contains(index) ? Int(self.places[index]) : nil
    }

    /// Notes what a comparison found.
    mutating func mark(_ findings: [ComparisonFinding]) {
        for finding in findings where self.place(of: finding.number) != nil {
            self.marks[finding.number] = finding.mark
        }
    }

    /// What a comparison found about an event.
    func mark(of number: Int) -> ComparisonMark? { self.marks[number] }

    mutating func removeMarks() { self.marks = [:] }

    /// Forgets the events before a number, from time to time.
    mutating func drop(before number: Int) {
        let count = min(number - self.first, self.places.count)
        guard count >= Self.dropStep else { return }
        self.places.removeFirst(count)
        self.first += count
        self.marks = self.marks.filter { $0.key >= self.first }
    }

    /// How many forgotten events are removed at a time.
    private static let dropStep = 1000

    /// The width of the longest name, in cells.
    var nameWidth: Int { self.servers.map(\.text.width).max() ?? 0 }
}
