final class EventNames: Sendable {
    let name: EventName
    let channel: ChannelName?

    init(name: EventName, channel: ChannelName?) {
        self.name = name
        self.channel = channel
    }
}

extension EventNames: Equatable {
    static func == (left: EventNames, right: EventNames) -> Bool {
        left === right || (left.name == right.name && left.channel == right.channel)
    }
}

/// Each burst keeps the table as it was, for one reference. When names are added meanwhile,
/// only the last chunk is copied.
struct NameTable: Sendable {
    private var chunks: [[EventNames]] = []
    private(set) var count = 0

    private static var chunkSize: Int { 256 }

    mutating func append(_ names: EventNames) {
        if self.count % Self.chunkSize == 0 { self.chunks.append([]) }
        self.chunks[self.chunks.count - 1].append(names)
        self.count += 1
    }

    subscript(number: Int) -> EventNames {
        self.chunks[number / Self.chunkSize][number % Self.chunkSize]
    }
}
