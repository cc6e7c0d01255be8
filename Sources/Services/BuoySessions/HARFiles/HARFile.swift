import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// The connections to Channels in a HAR file (HTTP Archive 1.2) of Chrome, mitmproxy or HTTP
/// Toolkit, which add the messages of a WebSocket to its entry as `_webSocketMessages`.
struct HARFile: Sendable {
    /// The program that saved the file, as it names itself; untrusted.
    let creator: String
    let connections: [HARConnection]
    let undatedAttempts: [UndatedAttempt]

    struct UndatedAttempt: Hashable, Sendable {
        let address: HARAddress
        /// As Chrome says it: `net::ERR_CONNECTION_REFUSED`.
        let reason: String

        fileprivate init(_ entry: JSONValue, _ address: HARAddress) {
            self.address = address
            let text = entry["_webSocketMessages"]?.arrayValue?.last?["data"]?.stringValue ?? ""
            let reason = HARMessage.cause(ofError: String(text.prefix(100)))
            self.reason = reason.isEmpty ? "no reason given" : reason
        }
    }

    static let sizeLimit = 256 << 20

    static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".har") }

    init(_ path: String) throws(HARError) {
        let bytes: [UInt8]
        do throws(UserFile.Failure) {
            bytes = try UserFile.read(path, limit: Self.sizeLimit).bytes
        } catch .tooLarge {
            throw HARError(
                "\(path) is larger than 256 MiB. Save only the WebSocket: first select WS in the "
                    + "network panel's filter.")
        } catch {
            throw HARError(FileProblem.cannot(.read, path, reason: error.description))
        }
        try self.init(parsing: bytes, path: path)
    }

    init(parsing bytes: [UInt8], path: String) throws(HARError) {
        let entries: [JSONValue]
        (self.creator, entries) = try Self.entries(bytes, path)
        var connections: [HARConnection] = []
        var undated: [UndatedAttempt] = []
        var others: [String] = []
        for (index, entry) in entries.enumerated() where Self.isWebSocket(entry) {
            let url = entry["request"]?["url"]?.stringValue ?? ""
            if let address = HARAddress(url) {
                let place = "\(path), entry \(index + 1)"
                if let connection = try HARConnection(entry, address, at: place) {
                    connections.append(connection)
                } else {
                    undated.append(UndatedAttempt(entry, address))
                }
            } else {
                // The query may contain secrets.
                others.append(String(url.prefix { $0 != "?" }.prefix(100)))
            }
        }
        guard !connections.isEmpty else {
            throw Self.noConnection(path, entries: entries.count, undated, others)
        }
        guard connections.contains(where: { !$0.messages.isEmpty }) else {
            throw HARError(
                "\(path) contains a Channels connection but not its messages. Save the file with "
                    + "Chrome, mitmproxy or HTTP Toolkit, which include them.")
        }
        self.connections = connections
        self.undatedAttempts = undated
    }

    private static func entries(
        _ bytes: [UInt8], _ path: String
    ) throws(HARError) -> (creator: String, [JSONValue]) {
        let advice = "Save one with \"Export HAR\" in Chrome's network panel."
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
            throw HARError(
                "\(path) is not a HAR file: invalid JSON: \(error.description). \(advice)")
        }
        guard let entries = value["log"]?["entries"]?.arrayValue else {
            throw HARError(
                "\(path) is not a HAR file: it has no \"log\" with \"entries\". \(advice)")
        }
        let creator = value["log"]?["creator"]
        let words = [creator?["name"]?.stringValue, creator?["version"]?.stringValue]
        return (words.compactMap { $0?.prefix(40) }.joined(separator: " "), entries)
    }

    private static func isWebSocket(_ entry: JSONValue) -> Bool {
        if entry["_resourceType"]?.stringValue == "websocket" { return true }
        return entry["_webSocketMessages"]?.arrayValue != nil
    }

    private static func noConnection(
        _ path: String, entries: Int, _ undated: [UndatedAttempt], _ others: [String]
    ) -> HARError {
        if let attempt = undated.first {
            return HARError(
                "\(path) contains no successful Channels connection: "
                    + "\(Figures.counted(undated.count, "attempt")) failed (\(attempt.reason)). "
                    + "Save the file again once the page is connected.")
        }
        guard let first = others.first else {
            return HARError(
                "\(path) contains \(Figures.counted(entries, "request")) but no WebSocket. Open "
                    + "the network panel before the page, to capture the start of the connection.")
        }
        let example = first.isEmpty ? "" : " (found \(first))"
        return HARError(
            "\(path) contains \(Figures.counted(others.count, "WebSocket")) but none to Channels: "
                + "no URL contains /app/KEY\(example). Save the page that uses Channels.")
    }
}

struct HARError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
