import BuoyRecordingFiles
import BuoyTestBasics
import BuoyTextScreen
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoySessions

/// What browsers save of a WebSocket, read as a recording.
struct HARFileTests {
    /// As Chrome writes it: a page, and two connections of its client with 12 s between them.
    private static let chrome = Result {
        try SourceTree.text("Tests/Services/SessionsTests/HARFiles/Corpora/chrome.har")
    }

    private static let signature = String(repeating: "0123456789abcdef", count: 4)

    private func lines(of text: String) throws -> [RecordingLine] {
        let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
        return try self.lines(of: HARRecording.file(of: har, HARSession(har, path: "x.har")))
    }

    private func lines(of file: RecordingFile) -> [RecordingLine] {
        var cursor = RecordingCursor(file, at: 0)
        var lines: [RecordingLine] = []
        while case let entries = cursor.next(), !entries.isEmpty { lines += entries.map(\.line) }
        #expect(cursor.unreadable == 0)
        return lines
    }

    private func events(of text: String) throws -> [ClientReport] {
        try self.lines(of: text).compactMap { line in
            if case .event(let event) = line { event } else { nil }
        }
    }

    /// Why a string is refused.
    private func refusal(of text: String) -> String {
        do throws(HARError) {
            let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
            _ = try HARSession(har, path: "x.har")
            return "not refused"
        } catch { return error.description }
    }

    // MARK: A session

    @Test("a client that loses its connection and comes back has the states of any client")
    func states() throws {
        let events = try self.events(of: Self.chrome.get())
        let states = events.compactMap { event -> ConnectionState? in
            guard case .stateChanged(let change) = event.kind else { return nil }
            return change.current
        }
        #expect(states.first == .connecting)
        #expect(states.filter { $0 == .connected }.count == 2)
        #expect(states.contains(.unavailable))
        #expect(states.last == .connected)
    }

    @Test("channels are subscribed, lost with the connection, and subscribed again")
    func channels() throws {
        var subscriptions: [ChannelName: Int] = [:]
        for event in try self.events(of: Self.chrome.get()) {
            guard case .subscriptionChanged(let channel, .subscribed) = event.kind else { continue }
            subscriptions[channel, default: 0] += 1
        }
        #expect(
            subscriptions == [
                ChannelName(wire: "chat"): 2, ChannelName(wire: "presence-lobby"): 2,
            ])
    }

    @Test("members are those of the rosters, and who joined between them")
    func members() throws {
        var standing = StandingReports()
        var joined: [String] = []
        for event in try self.events(of: Self.chrome.get()) {
            standing.note([event])
            if case .memberAdded(_, let member) = event.kind { joined.append(member.id.text) }
        }
        #expect(joined == ["eve"])
        let ids = standing.events.flatMap { event -> [String] in
            guard case .membersReplaced(_, let members, _) = event.kind else { return [] }
            return members.map(\.id.text)
        }
        #expect(ids.sorted() == ["ada", "eve"])
    }

    @Test("the time between the last message of one connection and the first of the next is a gap")
    func gap() throws {
        let gaps = try self.events(of: Self.chrome.get()).compactMap { event -> ConnectionGap? in
            if case .gap(let gap) = event.kind { gap } else { nil }
        }
        let gap = try #require(gaps.first)
        #expect(gaps.count == 1)
        #expect(gap.reconnected.duration(since: gap.lastReceived) == .milliseconds(12_180))
        #expect(gap.channels.map(\.name.text) == ["chat", "presence-lobby"])
    }

    @Test("events have their data and the time at which they came")
    func received() throws {
        let texts = try self.events(of: Self.chrome.get()).compactMap { event -> String? in
            guard case .received(let received) = event.kind, received.name == "new-message" else {
                return nil
            }
            return "\(event.time.wallMicroseconds - 1_795_269_720_000_000) \(received.data.text)"
        }
        #expect(
            texts == [
                #"4100000 {"text":"hello"}"#,
                #"20000000 {"text":"the last one before the loss"}"#,
                #"35000000 {"text":"back"}"#,
            ])
    }

    @Test("every message is a frame, times only go on, and numbers count from 1")
    func order() throws {
        let lines = try self.lines(of: Self.chrome.get())
        let frames = lines.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
        #expect(frames.count == 15)
        #expect(frames.map(\.connection) == (0..<15).map { $0 < 9 ? 1 : 2 })
        #expect(frames.filter(\.isSent).count == 5)
        let times = lines.compactMap { $0.time?.monotonicNanoseconds }
        #expect(times == times.sorted())
        let numbers = try self.events(of: Self.chrome.get()).map(\.number)
        #expect(numbers == Array(1...numbers.count))
    }

    @Test("neither the signatures nor the app key are in the recording, which has no name")
    func secrets() throws {
        let text = try Self.chrome.get()
        #expect(text.contains(Self.signature))
        let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
        let file = try HARRecording.file(of: har, HARSession(har, path: "x.har"))
        let written = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(!written.contains(Self.signature))
        #expect(!written.contains(String(Self.signature.reversed())))
        #expect(file.header.appKey == "a1b2…d0")
        #expect(file.header.address == "wss://ws-eu.pusher.com:443")
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
        #expect(target.hasSuffix(" (deleted)"))
    }

    @Test("frames that are exported are read again with the same times, signatures masked")
    func export() throws {
        let original = try HARFile(parsing: Array(Self.chrome.get().utf8), path: "x.har")
        let session = try HARSession(original, path: "x.har")
        let file = try HARRecording.file(of: original, session)
        var export = HARExport(program: "0.1.0")
        #expect(export.isEmpty)
        for case .frame(let frame) in self.lines(of: file) { export.add(frame, of: file) }
        let text = export.lines.string
        #expect(!text.contains(Self.signature))
        let again = try HARFile(parsing: Array(text.utf8), path: "x.har")
        #expect(again.connections.map(\.address.text) == session.connections.map(\.address.text))
        let (times, before) = (again.connections, session.connections)
        #expect(times.map { $0.messages.map(\.time) } == before.map { $0.messages.map(\.time) })
        let data = again.connections.map { $0.messages.last?.content }
        #expect(data == session.connections.map { $0.messages.last?.content })
        #expect(
            try self.events(of: text).contains { if case .gap = $0.kind { true } else { false } })
    }

    @Test("HTTP requests are entries beside the WebSocket, which is all that is replayed")
    func calls() throws {
        let time = ChannelsTimestamp(
            monotonicNanoseconds: 0, wallMicroseconds: 1_796_000_000_000_000)
        var export = HARExport(program: "0.1.0")
        let url = "ws://h/app/k?protocol=7"
        export.add(
            RecordedFrame(time: time, isSent: false, connection: 1, content: .text("{}")),
            of: "", url: url)
        export.add(
            RecordedCall(
                time: time, duration: .milliseconds(20), method: "POST",
                url: "http://h/apps/1/events",
                body: #"{"name":"x"}"#, status: 401, response: "no"))
        let text = export.lines.string
        let file = try HARFile(parsing: Array(text.utf8), path: "x.har")
        #expect(file.connections.map(\.messages.count) == [1])
        let entries = try JSONValue(parsing: Array(text.utf8))["log"]?["entries"]?.arrayValue
        let call = try #require(entries?.last)
        #expect(call["request"]?["postData"]?["text"]?.stringValue == #"{"name":"x"}"#)
        #expect(call["response"]?["status"]?.intValue == 401)
        #expect(call["response"]?["content"]?["text"]?.stringValue == "no")
        #expect(call["_webSocketMessages"] == nil)
        #expect(entries?.first?["request"]?["postData"] == nil)
    }

    // MARK: Files of Chromium 156 with pusher-js 8.6

    /// A file that the network panel exported; the app, its key and its users have other names.
    private func exported(_ name: String) throws -> String {
        try SourceTree.text("Tests/Services/SessionsTests/HARFiles/Corpora/\(name).har")
    }

    /// The changes of state, in seconds since the first report.
    private func course(of text: String) throws -> [String] {
        let events = try self.events(of: text)
        let start = try #require(events.first).time
        return events.compactMap { event in
            guard case .stateChanged(let change) = event.kind else { return nil }
            let seconds = event.time.duration(since: start) / .seconds(1)
            return "\((seconds * 10).rounded() / 10) \(change.current)"
        }
    }

    @Test("a lost connection ends when the browser noticed it, not at its last message")
    func end() throws {
        for name in ["chromium-unreachable", "chromium-refused"] {
            let course = try self.course(of: self.exported(name))
            #expect(course.prefix(3) == ["0.0 connecting", "0.0 connected", "9.0 connecting"])
        }
    }

    @Test("attempts that got no answer have no time in the file, and are counted in a warning")
    func undated() throws {
        let text = try self.exported("chromium-unreachable")
        let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
        let session = try HARSession(har, path: "x.har")
        #expect(session.connections.map(\.messages.count) == [10, 10])
        #expect(
            session.warnings == [
                "2 connection attempts in x.har left out: they failed "
                    + "(net::ERR_CONNECTION_REFUSED), and Chrome does not save their times"
            ])
        #expect(
            try self.course(of: text) == [
                "0.0 connecting", "0.0 connected", "9.0 connecting", "19.0 unavailable",
                "26.6 connected",
            ])
        let joined = try self.events(of: text).compactMap { event -> String? in
            if case .memberAdded(_, let member) = event.kind { member.id.text } else { nil }
        }
        #expect(joined == ["bob", "carol"])
    }

    @Test("how long the parts of an attempt took is not made up")
    func parts() throws {
        for event in try self.events(of: self.exported("chromium-refused")) {
            switch event.kind {
            case .stateChanged(let change):
                guard case .established(let connection) = change.cause else { continue }
                #expect(connection.parts.parts.isEmpty)
            case .attemptFailed(_, _, let parts): #expect(parts.parts.isEmpty)
            default: continue
            }
        }
    }

    @Test("an answer that is no WebSocket is only in the words of the error")
    func answered() throws {
        let text = try self.exported("chromium-refused")
        let failures = try self.events(of: text).compactMap { event -> ConnectFailure.Kind? in
            guard case .attemptFailed(_, let end, _) = event.kind, let failure = end.failure else {
                return nil
            }
            return failure.kind
        }
        let refusal = ConnectFailure.Kind.httpStatus(503, retryAfter: nil)
        #expect(failures == [refusal, refusal])
    }

    @Test("a file with nothing but such attempts is refused with the reason")
    func onlyUndated() throws {
        let entry =
            #""startedDateTime":"1969-12-31T23:59:59.000Z","response":{"status":0},"#
            + self.messages([
                #"{"type":"error","time":70547.0,"opcode":-1,"data":"Error in connection "#
                    + #"establishment: net::ERR_NAME_NOT_RESOLVED"}"#
            ])
        #expect(
            self.refusal(of: self.har([(Self.url, entry)]))
                == "x.har contains no successful Channels connection: 1 attempt failed "
                + "(net::ERR_NAME_NOT_RESOLVED). Save the file again once the page is connected.")
        let silent = #""startedDateTime":"1969-12-31T23:59:59.000Z","response":{"status":0}"#
        #expect(
            self.refusal(of: self.har([(Self.url, silent)]))
                == "x.har contains no successful Channels connection: 1 attempt failed (no reason given). "
                + "Save the file again once the page is connected.")
    }

    @Test("a connection that is open when the file is saved stays open, a closed one does not")
    func openAtTheEnd() throws {
        for (milliseconds, isOpen) in [("5000", true), ("7000", false), ("1e300", true)] {
            let start = #""startedDateTime":"2026-11-21T14:02:05.000Z","time":\#(milliseconds),"#
            let members =
                start
                + self.messages([
                    #"{"type":"receive","time":1795269730,"opcode":1,"data":"{\"event\":"#
                        + #"\"pusher:connection_established\",\"data\":{\"socket_id\":\"1.2\"}}"}"#
                ])
            let last = try self.course(of: self.har([(Self.url, members)])).last
            #expect(last == (isOpen ? "5.0 connected" : "7.0 connecting"))
        }
    }

    // MARK: Other programs, other files

    /// A file with some connections: their URLs, and the members of their entries.
    private func har(_ entries: [(url: String, members: String)]) -> String {
        let entries = entries.map { entry in
            #"{"_resourceType":"websocket","request":{"url":"\#(entry.url)"},\#(entry.members)}"#
        }
        return #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#
    }

    private func messages(_ texts: [String]) -> String {
        #""_webSocketMessages":[\#(texts.joined(separator: ","))]"#
    }

    private func message(_ time: String, _ type: String = "receive", _ opcode: Int = 1) -> String {
        #"{"type":"\#(type)","time":\#(time),"opcode":\#(opcode),"data":"{\"event\":\"x\"}"}"#
    }

    private static let url = "wss://ws.example/app/key"

    @Test("a proxy writes https for wss, a microsecond, an offset and binary messages")
    func proxies() throws {
        let members =
            #""startedDateTime":"2026-11-21T15:02:00.123456+01:00","response":{"status":101},"#
            + self.messages([
                self.message("1795269721.5"), self.message("1795269722", "receive", 2),
            ])
        let text = self.har([("https://user@ws.example:8443/path/app/key?protocol=7", members)])
        let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
        #expect(har.connections.map(\.start) == [1_795_269_720_123_456])
        #expect(har.connections.map(\.address.text) == ["wss://ws.example:8443"])
        #expect(har.connections.first?.messages.last?.content == .binary(count: 13, isSent: false))
    }

    @Test("a refused WebSocket is an attempt that failed, before the one that succeeded")
    func refusedSocket() throws {
        let refused =
            #""startedDateTime":"2026-11-21T14:02:00.000Z","response":{"status":503},"#
            + self.messages([self.message("1795269720.5", "error", -1)])
        let text = self.har([
            (Self.url, refused), (Self.url, self.messages([self.message("1795269725")])),
        ])
        let failures = try self.events(of: text).compactMap { event -> ConnectFailure.Kind? in
            guard case .attemptFailed(_, let end, _) = event.kind, let failure = end.failure else {
                return nil
            }
            return failure.kind
        }
        #expect(failures == [.httpStatus(503, retryAfter: nil)])
    }

    @Test("of two apps the one with more messages is read, and of two tabs the first")
    func others() throws {
        let long = self.messages([self.message("1795269720"), self.message("1795269730")])
        let text = self.har([
            (Self.url, long), (Self.url, self.messages([self.message("1795269725")])),
            ("wss://ws.example/app/another", self.messages([self.message("1795269721")])),
        ])
        let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
        let session = try HARSession(har, path: "x.har")
        #expect(session.connections.map(\.messages.count) == [2])
        #expect(
            session.warnings == [
                "x.har contains connections to 2 apps; reading only those to ke…, which have the "
                    + "most messages",
                "1 connection in x.har left out: another connection to the app was open at the time",
            ])
    }

    // MARK: What is refused

    @Test("what is no HAR file, or has no messages of Channels, is refused with a sentence")
    func refusals() {
        #expect(self.refusal(of: "GET /").contains("is not a HAR file: invalid JSON"))
        #expect(self.refusal(of: "{}").contains("it has no \"log\" with \"entries\""))
        #expect(
            self.refusal(of: #"{"log":{"entries":[{}]}}"#)
                == "x.har contains 1 request but no WebSocket. Open the network panel before the "
                + "page, to capture the start of the connection.")
        #expect(
            self.refusal(of: self.har([("wss://x/chat?token=t", self.messages([]))]))
                == "x.har contains 1 WebSocket but none to Channels: no URL contains /app/KEY "
                + "(found wss://x/chat). Save the page that uses Channels.")
        #expect(
            self.refusal(of: self.har([("", self.messages([]))]))
                .contains("no URL contains /app/KEY. Save"))
        let silent = #""startedDateTime":"2026-11-21T14:02:00.000Z""#
        #expect(
            self.refusal(of: self.har([(Self.url, silent)])).contains("but not its messages"))
    }

    @Test(
        "a time that cannot be is refused, and says which message has it",
        arguments: [
            ("1795269720000", "x.har, entry 1, message 2 has the time 1795269720000.0, but"),
            ("1e400", "x.har, entry 1, message 2 has the time inf, but"),
            ("-5", "x.har, entry 1, message 2 has the time -5.0, but"),
            ("null", "x.har, entry 1, message 2 has no time"),
            ("1795269715", "x.har, entry 1, message 2 is 5s earlier than the previous message"),
            ("1895269715", "x.har contains messages more than a year apart"),
        ])
    func times(time: String, sentence: String) {
        let text = self.har([
            (Self.url, self.messages([self.message("1795269720"), self.message(time)]))
        ])
        #expect(self.refusal(of: text).hasPrefix(sentence))
    }

    @Test("a clock that was set back by less than a second stands still")
    func slack() throws {
        let text = self.har([
            (Self.url, self.messages(["1795269720", "1795269719.5"].map { self.message($0) }))
        ])
        let har = try HARFile(parsing: Array(text.utf8), path: "x.har")
        let times = har.connections.flatMap { $0.messages.map(\.time) }
        #expect(times == [1_795_269_720_000_000, 1_795_269_720_000_000])
    }

    @Test("a file that is too large, missing or a folder is refused with its path")
    func files() throws {
        let folder = try TestFolder()
        try folder.write("", to: "large.har")
        let size = off_t(HARFile.sizeLimit + 1)
        #expect(truncate(folder.file("large.har"), size) == 0)
        #expect(throws: HARError.self) { try HARFile(folder.path) }
        #expect(throws: HARError.self) { try HARFile(folder.file("none.har")) }
        do throws(HARError) { _ = try HARFile(folder.file("large.har")) } catch {
            #expect(error.description.contains("large.har is larger than 256 MiB"))
        }
    }
}
