import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

/// Asks the routes of a sandbox, at a time that stands still.
struct RouteDialogue {
    var hub = HubDialogue(counting: true)
    var routes = SandboxRoutes(SandboxOptions())
    var fault = AuthorizationFault()
    static let unixTime: Int64 = 1_700_000_000

    func answer(
        _ method: String, _ target: String, body: String = "", headers: [HTTPHeader] = []
    ) -> SandboxRoutes.Answer {
        let request = HTTPRequest(
            method: method, origin: HTTPOrigin(host: "", port: 0), target: target,
            headers: headers, body: Array(body.utf8))
        return self.routes.answer(
            request, hub: self.hub.hub, fault: self.fault,
            at: .init(uptime: self.hub.now, unixMilliseconds: Self.unixTime * 1000))
    }

    /// Calls the HTTP API as a server library would; the path comes after `/apps/1`.
    func call(
        _ method: String, _ path: String, _ parameters: [RequestParameter] = [],
        body: String = "", at time: Int64 = unixTime
    ) throws -> SandboxRoutes.Answer {
        let path = "/apps/1\(path)"
        let signed = try SandboxApp.standard.requestSignature.signed(
            method: method, path: path, parameters: parameters, body: Array(body.utf8),
            unixTime: time)
        return self.answer(method, "\(path)?\(signed.encoded)", body: body)
    }
}

extension SandboxRoutes.Answer {
    var status: Int { self.response.status }

    /// The body without the line end of plain strings.
    var text: String {
        let text = String(decoding: self.response.body, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
