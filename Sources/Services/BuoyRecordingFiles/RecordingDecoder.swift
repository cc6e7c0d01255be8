import BuoyScripts
import ChannelsEventWords
package import ChannelsProtocol

package struct RecordingDecoder: Sendable {
    /// Remembers the names of events and channels, so that equal ones are the same text.
    private var reader = EventReader()

    package init() {}

    package mutating func line(
        _ bytes: [UInt8], _ range: Range<Int>
    ) throws(RecordingFault) -> RecordingLine {
        if let event = self.receivedEvent(bytes, range) { return .event(event) }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes[range])
        } catch {
            throw RecordingFault("is not JSON: \(error.description)")
        }
        let fields = try RecordedFields(json)
        try Self.checkVersion(of: fields)
        switch try fields.get("kind", as: String.self) {
        case "header": return .header(try RecordingHeader(from: fields))
        case "frame": return .frame(try RecordedFrame(from: fields))
        case "fault": return .fault(try FaultReport(from: fields))
        case "checkpoint": return .checkpoint(try RecordingCheckpoint(from: fields))
        case "lost": return .lost(try RecordingLoss(from: fields))
        case let word:
            guard ReportKind(rawValue: word) != nil else { return .unknown(kind: word) }
            let report = try ClientReport(from: fields)
            return .event(fields.has("data_text") ? report : Self.exact(report, bytes[range]))
        }
    }

    private static func checkVersion(of fields: RecordedFields) throws(RecordingFault) {
        let version: Int = try fields.get("v")
        guard version <= ReportLines.version else {
            throw RecordingFault(
                "has version \(version) of the format; this buoy reads version "
                    + "\(ReportLines.version)", isOfLaterFormat: true)
        }
    }

    /// The same event with the data of its line, whose digits and escapes a tree would change.
    private static func exact(_ report: ClientReport, _ line: ArraySlice<UInt8>) -> ClientReport {
        guard case .received(var received) = report.kind else { return report }
        let whole = EventData(frame: Array(line), range: 0..<line.count)
        guard let data = whole.value(at: [.member("data")]) else { return report }
        received.data = self.alone(data, isInline: !received.data.isString)
        var report = report
        report.kind = .received(received)
        return report
    }

    // MARK: Events of channels

    /// An ordinary event as the encoder writes it; `nil` for any other line.
    private mutating func receivedEvent(_ bytes: [UInt8], _ range: Range<Int>) -> ClientReport? {
        guard let start = LineStart(bytes, range), start.isReceived,
            RecordedRange.number.contains(start.number), range.upperBound < Int(UInt32.max)
        else { return nil }
        if self.reader.isFull { self.reader = EventReader() }
        var output = EventReader.Output(lastNumber: start.number - 1, time: start.time)
        let frame = UInt32(range.lowerBound)..<UInt32(range.upperBound)
        guard self.reader.read(bytes, [frame], from: 0, into: &output).next == 1,
            var event = output.events.first, case .received(var received) = event.kind
        else { return nil }
        received.data = Self.alone(received.data)
        event.kind = .received(received)
        return event
    }

    /// Data copied out of its line, which is not part of it, and out of the block of the file,
    /// which it would keep in memory; as a string, unless it is `isInline`.
    private static func alone(_ data: EventData, isInline: Bool = false) -> EventData {
        guard !data.isAbsent else { return .absent }
        let raw = data.rawJSON
        let bytes =
            isInline || data.isString
            ? Array(raw) : Array(EventData(String(decoding: raw, as: UTF8.self)).rawJSON)
        return EventData(frame: bytes, range: 0..<bytes.count)
    }
}

/// The start of a line, which is the same in all lines: the version, its time and, for reports and
/// checkpoints, its number. It is enough to find a place in a recording.
package struct LineStart: Hashable, Sendable {
    static let sizeLimit = 160

    package let time: ChannelsTimestamp
    /// The number of the report; −1 for lines without a number.
    package let number: Int
    let isReceived: Bool
    let isCheckpoint: Bool
    /// Whether it names its server, because there are lines of others.
    let hasServer: Bool

    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        let found = bytes.withUnsafeBufferPointer { bytes -> LineStart? in
            LineStart(UnsafeBufferPointer(rebasing: bytes[range]))
        }
        guard let found else { return nil }
        self = found
    }

    private init?(_ line: UnsafeBufferPointer<UInt8>) {
        var scan = Scan(line: line)
        guard scan.skip(#"{"v":1,"time":""#), let wall = scan.time(),
            scan.skip(#"","clock_ns":"#), let clock = scan.integer()
        else { return nil }
        self.time = ChannelsTimestamp(monotonicNanoseconds: Int64(clock), wallMicroseconds: wall)
        guard scan.skip(#","number":"#), let number = scan.integer() else {
            (self.number, self.isReceived, self.isCheckpoint) = (-1, false, false)
            self.hasServer = false
            return
        }
        self.number = number
        var other = scan
        self.isReceived = scan.skip(#","kind":"received","event":"#)
        self.isCheckpoint = other.skip(#","kind":"checkpoint""#)
        self.hasServer = other.skip(#","server":"#)
    }

    private struct Scan {
        let line: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func skip(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard self.line.count - self.position >= count else { return false }
            for index in 0..<count where self.line[self.position + index] != text.utf8Start[index] {
                return false
            }
            self.position += count
            return true
        }

        /// The microseconds of a time, up to the quotation mark after it.
        mutating func time() -> Int64? {
            let rest = self.line[self.position...].prefix(40)
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            defer { self.position = end }
            return UTCTime.microseconds(
                of: UnsafeBufferPointer(rebasing: self.line[self.position..<end]))
        }

        mutating func integer() -> Int? {
            var value = 0
            let start = self.position
            let isNegative =
                self.line.indices.contains(start) && self.line[start] == UInt8(ascii: "-")
            if isNegative { self.position += 1 }
            let first = self.position
            while self.position < self.line.count, self.position - first < 18,
                case let digit = self.line[self.position] &- UInt8(ascii: "0"), digit < 10
            {
                value = value * 10 + Int(digit)
                self.position += 1
            }
            guard self.position > first else { return nil }
            return isNegative ? -value : value
        }
    }
}
