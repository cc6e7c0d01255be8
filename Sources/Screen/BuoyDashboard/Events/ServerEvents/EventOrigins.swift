import BuoyTextScreen
import ChannelsProtocol
import DequeModule

/// Which server each event of a combined log came from, and the marks of a comparison. An event
/// needs one byte; events that the log dropped are forgotten.
package struct EventOrigins: Hashable, Sendable {
    let servers: [ServerLabel]
    private var places: Deque<UInt8> = []
    private var first = 0
    private var marks: [Int: ComparisonMark] = [:]

    package static let serverLimit = 9

    init(_ servers: [ServerLabel]) { self.servers = servers }

    mutating func append(_ event: ServerEvent) {
        if self.places.isEmpty { self.first = event.event.number }
        self.places.append(UInt8(clamping: event.server))
    }

    package func server(of number: Int) -> ServerLabel? {
        guard let place = self.place(of: number), self.servers.indices.contains(place) else {
            return nil
        }
        return self.servers[place]
    }

    func place(of number: Int) -> Int? {
        let index = number - self.first
        return self.places.indices.contains(index) ? Int(self.places[index]) : nil
    }

    mutating func mark(_ findings: [ComparisonFinding]) {
        for finding in findings where self.place(of: finding.number) != nil {
            self.marks[finding.number] = finding.mark
        }
    }

    func mark(of number: Int) -> ComparisonMark? { self.marks[number] }

    mutating func removeMarks() { self.marks = [:] }

    mutating func drop(before number: Int) {
        let count = min(number - self.first, self.places.count)
        guard count >= Self.dropStep else { return }
        self.places.removeFirst(count)
        self.first += count
        self.marks = self.marks.filter { $0.key >= self.first }
    }

    private static let dropStep = 1000

    var nameWidth: Int { self.servers.map(\.text.width).max() ?? 0 }
}
