import ArgumentParser
import BuoyProgramSupport
import BuoyServers
import ChannelsProtocol
import ChannelsSigning
import ChannelsWebhooks

struct WebhookReplay {
    let carrier: WebhookCarrier
    let url: String
    /// The credentials for signing them again; `nil` sends them as they were saved.
    let signing: (key: String, secret: AppSecret)?

    func run(_ path: String) async throws {
        let lines = try WebhookFile.read(path)
        guard !lines.isEmpty else { throw ValidationError("\(path) contains no webhooks.") }
        var refusals = 0
        for (index, line) in lines.enumerated() {
            let saved: SavedWebhook
            do { saved = try SavedWebhook(line: line) } catch {
                throw ValidationError("\(path), line \(index + 1): \(error.text)")
            }
            let answer = try await self.send(saved)
            if !answer.isAccepted { refusals += 1 }
            let words = WebhookLines.words(for: answer)
            try Console.print(
                ServiceStart.line(
                    "\(index + 1) of \(lines.count) to \(self.url) -> \(words)",
                    utcOffsetSeconds: LocalTime.utcOffsetSeconds))
        }
        if refusals > 0 { throw ExitCode(ProgramExit.failed.rawValue) }
    }

    private func send(_ saved: SavedWebhook) async throws -> WebhookOutbox.Answer {
        guard let signing else { return await self.carrier.carry(saved.raw) }
        // Otherwise, what a stranger once sent would get a signature.
        guard saved.wasSigned else {
            return .none(
                "not sent: its \(saved.refusal ?? "signature") was wrong when it arrived; use "
                    + "--as-saved to send it anyway")
        }
        do throws(WebhookError) {
            let webhook = try saved.renewed(
                key: signing.key, secret: signing.secret, milliseconds: WebhookVerifier.now)
            return await self.carrier.carry(webhook)
        } catch .malformedBody {
            return .none("not sent: the body is not a webhook")
        } catch {
            return .none("not sent: \(error.description)")
        }
    }
}
