public import Channels
@_exported public import ChannelsProtocol

/// A stream starts when it is created; see `ClientStream`.
extension ChannelsClient {
    /// Everything the client reports, one report at a time: states, attempts, subscriptions,
    /// members, events and problems. The other streams are subsets of this one, in the same
    /// order.
    public nonisolated var reports: ClientStream<ClientReport> { self.singleReports }

    /// Everything the client reports, in batches: one array per burst. Use it to handle a burst
    /// at once, for example in one database transaction.
    public nonisolated var reportBatches: ClientStream<[ClientReport]> {
        self.reportBatches(limits: ListenerLimits())
    }

    /// The connection's frames in both directions, in batches, for an inspector or a recording.
    /// Recording starts when you access this property, and has a cost only while the sequence
    /// exists. Signatures are masked.
    public nonisolated var frames: Frames { Frames(self.recordFrames(limit: 100_000)) }

    /// The kept frames, then all later ones. While the sequence exists, no other frames are kept.
    package nonisolated func framesAfterKept(limit: Int) -> Frames {
        Frames(self.recordFrames(limit: limit, afterKept: true))
    }

    /// The kind of server, recognised by its behaviour; `.unknown` until there is evidence.
    public var serverProfile: ServerProfile { self.recognizedServer }
}
