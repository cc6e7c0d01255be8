import ChannelsProtocol
import ChannelsWebhooks
import Foundation
import Testing

@testable import BuoyServers
@testable import BuoyWebhookInbox

@Suite("Saving webhooks")
struct WebhookSaverTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "buoy-hooks-\(UUID().uuidString)").path(percentEncoded: false)

    private static func received(
        _ body: String, _ verdict: Result<Webhook, WebhookError>
    ) -> ReceivedWebhook {
        ReceivedWebhook(
            number: 1, time: .zero,
            raw: SignedWebhook(body: Array(body.utf8), key: "k", signature: "00"),
            verdict: verdict)
    }

    private static let signed = Result<Webhook, WebhookError>.success(
        Webhook(milliseconds: 5, events: []))

    private func bodies() throws -> [String] {
        try WebhookFile.read(self.path).map {
            String(decoding: try SavedWebhook(line: $0).raw.body, as: UTF8.self)
        }
    }

    @Test("what strangers send is not saved, which is said once")
    func strangers() throws {
        defer { try? FileManager.default.removeItem(atPath: self.path) }
        var saver = WebhookSaver(try WebhookFile(appendingTo: self.path))
        #expect(try saver.save(Self.received("ours", Self.signed)) == nil)
        let page = Self.received("a page's", .failure(.missingHeader("X-Pusher-Key")))
        #expect(try saver.save(page)?.contains("are not saved") == true)
        #expect(try saver.save(Self.received("forged", .failure(.wrongSignature))) == nil)
        let old = Self.received("late", .failure(.tooOld(age: .seconds(2), limit: .seconds(1))))
        #expect(try saver.save(old) == nil)
        #expect(try self.bodies() == ["ours", "late"])
    }

    @Test("a full file stays as it is, which is said once, and goes on when it has been emptied")
    func full() throws {
        defer { try? FileManager.default.removeItem(atPath: self.path) }
        let line = SavedWebhook(Self.received("first", Self.signed)).line.count
        let file = try WebhookFile(appendingTo: self.path, limit: line + 10)
        var saver = WebhookSaver(file)
        #expect(try saver.save(Self.received("first", Self.signed)) == nil)
        #expect(try saver.save(Self.received("second", Self.signed))?.contains("is full") == true)
        #expect(try saver.save(Self.received("third", Self.signed)) == nil)
        #expect(try self.bodies() == ["first"])
        #expect(truncate(self.path, 0) == 0)
        #expect(try saver.save(Self.received("fourth", Self.signed)) == nil)
        #expect(try self.bodies() == ["fourth"])
        // Also one that was large when it was opened.
        var again = WebhookSaver(try WebhookFile(appendingTo: self.path, limit: line + 10))
        #expect(try again.save(Self.received("fifth", Self.signed))?.contains("is full") == true)
    }
}
