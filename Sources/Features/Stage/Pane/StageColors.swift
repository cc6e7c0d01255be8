import ChannelsProtocol
import TextScreen

/// The colours of the members on the stage. Each has the colour of their user id; if somebody who
/// is there has it already, the next one that the fewest have. Nobody's colour changes while they
/// are there.
struct StageColors: Hashable, Sendable {
    private var places: [UserID: Int] = [:]

    /// The members who are there, in the order in which newcomers choose.
    mutating func arrange(_ present: [UserID]) {
        guard present.count != self.places.count || present.contains(where: self.isNew) else {
            return
        }
        var places: [UserID: Int] = [:]
        var counts = Role.accents.map { _ in 0 }
        for id in present {
            guard let place = self.places[id] else { continue }
            places[id] = place
            counts[place] += 1
        }
        for id in present where places[id] == nil {
            let own = Role.accents.firstIndex(of: Role.accent(for: id.text.utf8)) ?? 0
            let order = counts.indices.map { (own + $0) % counts.count }
            let place = order.min { counts[$0] < counts[$1] } ?? own
            places[id] = place
            counts[place] += 1
        }
        self.places = places
    }

    private func isNew(_ id: UserID) -> Bool { self.places[id] == nil }

    /// The colour of a member; `nil` if they are not on the channel.
    func role(of id: UserID) -> Role? { self.places[id].map { Role.accents[$0] } }
}
