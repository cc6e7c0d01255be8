/// The server refused client events (4301, or an error that says so). It does not say which ones.
public struct ClientEventRejection: Hashable, Sendable {
    /// The server's words; untrusted text.
    public var text: String
    package var code: Int?
    /// The channel, where the server names it.
    package var channel: ChannelName?
    /// The client events that were sent in the second before, oldest first: one of these, or
    /// several.
    public var candidates: [ChannelEvent]
    /// How many were sent in that second, those that are not listed included.
    package var sentInLastSecond: Int
    /// The start of the frame that refused them, as received; untrusted text.
    package var frame: String?
    /// What to do about it, in a sentence; `nil` when nothing more is known.
    public var advice: String?

    /// What Reverb wants.
    static let objectAdvice =
        "Laravel Reverb takes client events only when their data is a JSON object."

    package init(
        text: String, code: Int?, channel: ChannelName? = nil, candidates: [ChannelEvent],
        sentInLastSecond: Int, frame: String? = nil
    ) {
        self.text = text
        self.code = code
        self.channel = channel
        self.candidates = candidates
        self.sentInLastSecond = sentInLastSecond
        self.frame = frame
    }
}

/// How many client events went out, against what a server takes.
package struct ClientEventMeter: Hashable, Sendable {
    /// Sent within the last second.
    package var sentInLastSecond: Int
    /// The most in a second (protocol 7: 10 for each connection); `nil` when it is not kept to.
    package var limit: Int?
    /// Waiting for a subscription, or for the meter to let them through.
    package var waiting: Int

    package init(sentInLastSecond: Int, limit: Int?, waiting: Int) {
        self.sentInLastSecond = sentInLastSecond
        self.limit = limit
        self.waiting = waiting
    }
}

/// What happened to a client event that breaks no rule.
public enum TriggerOutcome: Hashable, Sendable {
    /// Handed to the connection.
    case sent
    /// Queued until the channel is subscribed and the limit of events per second allows it.
    case queued
}
