import BuoyProgramSupport
import BuoyRecordingFiles
import ChannelsBasics
import ChannelsProtocol
import Glibc

/// Makes a recording of a HAR file, which is then read like any other.
struct HARRecording: ~Copyable {
    private let session: HARSession
    private let origin: Int64
    private var client: HARClient
    private var writer: RecordingWriter

    /// Makes the recording in the temporary folder: a file without a name that only this user can
    /// open, and that vanishes with the process, however that ends.
    static func file(of har: HARFile, _ session: HARSession) throws(HARError) -> RecordingFile {
        guard let first = session.connections.first else {
            throw HARError("no connection to Channels")
        }
        let parent = Environment.current["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/buoy-har-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw HARError(FileProblem.cannot(.create, "a temporary file in \(parent)"))
        }
        let bytes = template.dropLast().map(UInt8.init(bitPattern:))
        let folder = String(decoding: bytes, as: UTF8.self)
        defer { rmdir(folder) }
        let path = "\(folder)/recording.jsonl"
        var recording = HARRecording(
            session, from: first,
            try Self.writer(path, Self.header(har, first), appKey: first.address.appKey))
        // Stays open until the program ends, because the file is opened again by its number.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        unlink(path)
        rmdir(folder)
        try recording.write()
        do throws(RecordingFileError) {
            return try RecordingFile("/dev/fd/\(descriptor)")
        } catch {
            throw HARError(error.description)
        }
    }

    private init(
        _ session: HARSession, from first: HARConnection, _ writer: consuming RecordingWriter
    ) {
        self.session = session
        self.origin = first.start
        self.client = HARClient(
            first.address,
            at: ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: first.start))
        self.writer = writer
    }

    private static func header(_ har: HARFile, _ first: HARConnection) -> RecordingHeader {
        let creator = har.creator.isEmpty ? "" : " of \(har.creator)"
        return RecordingHeader(
            time: ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: first.start),
            program: "\(Version.text), from a HAR file\(creator)", server: "",
            address: first.address.text, appKey: ServerTarget.masked(key: first.address.appKey),
            usesTLS: first.address.usesTLS, session: "", hasFrames: true)
    }

    private static func writer(
        _ path: String, _ header: RecordingHeader, appKey: String
    ) throws(HARError) -> RecordingWriter {
        do throws(RecordingFileError) {
            return try RecordingWriter(
                path, header, rules: RecordingRules(), secrets: SecretMask(appKey: appKey))
        } catch {
            throw HARError(error.description)
        }
    }

    private mutating func write() throws(HARError) {
        let connections = self.session.connections
        for (index, connection) in connections.enumerated() {
            let next = connections.dropFirst(index + 1).first
            try self.write(connection, number: index + 1, before: next?.start)
        }
    }

    private mutating func write(
        _ connection: HARConnection, number: Int, before next: Int64?
    ) throws(HARError) {
        let start = self.time(connection.start)
        self.client.connects(at: start)
        try self.write(nil, at: start)
        if connection.refusal == nil {
            self.client.opened(at: self.time(connection.messages.first?.time ?? connection.start))
        }
        var failure = connection.refusal
        for message in connection.messages {
            let time = self.time(message.time)
            if case .error(let text) = message.content, connection.refusal == nil {
                failure = ConnectFailure(
                    kind: .unreachable, what: "The browser lost the connection", cause: text)
            }
            try self.write(self.pass(message, at: time, connection: number), at: time)
        }
        if failure == nil, next != nil || connection.hasEnded {
            failure = ConnectFailure(
                kind: .unreachable, what: "The connection ended",
                cause: "HAR files do not record why")
        }
        guard let failure else { return }
        // The clocks of two entries may differ by a little.
        let end = self.time(min(connection.end, next ?? .max))
        self.client.ended(failure, at: end)
        try self.write(nil, at: end)
    }

    private mutating func pass(
        _ message: HARMessage, at time: ChannelsTimestamp, connection: Int
    ) -> RecordedFrame? {
        let frame: (isSent: Bool, content: RecordedFrame.Content)
        switch message.content {
        case .sent(let text):
            let bytes = Array(text.utf8)
            self.client.sent(bytes, at: time)
            frame = (true, .text(SecretMask().text(ofSent: bytes)))
        case .received(let text):
            let bytes = Array(text.utf8)
            self.client.received(bytes, at: time)
            frame = (false, .text(SecretMask().text(of: bytes)))
        case .binary(let count, let wasSent):
            if !wasSent { self.client.receivedBinary(count: count, at: time) }
            frame = (wasSent, .binary(count: count))
        case .error, .other: return nil
        }
        for auth in self.client.takeAuths() { self.writer.add(auth: auth) }
        return RecordedFrame(
            time: time, isSent: frame.isSent, connection: connection,
            content: frame.content)
    }

    private mutating func write(_ frame: RecordedFrame?, at time: ChannelsTimestamp)
        throws(HARError)
    {
        // A timer may have fired before the frame.
        let reports = self.client.takeReports()
        let earlier = reports.prefix { frame != nil && $0.time < time }
        let later = reports.dropFirst(earlier.count)
        try self.check(self.writer.append(Array(earlier), at: time))
        if let frame { try self.check(self.writer.append([frame], at: time)) }
        try self.check(self.writer.append(Array(later), at: time))
    }

    private func check(_ outcome: RecordingWriter.WriteOutcome) throws(HARError) {
        guard case .failed(let reason) = outcome else { return }
        throw HARError("cannot write the temporary file: \(reason)")
    }

    private func time(_ microseconds: Int64) -> ChannelsTimestamp {
        let start = ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: self.origin)
        return start.advanced(by: .microseconds(microseconds - self.origin))
    }
}
