import ArgumentParser
import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol

/// JSON lines: `{"channel":"orders","event":"paid","data":{"id":7}}`, with `socket_id` if a
/// connection is excluded. `name` is the same as `event`; unknown keys are ignored.
struct EventLines {
    let events: [BatchEvent]
    /// The line of each event, counted from 1. Empty lines have none.
    let numbers: [Int]

    init(_ text: String) throws {
        var events: [BatchEvent] = []
        var numbers: [Int] = []
        for (index, line) in text.utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() {
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            do throws(LineError) {
                events.append(try Self.event(line))
            } catch {
                throw ValidationError("Line \(index + 1): \(error.text)")
            }
            numbers.append(index + 1)
        }
        self.events = events
        self.numbers = numbers
    }

    private struct LineError: Error { var text: String }

    private static func event(_ line: Substring.UTF8View) throws(LineError) -> BatchEvent {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line)
        } catch {
            throw LineError(text: "not valid JSON: \(error.description)")
        }
        guard let members = json.objectValue else {
            throw LineError(text: "not a JSON object.")
        }
        guard let channel = members["channel"]?.stringValue else {
            throw LineError(text: "\"channel\" must be a channel name.")
        }
        guard let name = (members["event"] ?? members["name"])?.stringValue else {
            throw LineError(text: "\"event\" must be an event name.")
        }
        guard let data = members["text"] ?? members["data"] else {
            throw LineError(text: "\"data\" is missing.")
        }
        do {
            return BatchEvent(
                EventName(name), on: try ChannelName(channel),
                data: data.stringValue.map { EventData($0) } ?? EventData(json: data),
                excluding: try Self.socketID(members["socket_id"]))
        } catch {
            throw LineError(text: error.words)
        }
    }

    private static func socketID(_ json: JSONValue?) throws(ChannelsAPIError) -> SocketID? {
        guard let json, !json.isNull else { return nil }
        return try SocketID(checking: json.stringValue ?? json.compactText)
    }
}
