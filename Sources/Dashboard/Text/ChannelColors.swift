import ChannelsProtocol
import TextScreen

/// The colour of each channel: the same one wherever its name is written. Colours are given in the
/// order of subscription, each time the one that the fewest present channels have, so that the first
/// six differ. A channel keeps its colour when it is subscribed again.
struct ChannelColors: Hashable, Sendable {
    /// The place of a channel's colour among the accents.
    private var places: [ChannelName: Int] = [:]
    /// How many present channels have each colour.
    private var counts = Array(repeating: 0, count: Role.accents.count)

    /// More channels than anybody tells apart by colours.
    private static let limit = 10_000

    /// No channel has a colour of its own yet.
    init() {}

    /// Gives a channel its colour.
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

    /// A colour that other channels may have now.
    mutating func unsubscribed(_ name: ChannelName) {
        guard let place = self.places[name] else { return }
        self.counts[place] = max(self.counts[place] - 1, 0)
    }

    /// The colour of a channel; one by its name, if it never was subscribed.
    func role(of name: ChannelName) -> Role {
        self.places[name].map { Role.accents[$0] } ?? Role.accent(for: name.text.utf8)
    }
}
