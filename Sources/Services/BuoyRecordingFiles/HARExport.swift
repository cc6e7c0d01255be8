package import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

/// An HTTP request and its response. Secrets are masked before.
package struct RecordedCall: Hashable, Sendable {
    package let time: ChannelsTimestamp
    package let duration: Duration
    package let method: String
    package let url: String
    package let body: String
    package let status: Int
    package let response: String

    package init(
        time: ChannelsTimestamp, duration: Duration, method: String, url: String, body: String,
        status: Int, response: String
    ) {
        self.time = time
        self.duration = duration
        self.method = method
        self.url = url
        self.body = body
        self.status = status
        self.response = response
    }
}

/// A HAR file of recorded frames, which browsers and `buoy replay` show, and of HTTP requests,
/// which browsers show.
package struct HARExport {
    private struct Entry {
        let url: String
        let start: ChannelsTimestamp
        var end: ChannelsTimestamp
        var messages: [JSONValue] = []
        /// `nil` for a WebSocket.
        var call: RecordedCall?
    }

    private struct Key: Hashable {
        let session: String
        let connection: Int
    }

    /// The version of buoy.
    private let program: String
    private var entries: [Entry] = []
    private var places: [Key: Int] = [:]

    package init(program: String) { self.program = program }

    package var isEmpty: Bool { self.entries.isEmpty }

    package mutating func add(_ frame: RecordedFrame, of file: RecordingFile) {
        let header = file.header
        self.add(
            frame, of: header.session.isEmpty ? file.path : header.session,
            url: "\(header.address)/app/\(header.appKey)?protocol=7")
    }

    /// - Parameter session: distinguishes the connections of several clients.
    package mutating func add(_ frame: RecordedFrame, of session: String, url: String) {
        guard let (opcode, data) = frame.content.inHAR else { return }
        let key = Key(session: session, connection: frame.connection)
        let place = self.places[key] ?? self.entries.count
        if place == self.entries.count {
            self.places[key] = place
            self.entries.append(Entry(url: url, start: frame.time, end: frame.time))
        }
        self.entries[place].end = frame.time
        self.entries[place].messages.append([
            "type": frame.isSent ? "send" : "receive",
            "time": JSONValue(Double(frame.time.wallMicroseconds) / 1_000_000),
            "opcode": JSONValue(opcode), "data": JSONValue(data),
        ])
    }

    package mutating func add(_ call: RecordedCall) {
        let end = call.time.advanced(by: call.duration)
        self.entries.append(Entry(url: call.url, start: call.time, end: end, call: call))
    }

    package var lines: PlainLines {
        let log: JSONValue = [
            "log": [
                "version": "1.2",
                "creator": ["name": "buoy", "version": JSONValue(self.program)],
                "entries": .array(self.entries.map(Self.json)),
            ]
        ]
        var writer = SafeJSONWriter()
        writer.json(log.compactText.utf8)
        var lines = PlainLines()
        lines.append(writer)
        lines.endLine()
        return lines
    }

    private static func json(_ entry: Entry) -> JSONValue {
        let milliseconds = JSONValue(entry.end.duration(since: entry.start).inSeconds * 1000)
        let call = entry.call
        let request: JSONValue = [
            "method": JSONValue(call?.method ?? "GET"), "url": JSONValue(entry.url),
            "httpVersion": "HTTP/1.1", "cookies": [], "headers": [], "queryString": [],
            "headersSize": -1, "bodySize": -1,
            "postData": call.map { ["mimeType": "", "text": JSONValue($0.body)] } ?? .null,
        ]
        let text = call?.response ?? ""
        let response: JSONValue = [
            "status": JSONValue(call?.status ?? 101),
            "statusText": call == nil ? "Switching Protocols" : "", "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [],
            "content": [
                "size": JSONValue(text.utf8.count), "mimeType": "", "text": JSONValue(text),
            ],
            "redirectURL": "", "headersSize": -1, "bodySize": -1,
        ]
        let json: JSONValue = [
            "_resourceType": call == nil ? "websocket" : "fetch",
            "startedDateTime": JSONValue(UTCTime.text(of: entry.start)),
            "time": milliseconds,
            "request": request.withoutNull, "response": response, "cache": [:],
            "timings": ["send": 0, "wait": 0, "receive": milliseconds],
            "_webSocketMessages": call == nil ? .array(entry.messages) : .null,
        ]
        return json.withoutNull
    }
}

extension JSONValue {
    fileprivate var withoutNull: JSONValue {
        .object(Object((self.objectValue?.members ?? []).filter { $0.value != .null }))
    }
}

extension RecordedFrame.Content {
    /// The opcode and the data; `nil` for what was not recorded. The bytes of a binary message are
    /// not in a recording.
    fileprivate var inHAR: (opcode: Int, data: String)? {
        switch self {
        case .text(let text): (1, text)
        case .binary: (2, "")
        case .close(_, let reason): (8, reason)
        case .ping: (9, "")
        case .pong: (10, "")
        case .skipped: nil
        }
    }
}
