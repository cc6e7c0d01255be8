import ChannelsProtocol
import ChannelsTransport

/// The newest frames of a client, for a reader who may come later: at most 256, and of each text at
/// most the first 1,024 bytes. The memory is allocated once; a received text is only copied.
struct FrameRing: Sendable {
    static let limit = 256
    static let textLimit = 1024

    /// Without references, so that nothing is counted when it is overwritten.
    private struct Entry {
        let time: ChannelsTimestamp
        let connection: Int
        /// Of a received text; `kept` is `nil` for what is in `others`.
        var kept: Int?
        var size = 0
    }

    private var bytes = [UInt8](repeating: 0, count: Self.limit * Self.textLimit)
    private var entries = [Entry?](repeating: nil, count: Self.limit)
    /// Sent frames and those without a text, by their places. Both are few.
    private var others: [Int: FrameRecord] = [:]
    /// The number of the next frame, and of the first that nobody has taken.
    private var (next, first) = (0, 0)

    /// - Parameter record: with signatures masked.
    mutating func keep(_ record: FrameRecord) {
        let slot = self.next % Self.limit
        self.others[slot] = record.cut(to: Self.textLimit)
        self.entries[slot] = Entry(time: record.time, connection: record.connection)
        self.next += 1
    }

    mutating func keep(
        _ messages: [WebSocketMessage], at time: ChannelsTimestamp, connection: Int
    ) {
        for message in messages {
            let content: FrameRecord.Content
            switch message {
            case .texts(let run):
                self.keep(run, at: time, connection)
                continue
            case .binary(let bytes): content = .binary(count: bytes.count)
            case .ping: content = .ping
            case .pong: content = .pong
            }
            self.keep(
                FrameRecord(
                    time: time, direction: .received, connection: connection, content: content))
        }
    }

    private mutating func keep(_ run: TextRun, at time: ChannelsTimestamp, _ connection: Int) {
        // What would be overwritten at once is only counted.
        self.next += max(run.frames.count - Self.limit, 0)
        let newest = run.frames.suffix(Self.limit)
        run.bytes.withUnsafeBytes { source in
            self.bytes.withUnsafeMutableBytes { slots in
                for frame in newest {
                    let slot = self.next % Self.limit
                    let text = UnsafeRawBufferPointer(
                        rebasing: source[Int(frame.lowerBound)..<Int(frame.upperBound)])
                    let kept = text.prefix(Self.textLimit)
                    slots[(slot * Self.textLimit)...].copyBytes(from: kept)
                    self.entries[slot] = Entry(
                        time: time, connection: connection, kept: kept.count, size: text.count)
                    self.next += 1
                }
            }
        }
    }

    /// The frames that nobody has taken yet, preceded by the number of those that are gone.
    mutating func take(_ mask: SecretMask) -> [FrameRecord] {
        let oldest = max(self.first, self.next - Self.limit)
        let gone = oldest - self.first
        var records = (oldest..<self.next).compactMap { self.record($0 % Self.limit, mask) }
        if gone > 0, let record = records.first {
            records.insert(
                FrameRecord(
                    time: record.time, direction: record.direction,
                    connection: record.connection, content: .skipped(count: gone)), at: 0)
        }
        self.first = self.next
        return records
    }

    private func record(_ slot: Int, _ mask: SecretMask) -> FrameRecord? {
        guard let entry = self.entries[slot] else { return nil }
        guard let kept = entry.kept else { return self.others[slot] }
        let start = slot * Self.textLimit
        let text = Array(self.bytes[start..<start + kept])
        let isWhole = kept == entry.size
        return FrameRecord(
            time: entry.time, direction: .received, connection: entry.connection,
            content: .text(isWhole ? mask.text(of: text) : mask.text(ofStart: text)),
            fullSize: isWhole ? nil : entry.size)
    }
}

extension FrameRecord {
    fileprivate func cut(to limit: Int) -> FrameRecord {
        guard case .text(let text) = self.content, text.utf8.count > limit else { return self }
        let start = String(decoding: text.utf8.prefix(limit), as: UTF8.self)
        return FrameRecord(
            time: self.time, direction: self.direction, connection: self.connection,
            content: .text(start + "…"), fullSize: text.utf8.count)
    }
}
