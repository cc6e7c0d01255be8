import ChannelsEventWords
import ChannelsProtocol

/// The parts of a client event in an export, independent of the format.
struct ExportRecord: Sendable {
    /// The number of the event.
    let number: Int
    /// When it happened.
    let time: Timestamp
    /// The kind of report, in one word. The names are part of the format.
    let kind: String
    /// The channel, if it concerns one.
    var channel: String?
    /// What the event is called; `nil` for reports that are no events.
    var event: String?
    /// The user who sent it, joined or left.
    var userID: String?
    /// The data from or to a peer.
    var data: EventData?
    /// A sentence, except for events of channels.
    var detail: [UInt8]?
    /// Further facts by name.
    var facts: [JSONObject.Member] = []

    init(_ event: ClientReport) {
        let words = event.words
        self.number = event.number
        self.time = event.time
        self.kind = words.kind
        self.channel = words.channel?.text
        self.event = words.channelEvent?.name.text
        self.data = words.data
        self.facts = words.facts
        // For a sign-in, the facts name the user.
        self.userID = self.facts.isEmpty ? words.userID?.text : nil
        let isToldWhole = self.data != nil || self.userID != nil
        if !isToldWhole || words.kind == "queued" { self.detail = Self.detail(words) }
    }

    private static func detail(_ words: EventDescription) -> [UInt8] {
        let sentence = words.sentence
        return Array((sentence.isEmpty ? words.name : "\(words.name): \(sentence)").utf8)
    }
}
