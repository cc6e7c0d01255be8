import BuoyScripts
import BuoyTestBasics
import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyRecordingFiles

/// What is written reads back as the same.
struct RoundTripTests {
    private func readBack(_ line: RecordingLine) throws -> RecordingLine {
        var encoder = RecordingEncoder()
        encoder.append(line)
        let bytes = encoder.take()
        try #require(bytes.last == UInt8(ascii: "\n"))
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1, "one line")
        var decoder = RecordingDecoder()
        return try decoder.line(bytes, 0..<(bytes.count - 1))
    }

    @Test("reports of every kind, with any contents", arguments: 0..<200)
    func everyKind(seed: Int) throws {
        var made = MadeReports(seed: UInt64(seed))
        for (number, kind) in made.everyKind().enumerated() {
            let event = ClientReport(number: number + 1, time: made.time(), kind: kind)
            #expect(try self.readBack(.event(event)) == .event(event))
        }
    }

    @Test("lines of every kind are the bytes that they were, so that other programs read them")
    func sameBytes() throws {
        var encoder = RecordingEncoder()
        for seed in 0..<20 {
            var made = MadeReports(seed: UInt64(seed))
            for (number, kind) in made.everyKind().enumerated() {
                encoder.append(
                    .event(ClientReport(number: number + 1, time: made.time(), kind: kind)))
            }
        }
        for line in Self.otherLines() { encoder.append(line) }
        // The marks of secrets are others in each process.
        let text = String(decoding: encoder.take(), as: UTF8.self)
            .replacing(/_mark":-?\d+/, with: "_mark\":0")
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String($0) ?? "" }
        #expect(lines.count == 20 * ReportKind.allCases.count + Self.otherLines().count)
        let recorded = RecordedLines("Tests/Services/RecordingFilesTests/Corpora/lines.jsonl")
        #expect(try recorded.difference(from: lines) == nil)
    }

    @Test("who of a difference is this client, and changed information, are kept")
    func ownDifference() throws {
        let ana = PresenceMember(id: "ana", info: EventData("1"))
        let difference = MemberDifference(
            joined: [PresenceMember(id: "guest-2")], left: [PresenceMember(id: "guest-1")],
            updated: [ana], ownJoined: "guest-2", ownLeft: "guest-1")
        let kind = ClientReport.Kind.membersReplaced(
            ChannelName(wire: "presence-a"), PresenceMembers([ana], me: "guest-2"),
            difference: difference)
        let event = ClientReport(number: 1, time: SharingSamples.time, kind: kind)
        #expect(try self.readBack(.event(event)) == .event(event))
    }

    @Test("a refusal before the connection is kept")
    func refusal() throws {
        let end = ConnectionEnd.refused(4009, reason: "Origin not allowed")
        let event = ClientReport(
            number: 1, time: SharingSamples.time,
            kind: SharingSamples.change(.connecting, .failed, .ended(end)))
        var encoder = RecordingEncoder()
        encoder.append(.event(event))
        let line = String(decoding: encoder.take(), as: UTF8.self)
        #expect(line.contains(#""is":"refused","code":4009"#), "\(line)")
        #expect(try self.readBack(.event(event)) == .event(event))
    }

    @Test(
        "what failed is kept",
        arguments: [
            (ConnectFailure.Kind.refused, #""is":"refused"}"#),
            (.unreachable, #""is":"unreachable"}"#),
            (
                .tls(reason: "hostname mismatch", isCertificate: true),
                #""is":"tls","reason":"hostname mismatch","certificate":true"#
            ),
            (
                .tls(reason: "no protocols available", isCertificate: false),
                #""is":"tls","reason":"#
            ),
            (.httpStatus(503, retryAfter: .seconds(1)), #""is":"http_status","status":503"#),
        ])
    func failures(_ kind: ConnectFailure.Kind, _ words: String) throws {
        let report = ClientReport(
            number: 1, time: .zero,
            kind: .attemptFailed(
                attempt: 1, .failed(ConnectFailure(kind: kind, what: "x")), parts: AttemptParts()))
        #expect(try self.readBack(.event(report)) == .event(report))
        var encoder = RecordingEncoder()
        encoder.append(.event(report))
        #expect(String(decoding: encoder.take(), as: UTF8.self).contains(words))
    }

    @Test("the part in which an attempt timed out is kept, if it is known")
    func parts() throws {
        for part in [nil, AttemptParts.Name.tls] {
            let end = ConnectionEnd.timedOut(in: part, limit: .seconds(10))
            let report = ClientReport(
                number: 1, time: .zero,
                kind: .attemptFailed(attempt: 1, end, parts: AttemptParts()))
            #expect(try self.readBack(.event(report)) == .event(report))
        }
    }

    @Test("no kind is missing in these tests")
    func kindsAreComplete() {
        var made = MadeReports(seed: 1)
        let words = made.everyKind().map { EventDescription($0).kind }
        #expect(Set(words) == Set(ReportKind.allCases))
        #expect(words.count == ReportKind.allCases.count)
    }

    @Test(
        "events in the forms in which servers send them",
        arguments: [
            #"{"event":"price","channel":"ticker","data":"{\"a\": 1}"}"#,
            #"{"event":"price","channel":"ticker","data":{"a": 1, "b":[ 2 ]}}"#,
            "{\"event\":\"price\",\"channel\":\"ticker\",\"data\":{\n\"a\":\t1\r\n}}",
            #"{"event":"price","channel":"ticker","data":"\u0041\ud83d\ude00 \/ é"}"#,
            #"{"event":"price","channel":"ticker"}"#,
            #"{"event":"price","channel":"ticker","data":null}"#,
            #"{"event":"price","channel":"ticker","data":12,"user_id":7}"#,
            #"{"event":"client-x","channel":"private-a","data":"","user_id":"ana"}"#,
        ])
    func wireForms(frame: String) throws {
        var reader = EventReader()
        let bytes = Array(frame.utf8)
        var output = EventReader.Output(
            lastNumber: 41,
            time: ChannelsTimestamp(
                monotonicNanoseconds: 5, wallMicroseconds: 1_795_269_752_456_000))
        #expect(reader.read(bytes, [0..<UInt32(bytes.count)], from: 0, into: &output).next == 1)
        let event = try #require(output.events.first)
        let read = try self.readBack(.event(event))
        #expect(read == .event(event))
    }

    @Test("headers, checkpoints, frames, faults and losses")
    func otherLines() throws {
        for line in Self.otherLines() { #expect(try self.readBack(line) == line) }
    }

    private static func otherLines() -> [RecordingLine] {
        let time = ChannelsTimestamp(monotonicNanoseconds: 7, wallMicroseconds: 9)
        let later = time.advanced(by: .seconds(30))
        let silence = FaultSchedule.InForce(fault: .silence(.received), start: time, end: later)
        var made = MadeReports(seed: 3)
        let events = made.everyKind().enumerated().map {
            ClientReport(number: $0 + 1, time: time, kind: $1)
        }
        let contents: [RecordedFrame.Content] = [
            .text("{\"event\":\"pusher:ping\"}\n\u{0}"), .binary(count: 3), .ping, .pong,
            .close(code: 4200, reason: "x"), .close(code: nil, reason: ""), .skipped(count: 4),
        ]
        return
            [
                .header(RecordingHeader.made(at: time)),
                .checkpoint(
                    RecordingCheckpoint(
                        time: time, lastNumber: 99, events: events, faults: [silence])),
                .fault(
                    FaultReport(
                        at: time,
                        [.strike(.close(4200)), .begin(silence), .end(silence)],
                        inForce: [silence],
                        planned: [
                            FaultSchedule.Planned(
                                fault: .cut, start: later, within: .seconds(2))
                        ], forgotten: 2)),
                .lost(RecordingLoss(time: time, lines: 12, reason: "No space left on device")),
            ]
            + contents.map {
                .frame(RecordedFrame(time: time, isSent: true, connection: 2, content: $0))
            }
    }

    @Test("faults are written as they are typed", arguments: FaultKind.allCases)
    func faults(kind: FaultKind) throws {
        let fault = try FaultLine.step(kind.example).fault
        #expect(try Fault(recorded: fault.recorded) == fault)
    }
}
