internal import ChannelsProtocol
internal import Transport

/// Asks a sandbox for a fault that only a server can make (docs/sandbox.md, "Faults").
struct ServerFaultRequest: Sendable {
    /// Why there is no fault, for a message.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let origin: HTTPOrigin

    init(_ origin: HTTPOrigin) { self.origin = origin }

    /// - Parameter json: the object that names the fault.
    func send(_ json: String) async throws(Failure) {
        let request = HTTPRequest(
            method: "POST", origin: self.origin, target: "/sandbox/faults",
            headers: [HTTPHeader("Content-Type", "application/json")], body: Array(json.utf8))
        let response: HTTPResponse
        do {
            response = try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(10), bodyLimit: 64 << 10)
        } catch {
            throw Failure(description: error.description)
        }
        switch response.status {
        case 200..<300: return
        case 404:
            throw Failure(description: "the server makes no faults; buoy's sandbox does")
        default:
            let text = String(decoding: response.body.prefix(400), as: UTF8.self)
                .split(whereSeparator: \.isNewline).joined(separator: " ")
            throw Failure(description: "the server refused it: \(text)")
        }
    }
}
