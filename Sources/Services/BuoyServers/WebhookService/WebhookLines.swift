import ChannelsEventWords
package import ChannelsProtocol
import ChannelsWebhooks

/// Received webhooks as lines: one for each event, and one for each webhook that is not accepted.
/// Strings in them come from others and must be sanitised.
package enum WebhookLines {
    package static func text(
        of received: ReceivedWebhook, utcOffsetSeconds: Int
    ) -> [String] {
        let time = Figures.timeOfDay(
            received.time, utcOffsetSeconds: utcOffsetSeconds, hasMilliseconds: true)
        let outcome = received.forwarded.map { "  -> \(Self.words(for: $0))" } ?? ""
        switch received.verdict {
        case .failure(let error):
            return ["\(time) ! refused (\(error.check)): \(error.description)"]
        case .success(let webhook):
            guard !webhook.events.isEmpty else { return ["\(time) no events\(outcome)"] }
            return webhook.events.map { "\(time) \($0)\(outcome)" }
        }
    }

    package static func json(of received: ReceivedWebhook) -> [JSONValue] {
        let head: [JSONValue.Object.Member] = [
            .init(key: "webhook", value: .number(String(received.number))),
            .init(
                key: "received_ms",
                value: .number(String(received.time.wallMicroseconds / 1000))),
        ]
        switch received.verdict {
        case .failure(let error):
            let reason: [JSONValue.Object.Member] = [
                .init(key: "refused", value: .string(error.check)),
                .init(key: "reason", value: .string(error.description)),
            ]
            return [.object(JSONValue.Object(head + reason))]
        case .success(let webhook):
            let time = JSONValue.Object.Member(
                key: "time_ms", value: .number(String(webhook.milliseconds)))
            let outcome = received.forwarded.map { answer in
                [JSONValue.Object.Member(key: "forwarded", value: Self.json(of: answer))]
            }
            return webhook.events.map { event in
                let event = JSONValue.Object.Member(key: "event", value: event.json)
                return .object(JSONValue.Object(head + [time, event] + (outcome ?? [])))
            }
        }
    }

    package static func words(for answer: WebhookOutbox.Answer) -> String {
        switch answer {
        case .status(let status): "\(status)"
        case .none(let reason): reason.hasPrefix("not sent:") ? reason : "no response: \(reason)"
        }
    }

    private static func json(of answer: WebhookOutbox.Answer) -> JSONValue {
        switch answer {
        case .status(let status): .number(String(status))
        case .none(let reason): .string(reason)
        }
    }
}
