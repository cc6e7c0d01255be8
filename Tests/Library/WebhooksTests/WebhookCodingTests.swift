import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import ChannelsWebhooks

@Suite("The body of a webhook")
struct WebhookCodingTests {
    static let client = WebhookClientEvent(
        channel: ChannelName(wire: "presence-a"), event: "client-typing", data: #"{"a":1}"#,
        socketID: SocketID("1.2"), userID: "ana")

    /// Each kind, and its JSON as the service sends it.
    static let samples: [(WebhookEvent, String)] = [
        (.channelOccupied("x".channelName), #"{"name":"channel_occupied","channel":"x"}"#),
        (.channelVacated("x".channelName), #"{"name":"channel_vacated","channel":"x"}"#),
        (
            .memberAdded("presence-x".channelName, "7"),
            #"{"name":"member_added","channel":"presence-x","user_id":"7"}"#
        ),
        (
            .memberRemoved("presence-x".channelName, "7"),
            #"{"name":"member_removed","channel":"presence-x","user_id":"7"}"#
        ),
        (
            .clientEvent(client),
            #"{"name":"client_event","channel":"presence-a","event":"client-typing","#
                + #""data":"{\"a\":1}","socket_id":"1.2","user_id":"ana"}"#
        ),
        (.cacheMiss("cache-x".channelName), #"{"name":"cache_miss","channel":"cache-x"}"#),
        (
            .subscriptionCount("x".channelName, 3),
            #"{"name":"subscription_count","channel":"x","subscription_count":3}"#
        ),
        (
            .unknown(name: "new_kind", fields: ["name": "new_kind", "channel": "x", "n": 1]),
            #"{"name":"new_kind","channel":"x","n":1}"#
        ),
    ]

    @Test("every kind is written as it is read, and unknown ones are kept", arguments: samples)
    func roundTrip(event: WebhookEvent, text: String) throws {
        #expect(event.json.compactText == text)
        let body = Array(#"{"time_ms":7,"events":[\#(text)]}"#.utf8)
        let webhook = try Webhook(parsing: body)
        #expect(webhook == Webhook(milliseconds: 7, events: [event]))
        #expect(webhook.body == body)
    }

    @Test("every kind has a sample")
    func samplesAreComplete() {
        let kinds = Self.samples.compactMap(\.0.kind)
        #expect(Set(kinds) == Set(WebhookEvent.Kind.allCases))
    }

    @Test("user ids may be numbers, and data may be JSON")
    func otherForms() throws {
        let text =
            #"{"time_ms":1e3,"events":[{"name":"member_added","channel":"presence-a","user_id":7},"#
            + #"{"name":"client_event","channel":"private-a","event":"client-a","data":{"b":[1]}}]}"#
        let webhook = try Webhook(parsing: Array(text.utf8))
        #expect(webhook.milliseconds == 1000)
        #expect(webhook.events.first == .memberAdded("presence-a".channelName, "7"))
        guard case .clientEvent(let event) = webhook.events.last else {
            Issue.record("no client event")
            return
        }
        #expect(event.data == #"{"b":[1]}"#)
        #expect(event.socketID == nil)
    }

    @Test(
        "what is missing is named",
        arguments: [
            ("", "it is not JSON"), ("[]", "it is not a JSON object"),
            (#"{"events":[]}"#, "time_ms"), (#"{"time_ms":-1,"events":[]}"#, "time_ms"),
            (#"{"time_ms":1}"#, "events is missing"),
            (#"{"time_ms":1,"events":[{}]}"#, "event 1 has no name"),
            (
                #"{"time_ms":1,"events":[{"name":"x"},{"name":"channel_vacated"}]}"#,
                "event 2, channel_vacated, has no channel"
            ),
            (
                #"{"time_ms":1,"events":[{"name":"member_added","channel":"presence-a"}]}"#,
                "has no user_id"
            ),
            (
                #"{"time_ms":1,"events":[{"name":"subscription_count","channel":"a"}]}"#,
                "has no subscription_count"
            ),
            (
                #"{"time_ms":1,"events":[{"name":"client_event","channel":"private-a"}]}"#,
                "has no event"
            ),
        ])
    func malformed(text: String, words: String) throws {
        let error = try #require(throws: WebhookError.self) {
            try Webhook(parsing: Array(text.utf8))
        }
        #expect(error.check == "body")
        #expect(error.description.contains(words))
    }
}
