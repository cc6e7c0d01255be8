import BuoyAlerts
import BuoyDashboard
import ChannelsProtocol

@testable import BuoyDashboardRuntime
@testable import BuoyProgramSupport
@testable import BuoyRecordingFiles
@testable import BuoySessions
@testable import BuoyStage

extension FuzzedReader {
    static func readAct(_ bytes: [UInt8]) {
        _ = try? StageFile.act(String(decoding: bytes, as: UTF8.self), path: "a.toml")
    }

    static func readDotenv(_ bytes: [UInt8]) {
        let environment = AppEnvironment(String(decoding: bytes, as: UTF8.self), path: "shop/.env")
        _ = environment.findings.map(\.text)
    }

    static func readTOML(_ bytes: [UInt8]) {
        _ = try? ConfigurationFile(
            text: String(decoding: bytes, as: UTF8.self), file: "/nonexistent/config.toml",
            for: self.subject)
    }

    private static let subject = ProgramParts(
        [Alerts.self], Catalog([Alerts.self]), commandNames: ["watch", "tail"]
    ).subject

    /// The connections go through the client, as on their way into a recording.
    static func readHAR(_ bytes: [UInt8]) {
        guard let file = try? HARFile(parsing: bytes, path: "a.har"),
            let session = try? HARSession(file, path: "a.har"),
            let first = session.connections.first
        else { return }
        let start = Self.time(first.start)
        var client = HARClient(first.address, at: start)
        for connection in session.connections {
            client.connects(at: Self.time(connection.start))
            client.opened(at: Self.time(connection.start))
            for message in connection.messages { Self.pass(message, to: &client) }
            client.ended(
                ConnectFailure(kind: .unreachable, what: "ended"), at: Self.time(connection.end))
            _ = client.takeReports()
        }
    }

    private static func pass(_ message: HARMessage, to client: inout HARClient) {
        let time = Self.time(message.time)
        switch message.content {
        case .sent(let text): client.sent(Array(text.utf8), at: time)
        case .received(let text): client.received(Array(text.utf8), at: time)
        case .binary(let count, _): client.receivedBinary(count: count, at: time)
        case .error, .other: break
        }
    }

    private static func time(_ microseconds: Int64) -> ChannelsTimestamp {
        ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: microseconds)
    }

    /// A line that was read can be written, and read again.
    static func readRecording(_ bytes: [UInt8]) throws(Disagreement) {
        var decoder = RecordingDecoder()
        for range in Self.lines(of: bytes) {
            guard let line = try? decoder.line(bytes, range) else { continue }
            if case .unknown = line { continue }
            var encoder = RecordingEncoder()
            encoder.append(line)
            let written = encoder.take()
            var again = RecordingDecoder()
            do throws(RecordingFault) {
                _ = try again.line(written, 0..<written.count - 1)
            } catch {
                throw Disagreement(
                    description: "\(String(decoding: written, as: UTF8.self)) \(error)")
            }
        }
    }

    private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        bytes.split(separator: UInt8(ascii: "\n")).map(\.indices)
    }
}
