import BuoyScripts
import ChannelsBasics
package import ChannelsProtocol

/// Writes lines of a recording. Known secrets become dots.
///
/// Events of channels are nearly everything in a busy recording, so they are written without an
/// intermediate tree: their data is copied as it was received.
package struct RecordingEncoder: Sendable {
    private typealias Writer = JSONTextWriter<RequiredJSONEscaping>

    private var writer = Writer()
    private var secrets: KnownSecrets
    /// The start of the line before: the events of a burst have the same time.
    private var lastTime: (time: Timestamp, text: [UInt8])?
    /// The number of lines that have not been taken yet.
    private(set) var lines = 0

    /// - Parameter secrets: what must not be written.
    package init(secrets: KnownSecrets = KnownSecrets()) { self.secrets = secrets }

    /// Hides an auth string that was sent, from the next line on.
    mutating func add(auth: String) { self.secrets.add(auth: auth) }

    /// The size of the lines that have not been taken yet, in bytes.
    var byteCount: Int { self.writer.bytes.count }

    /// Returns the lines so far, each with a line feed, and forgets them.
    package mutating func take() -> [UInt8] {
        let bytes = self.writer.bytes
        // The next lines are probably about as long.
        self.writer.restart(capacity: bytes.count)
        self.lines = 0
        return bytes
    }

    /// Appends a line of any kind but an unknown one, which is dropped.
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

    /// Appends the line of a checkpoint, unless it would be longer than a limit in bytes.
    /// - Returns: whether it was appended.
    mutating func append(_ checkpoint: RecordingCheckpoint, limit: Int) -> Bool {
        let (start, lines) = (self.writer.bytes.count, self.lines)
        self.append(checkpoint)
        guard self.writer.bytes.count - start > limit else { return true }
        self.writer.bytes.removeSubrange(start...)
        self.lines = lines
        return false
    }

    /// Appends the line of a report.
    package mutating func append(_ event: ClientReport) {
        guard case .received(let received) = event.kind, received.senderDoubt == nil,
            let data = Self.rawData(received.data)
        else { return self.append(event as any RecordedObject) }
        let start = self.writer.bytes.count
        self.appendTime(event.time)
        self.writer.bytes.append(contentsOf: String(event.number).utf8)
        self.writer.bytes.append(contentsOf: Self.received)
        self.writer.string(received.name.text)
        if let channel = received.channel {
            self.writer.key("channel")
            self.writer.string(channel.text)
        }
        if !data.isEmpty {
            self.writer.key("data")
            self.writer.raw(data)
        }
        if let userID = received.userID {
            self.writer.key("user_id")
            self.writer.string(userID.text)
        }
        self.writer.bytes.append(UInt8(ascii: "}"))
        self.endLine(from: start)
    }

    /// The member before the name of an event.
    static let received = Array(#","kind":"received","event":"#.utf8)

    /// `{"t":…,"m":…,"n":`
    private mutating func appendTime(_ time: Timestamp) {
        if let last = self.lastTime, last.time == time {
            self.writer.bytes.append(contentsOf: last.text)
            return
        }
        let text = Array(
            #"{"t":\#(time.wallMicroseconds),"m":\#(time.monotonicNanoseconds),"n":"#.utf8)
        self.lastTime = (time, text)
        self.writer.bytes.append(contentsOf: text)
    }

    /// Data as it was received; `nil` if a line cannot contain it in this form.
    private static func rawData(_ data: EventData) -> ArraySlice<UInt8>? {
        let raw = data.rawJSON
        let isLine = raw.withUnsafeBufferPointer { bytes in bytes.allSatisfy { $0 >= 0x20 } }
        return isLine ? raw : nil
    }

    private mutating func append(_ object: any RecordedObject) {
        let start = self.writer.bytes.count
        self.writer.raw(object.recorded.compactText.utf8)
        self.endLine(from: start)
    }

    private mutating func endLine(from start: Int) {
        self.secrets.mask(&self.writer.bytes, from: start)
        self.writer.endLine()
        self.lines += 1
    }
}
