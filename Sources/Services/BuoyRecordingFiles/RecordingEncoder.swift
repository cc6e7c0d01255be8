import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol

/// Writes lines of a recording. Known secrets become dots.
package struct RecordingEncoder: Sendable {
    private var bytes = PlainLines()
    private var writer = ReportLines(hasDetails: false)
    private var secrets: SecretMask
    private(set) var lines = 0

    package init(secrets: SecretMask = SecretMask()) { self.secrets = secrets }

    /// Hides an auth string that was sent, from the next line on.
    mutating func add(auth: String) { self.secrets.add(auth: auth) }

    var byteCount: Int { self.bytes.count }

    package mutating func take() -> [UInt8] {
        defer {
            self.bytes.removeAll()
            self.lines = 0
        }
        return Array(self.bytes.bytes)
    }

    /// Drops unknown lines.
    mutating func append(_ line: RecordingLine) {
        switch line {
        case .header(let header): self.append(header)
        case .event(let event): self.append(event)
        case .frame(let frame): self.append(frame)
        case .fault(let report): self.append(report)
        case .checkpoint(let checkpoint): self.append(checkpoint)
        case .lost(let loss): self.append(loss)
        case .unknown: break
        }
    }

    mutating func append(_ checkpoint: RecordingCheckpoint, limit: Int) -> Bool {
        let (start, lines) = (self.bytes.count, self.lines)
        self.append(checkpoint)
        guard self.bytes.count - start > limit else { return true }
        self.bytes.removeAll(from: start)
        self.lines = lines
        return false
    }

    package mutating func append(_ report: ClientReport) {
        let start = self.bytes.count
        self.writer.append(report, to: &self.bytes)
        self.mask(from: start)
    }

    private mutating func append(_ object: any RecordedObject) {
        let start = self.bytes.count
        self.writer.append(object, to: &self.bytes)
        self.mask(from: start)
    }

    /// The time and the number before it are no secrets.
    private static func firstMember(of line: UnsafeBufferPointer<UInt8>) -> Int {
        let start = line.prefix(LineStart.sizeLimit)
        return start.indices.first { start[$0...].starts(with: Self.kindMark) } ?? 0
    }

    private static let kindMark = Array("\"kind\":".utf8)

    private mutating func mask(from start: Int) {
        self.lines += 1
        let masked = self.bytes.bytes[start...].withUnsafeBufferPointer { line in
            self.secrets.line(line, from: Self.firstMember(of: line))
        }
        guard let masked else { return }
        self.bytes.removeAll(from: start)
        var json = SafeJSONWriter()
        json.raw(masked)
        self.bytes.append(json)
    }
}
