package import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// A HAR file of recorded frames, which browsers and `buoy replay` show.
package struct HARExport {
    private struct Entry {
        let url: String
        let start: ChannelsTimestamp
        var end: ChannelsTimestamp
        var messages: [JSONValue] = []
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
        let milliseconds = entry.end.duration(since: entry.start).inSeconds * 1000
        let request: JSONValue = [
            "method": "GET", "url": JSONValue(entry.url), "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": -1,
        ]
        let response: JSONValue = [
            "status": 101, "statusText": "Switching Protocols", "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [], "content": ["size": 0, "mimeType": ""],
            "redirectURL": "", "headersSize": -1, "bodySize": -1,
        ]
        return [
            "_resourceType": "websocket",
            "startedDateTime": JSONValue(UTCTime.text(of: entry.start)),
            "time": JSONValue(milliseconds),
            "request": request, "response": response, "cache": [:],
            "timings": ["send": 0, "wait": 0, "receive": JSONValue(milliseconds)],
            "_webSocketMessages": .array(entry.messages),
        ]
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
