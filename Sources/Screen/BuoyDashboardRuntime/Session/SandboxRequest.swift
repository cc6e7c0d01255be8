import BuoyDashboard
import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol
package import ChannelsTransport

/// Asks buoy's sandbox for what only it offers (docs/sandbox.md, "What it implements").
package struct SandboxRequest: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let origin: HTTPOrigin

    package init(_ origin: HTTPOrigin) { self.origin = origin }

    func makeFault(_ json: String) async throws(Failure) {
        _ = try await self.post(
            json, to: "/sandbox/faults", missing: "only buoy's sandbox can inject server faults")
    }

    func missedEvents(_ question: MissedEventsQuestion) async throws(Failure) -> MissedEvents {
        let received = question.received.sorted { $0.key < $1.key }
        let body = JSONValue.object(
            JSONValue.Object([
                .init(key: "lost", value: .string(question.lost.text)),
                .init(key: "socket_id", value: .string(question.next.text)),
                .init(
                    key: "received",
                    value: .object(
                        JSONValue.Object(
                            received.map { name, count in
                                .init(key: name.text, value: .number(String(count)))
                            }))),
            ]))
        let answer = try await self.post(
            body.compactText, to: "/sandbox/missed",
            missing: "the server has no record of these connections")
        guard let counts = try? JSONValue(parsing: answer)["channels"] else {
            throw Failure(description: "the server's response cannot be parsed")
        }
        let channels = received.compactMap { name, _ in
            counts[name.text]?.intValue.map { MissedEvents.Channel(name: name, count: $0) }
        }
        return MissedEvents(
            channels: channels.filter { $0.count > 0 },
            isIncomplete: channels.count < received.count)
    }

    /// - Parameter missing: what a status of 404 means.
    private func post(
        _ json: String, to target: String, missing: String
    ) async throws(Failure) -> [UInt8] {
        let request = HTTPRequest(
            method: "POST", origin: self.origin, target: target,
            headers: [HTTPHeader("Content-Type", "application/json")], body: Array(json.utf8))
        let response: HTTPResponse
        do {
            response = try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(10), bodyLimit: 1 << 20)
        } catch {
            throw Failure(description: error.description)
        }
        switch response.status {
        case 200..<300: return response.body
        case 404: throw Failure(description: missing)
        default:
            let text = String(decoding: response.body.prefix(400), as: UTF8.self)
                .split(whereSeparator: \.isNewline).joined(separator: " ")
            throw Failure(description: "the server refused the request: \(text)")
        }
    }
}

extension DashboardLoop {
    package func askServer(for json: String, _ server: SandboxRequest) async {
        do throws(SandboxRequest.Failure) {
            try await server.makeFault(json)
        } catch {
            self.handle(.effectFailed(.fault(.ofServer(json)), error.description))
            return
        }
        self.handle(.tick(self.now))
        let note = LogNote(
            at: self.now, "fault", .warning, text: "server fault: \(json)")
        self.handle(.service(.notes([note])))
        self.handle(.service(.serverFault(json)))
    }
}
