import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

/// The room on the stage: the code of its page, or a herd that comes back.
struct StageRoom: Hashable, Sendable {
    let place: RoomPlace
    var showsCode = true
    private(set) var isLocked = false
    var herd: StageHerd?

    init(place: RoomPlace) { self.place = place }

    /// A herd stays for this long.
    private static let herdTime = Duration.seconds(90)

    var isWaiting: Bool { self.herd.map { !$0.isComplete } ?? false }

    mutating func handle(_ report: RoomReport) {
        switch report {
        case .herd(let herd): self.herd = herd.visitors.isEmpty ? nil : herd
        case .missed(let id, let count): self.herd?.missed(count, id)
        case .locked(let isLocked): self.isLocked = isLocked
        }
    }

    mutating func forget(at now: ChannelsTimestamp) {
        if let herd, now.duration(since: herd.start) > Self.herdTime { self.herd = nil }
    }
}
