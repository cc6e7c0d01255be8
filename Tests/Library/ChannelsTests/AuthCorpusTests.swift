import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Foundation
import Testing

@testable import Channels

/// Every answer of `auth-responses.json`, with what is to become of it.
struct AuthCorpusTests {
    struct Entry: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var status: Int
        var headers: [String: String]
        var body_base64: Data
        var expected: String

        var testDescription: String { self.name }

        /// The kind of channel that the answer is about.
        var channel: String {
            switch self.name {
            case _ where self.name.hasPrefix("presence-"): "presence-a"
            case _ where self.name.hasPrefix("shared-secret-"): "private-encrypted-a"
            default: "private-a"
            }
        }

        /// What the transport makes of an answer that it does not hand over; `TransportTests` has
        /// the same corpus and shows that it does.
        var transportError: TransportError? {
            switch self.name {
            case "auth-giant", "body-endless": .bodyTooLarge(limit: AuthExchange.bodyLimit)
            case "never-answers": .timedOut(phase: "waiting for the response")
            case "reset": .closed("the connection was reset")
            default: nil
            }
        }
    }

    static let entries: [Entry] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Base/TransportTests/Corpora/auth-responses.json")
        do {
            return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        } catch {
            preconditionFailure("\(file) cannot be read: \(error)")
        }
    }()

    @Test("every answer leads to what the corpus expects", arguments: entries)
    func answer(_ entry: Entry) async throws {
        let scene = AuthScene()
        let isRetried = entry.expected == "channel-error-retry"
        let outcome = try await scene.authorize(entry.channel) { scene in
            for attempt in 0..<(isRetried ? 3 : 1) {
                if attempt > 0 { await scene.wake() }
                let exchange = try #require(await scene.server.nextRequest())
                if let error = entry.transportError {
                    exchange.fail(error)
                } else {
                    exchange.respond(
                        entry.status, String(decoding: entry.body_base64, as: UTF8.self),
                        headers: entry.headers.map { HTTPHeader($0.key, $0.value) })
                }
            }
        }
        // Whether a signature is right only the server can tell: it is handed on.
        let isGranted = entry.expected == "subscribe" || entry.name == "auth-wrong-signature"
        #expect(outcome.report.isGranted == isGranted)
        #expect(outcome.report.attempts == (isRetried ? 3 : 1))
        guard let failure = outcome.result.failure else { return }
        #expect(!failure.text.isEmpty)
        #expect(failure.status == (entry.transportError == nil ? entry.status : nil))
        if let location = entry.headers["Location"] {
            #expect(!failure.text.contains(location))
            #expect(failure.text.contains("not followed"))
        }
    }
}
