import ChannelsProtocol
import ChannelsTransport

/// The page for visitors: one file, with its settings filled in.
struct RoomPage {
    let channel: ChannelName
    /// With the token; the other paths are below it.
    let path: String
    let socketURL: String
    /// Whether the WebSocket is this program's.
    let isOwn: Bool

    var response: HTTPResponse {
        let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
        let facts: JSONValue = [
            "channel": .string(self.channel.text), "path": .string(self.path),
            "socket": .string(self.socketURL), "nameLimit": JSONValue(RoomVisitors.nameLimit),
            "messageLimit": JSONValue(RoomVisitors.messageLimit), "isOwn": .bool(self.isOwn),
        ]
        // A script ends at the first `</script`.
        let text = facts.compactText.replacing("<", with: "\\u003c")
        let html = Self.template.replacing("{{nonce}}", with: nonce)
            .replacing("{{facts}}", with: text)
        let origin = self.socketURL.split(separator: "/", maxSplits: 3).prefix(2)
            .joined(separator: "//")
        let policy =
            "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; "
            + "connect-src 'self' \(origin); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        return HTTPResponse(
            status: 200, reason: "OK",
            headers: [
                HTTPHeader("Content-Type", "text/html; charset=utf-8"),
                HTTPHeader("Content-Security-Policy", policy),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
                HTTPHeader("Referrer-Policy", "no-referrer"),
                HTTPHeader("Cache-Control", "no-store"),
            ], body: Array(html.utf8))
    }

    private static let template = String(decoding: PackageResources.room_html, as: UTF8.self)
}
