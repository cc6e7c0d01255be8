import ChannelsProtocol
import Measurements

/// Counts what is published, by channel. Anyone may publish on any channel, so only the first ones
/// are counted by name.
struct PublicationMeter: Sendable {
    /// What was published under a label.
    struct Count: Hashable, Sendable {
        var events = 0
        /// The size of their data, in bytes.
        var bytes = 0
    }

    private var labels = BoundedLabels()
    /// The counts by label.
    private(set) var counts: [String: Count] = [BoundedLabels.rest: Count()]

    /// An event was published on a channel.
    mutating func published(_ event: ChannelEvent, on name: ChannelName) {
        let label = self.label(of: name)
        self.counts[label, default: Count()].events += 1
        self.counts[label, default: Count()].bytes += event.data.byteCount
    }

    /// The channels of users contain their ids, and share a label.
    private mutating func label(of name: ChannelName) -> String {
        if name.isServerToUser { return "(user)" }
        return self.labels.admit(name.text) ? name.text : BoundedLabels.rest
    }
}
