import BuoyTestSupport
import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyRecordingFiles

/// The lines themselves, which other programs read.
struct FormatTests {
    private static let time = ChannelsTimestamp(
        monotonicNanoseconds: 5_000_000_000, wallMicroseconds: 1_795_269_752_456_000)

    private static let start = #""time":"1970-01-01T00:00:00.000001Z","clock_ns":2,"number":3"#

    private func text(_ line: RecordingLine, secrets: [String] = []) -> String {
        var encoder = RecordingEncoder(secrets: SecretMask(secrets.map { Array($0.utf8) }))
        encoder.append(line)
        return String(decoding: encoder.take().dropLast(), as: UTF8.self)
    }

    private func decode(_ text: String) throws -> RecordingLine {
        var decoder = RecordingDecoder()
        let bytes = Array(text.utf8)
        return try decoder.line(bytes, 0..<bytes.count)
    }

    private func received(_ data: EventData) -> RecordingLine {
        .event(
            ClientReport(
                number: 17, time: Self.time,
                kind: .received(
                    ChannelsEvent(
                        name: "price", channel: ChannelName(wire: "ticker"), data: data,
                        userID: "ana"))))
    }

    @Test("an event of a channel is a line with its time, its number and what was received")
    func event() {
        #expect(
            self.text(self.received(#"{"a":1}"#))
                == #"{"v":1,"time":"2026-11-21T14:02:32.456000Z","clock_ns":5000000000,"number":17,"#
                + #""kind":"received","event":"price","channel":"ticker","data":{"a":1},"user_id":"ana"}"#
        )
    }

    @Test("the first line says that it is a header, and which version of the format")
    func header() {
        let text = self.text(.header(RecordingHeader.made(at: Self.time)))
        #expect(
            text.hasPrefix(
                #"{"v":1,"time":"2026-11-21T14:02:32.456000Z","clock_ns":5000000000,"kind":"header","#
            ))
    }

    @Test("a later version is refused with its number")
    func laterVersion() {
        let fault = #expect(throws: RecordingFault.self) {
            try self.decode(#"{"v":2,\#(Self.start),"kind":"header"}"#)
        }
        #expect(
            fault?.description
                == "has version 2 of the format; this buoy reads version 1")
    }

    @Test("an unknown kind of line is told by its name, and unknown facts are ignored")
    func unknown() throws {
        #expect(
            try self.decode(#"{"v":1,\#(Self.start),"kind":"telepathy","of":"x"}"#)
                == .unknown(kind: "telepathy"))
        let event = ClientReport(
            number: 3, time: ChannelsTimestamp(monotonicNanoseconds: 2, wallMicroseconds: 1),
            kind: .suspended(for: .nanoseconds(4)))
        #expect(
            try self.decode(
                #"{"v":1,\#(Self.start),"kind":"suspended","duration_ms":4e-6,"why":"?"}"#)
                == .event(event))
    }

    @Test(
        "a broken line is an error that says what is wrong with it",
        arguments: [
            (#"{"v":1,"#, "is not JSON"), ("[]", "is not an object"), ("{}", "v is missing"),
            (#"{"v":1,\#(Self.start)}"#, "kind is missing"),
            (#"{"v":1,\#(Self.start),"kind":"suspended"}"#, "duration_ms is missing"),
            (
                #"{"v":1,\#(Self.start),"kind":"intent_changed","intent":"gone"}"#,
                "intent has the unknown"
            ),
            (
                #"{"v":1,\#(Self.start),"kind":"pong_received","round_trip_ms":"x"}"#,
                "round_trip_ms is not a dur"
            ),
            (#"{"v":1,"time":1,"clock_ns":2,"number":3,"kind":"gap"}"#, "time is not a string"),
            (#"{"v":1,"time":"noon","clock_ns":2,"number":3,"kind":"gap"}"#, "time is not a time"),
        ])
    func broken(text: String, reason: String) {
        let fault = #expect(throws: RecordingFault.self) { try self.decode(text) }
        #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "")")
    }

    // MARK: Secrets

    @Test(
        "signatures and shared secrets in frames become dots, in strings too",
        arguments: [
            (#"{"auth":"key:0a1b","channel":"x"}"#, #"{"auth":"key:••••••••","channel":"x"}"#),
            (#"{"auth" : "0a1b"}"#, #"{"auth" : "••••••••"}"#),
            (
                #"{"data":"{\"auth\":\"key:0a1b\",\"shared_secret\":\"c2Vj\"}"}"#,
                #"{"data":"{\"auth\":\"key:••••••••\",\"shared_secret\":\"••••••••\"}"}"#
            ),
            (
                #"{"d":"{\"e\":\"{\\\"shared_secret\\\":\\\"c2Vj\\\"}\"}"}"#,
                #"{"d":"{\"e\":\"{\\\"shared_secret\\\":\\\"••••••••\\\"}\"}"}"#
            ),
            (#"{"authorization":"Bearer abc"}"#, #"{"authorization":"••••••••"}"#),
            (#"{"author":"Ana","auth":3}"#, #"{"author":"Ana","auth":3}"#),
            (#"{"auth":"#, #"{"auth":"#), (#"{"auth":""}"#, #"{"auth":""}"#),
        ])
    func masks(text: String, masked: String) {
        #expect(SecretMask().message(text) == masked)
        let frame = RecordedFrame(
            time: Self.time, isSent: true, connection: 1, content: .text(text))
        #expect(!self.text(.frame(frame)).contains("0a1b"))
        #expect(!self.text(.frame(frame)).contains("c2Vj"))
    }

    @Test("what the program knows to be secret is in no line, wherever it comes from")
    func knownSecrets() throws {
        let secret = "s3cr3t-0123456789"
        let text = self.text(
            self.received(EventData("{\"token\":\"\(secret)\",\"b\":\"\(secret)\"}")),
            secrets: [secret, "short"])
        #expect(!text.contains(secret))
        #expect(text.contains(#""token":"••••••••","b":"••••••••""#))
        #expect(throws: Never.self) { try self.decode(text) }
    }
}
