import ChannelsProtocol

/// A client event in the parts that an export has, whatever its format.
struct ExportRecord: Sendable {
    let number: Int
    let time: Timestamp
    /// What is reported, in one word: the names are part of the format.
    let kind: String
    var channel: String?
    /// The name of the event.
    var event: String?
    var userID: String?
    /// What came from a peer, or went to it.
    var data: EventData?
    /// A sentence, for what is no event of a channel.
    var detail: [UInt8]?
    /// What the report says besides, by name.
    var facts: [JSONObject.Member] = []

    init(_ event: ClientEvent) {
        self.number = event.number
        self.time = event.time
        self.kind = event.kind.exportName
        switch event.kind {
        case .received(let sent), .triggered(let sent):
            self.add(sent)
        case .clientEventQueued(let sent):
            self.add(sent)
            self.addText(of: event)
        case .memberAdded(let channel, let member), .memberRemoved(let channel, let member):
            self.channel = channel.text
            self.userID = member.id.text
            self.data = member.info
        default:
            self.addText(of: event)
            self.facts = event.kind.exportFacts
        }
    }

    private mutating func add(_ event: ChannelEvent) {
        self.channel = event.channel?.text
        self.event = event.name.text
        self.userID = event.userID?.text
        self.data = event.data
    }

    private mutating func addText(of event: ClientEvent) {
        let text = EventText(event, dataLimit: .max)
        if text.channel != EventText.connectionLabel { self.channel = text.channel }
        let sentence = "\(text.name): ".utf8
        self.detail = text.detail.isEmpty ? Array(text.name.utf8) : Array(sentence) + text.detail
    }
}

extension ClientEvent.Kind {
    /// What an export calls it.
    var exportName: String {
        switch self {
        case .stateChanged: "state_changed"
        case .attemptStarted: "attempt_started"
        case .attemptFailed: "attempt_failed"
        case .retryScheduled: "retry_scheduled"
        case .pingSent: "ping_sent"
        case .pongReceived: "pong_received"
        case .intentChanged: "intent_changed"
        case .serverRecognized: "server_recognized"
        case .suspended: "suspended"
        case .clockStepped: "clock_stepped"
        case .gap: "gap"
        case .subscriptionChanged: "subscription_changed"
        case .subscriptionStuck: "subscription_stuck"
        case .authorizationAnswered: "authorization_answered"
        case .membersReplaced: "members_replaced"
        case .memberAdded: "member_added"
        case .memberRemoved: "member_removed"
        case .subscriptionCount: "subscription_count"
        case .cacheMissed: "cache_missed"
        case .signInChanged: "sign_in_changed"
        case .watchlistChanged: "watchlist_changed"
        case .received: "received"
        case .triggered: "sent"
        case .clientEventQueued: "queued"
        case .clientEventsRejected: "client_events_rejected"
        case .failedToDecrypt: "not_decrypted"
        case .bindingChanged: "binding_changed"
        case .bindingRemoved: "binding_removed"
        case .bindingsHit: "bindings_hit"
        case .problem: "problem"
        case .skipped: "skipped"
        }
    }
}
