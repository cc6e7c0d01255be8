import ChannelsProtocol
import ChannelsTransport

/// The metrics of soketi and sockudo, in Prometheus text format, at the default port of both.
struct ServerMetrics {
    let host: String
    let appID: String

    private static let port = 9601

    func connections() async -> Int? {
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: self.host, port: Self.port),
            target: "/metrics")
        let answer = try? await NIOHTTPRequester().send(
            request, timeLimit: .seconds(3), bodyLimit: 4 << 20)
        guard let answer, answer.status == 200 else { return nil }
        return self.connections(in: String(decoding: answer.body, as: UTF8.self))
    }

    /// The sum of the gauge `soketi_connected` or `sockudo_connected`; of the app alone where the
    /// gauge has the label `app_id`.
    func connections(in text: String) -> Int? {
        var sum: Int?
        for line in text.split(whereSeparator: \.isNewline) {
            guard let count = self.count(line) else { continue }
            sum = (sum ?? 0).addingClamped(count)
        }
        return sum
    }

    private func count(_ line: Substring) -> Int? {
        let names = ["soketi_connected", "sockudo_connected"]
        guard let name = names.first(where: line.hasPrefix) else { return nil }
        let rest = line.dropFirst(name.count)
        guard rest.hasPrefix("{") || rest.hasPrefix(" ") else { return nil }
        if rest.contains("app_id=\""), !rest.contains("app_id=\"\(self.appID)\"") { return nil }
        let end = rest.lastIndex(of: "}").map(rest.index(after:)) ?? rest.startIndex
        guard let word = rest[end...].split(separator: " ").first, let value = Double(word),
            let count = Int(exactly: value.rounded()), count >= 0
        else { return nil }
        return count
    }
}
