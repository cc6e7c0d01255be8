package import ChannelsProtocol
package import TextScreen

/// The colours of channels, which are the same wherever a channel's name appears. They are assigned
/// in the order of subscription, each time the one that the fewest present channels have, so that
/// the first six differ. A channel keeps its colour when it is subscribed again.
package struct ChannelColors: Hashable, Sendable {
    /// The index of each channel's colour among the accents.
    private var places: [ChannelName: Int] = [:]
    /// The number of present channels with each colour.
    private var counts = Array(repeating: 0, count: Role.accents.count)

    /// The maximum number of channels that are remembered.
    private static let limit = 10_000

    /// Creates an empty assignment.
    init() {}

    /// Assigns a colour to a channel.
    mutating func subscribed(_ name: ChannelName) {
        let fewest = self.counts.indices.min {
            (self.counts[$0], $0) < (self.counts[$1], $1)
        }
        guard let place = self.places[name] ?? fewest, self.places.count < Self.limit else {
            return
        }
        self.places[name] = place
        self.counts[place] += 1
    }

    /// Releases the colour of a channel for others.
    mutating func unsubscribed(_ name: ChannelName) {
        guard let place = self.places[name] else { return }
        self.counts[place] = max(self.counts[place] - 1, 0)
    }

    /// The colour of a channel; if it was never subscribed, a colour for its name.
    package func role(of name: ChannelName) -> Role {
        self.places[name].map { Role.accents[$0] } ?? Role.accent(for: name.text.utf8)
    }
}
