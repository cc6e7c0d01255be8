import BuoyScripts
import ChannelsBasics
import ChannelsEventWords

extension LabReport {
    /// When the last fault is over, in whole seconds; the start of the script if one never is.
    var recoveryStart: Int { Int((self.script.end ?? .zero).components.seconds) }

    /// Counted from the last fault; `nil` if the share never stayed connected.
    func seconds(until share: Double, of herd: LabHerd) -> Int? {
        herd.second(connecting: share).map { max($0 - self.recoveryStart, 0) }
    }

    func label(of herd: LabHerd) -> String {
        let isTwin = !herd.hasJitter && self.herds.contains { $0.name == herd.name && $0.hasJitter }
        return isTwin ? "\(herd.name) without jitter" : herd.name
    }

    var conclusions: [String] {
        guard let herd = self.herds.last else { return [] }
        let limits = herd.load.map { Self.limits($0.capacity, clients: herd.clients) } ?? []
        return (self.isFleet ? [] : self.ranking) + limits
    }

    private var ranking: [String] {
        let complete = self.herds.filter { self.seconds(until: 1, of: $0) != nil }
        guard let soonest = complete.compactMap({ self.seconds(until: 1, of: $0) }).min(),
            let fewest = complete.map(\.wasted).min()
        else { return ["No policy reconnects all clients by the end of the script."] }
        let first = complete.filter { self.seconds(until: 1, of: $0) == soonest }
        let thriftiest = complete.filter { $0.wasted == fewest }
        let sentences = [
            "Fastest full recovery: \(self.names(first)), \(Self.time(soonest)).",
            "Fewest wasted attempts: \(self.names(thriftiest)), \(Figures.grouped(fewest)).",
        ]
        return sentences + [self.contrast(complete, soonest: first)].compactMap { $0 }
    }

    private static func limits(_ capacity: LabCapacity, clients: Int) -> [String] {
        func words(_ time: Duration) -> String {
            time < .seconds(10) ? Figures.preciseDuration(time) : Figures.duration(time)
        }
        let least = words(capacity.leastTime(for: clients))
        let handshakes = Figures.counted(clients, "handshake")
        let total = "\(handshakes) take at least \(least) at \(capacity.typed)."
        let wait = capacity.leastTime(for: min(capacity.places, clients))
        guard wait > .seconds(10) else { return [total] }
        return [
            total,
            "The last client in a full queue waits \(words(wait)), but most clients give up "
                + "sooner: shorten the queue.",
        ]
    }

    private func contrast(_ complete: [LabHerd], soonest: [LabHerd]) -> String? {
        guard let hasJitter = soonest.first?.hasJitter,
            soonest.allSatisfy({ $0.hasJitter == hasJitter })
        else { return nil }
        let others = complete.filter { $0.hasJitter != hasJitter }
        guard let best = others.compactMap({ self.seconds(until: 1, of: $0) }).min() else {
            return nil
        }
        let names = self.names(others.filter { self.seconds(until: 1, of: $0) == best })
        return "Fastest \(hasJitter ? "without" : "with") jitter: \(names), \(Self.time(best))."
    }

    static func time(_ seconds: Int) -> String { Figures.duration(.seconds(seconds)) }

    private func names(_ herds: [LabHerd]) -> String {
        let names = herds.map { self.label(of: $0) }
        guard names.count > 3 else { return names.listed("and") }
        return "\(names.prefix(2).joined(separator: ", ")) and \(names.count - 2) more"
    }
}

extension LabHerd {
    var backInTimeShare: String { "\(self.backInTime * 100 / self.clients)%" }

    var loadWords: String? {
        self.load.map { load in
            "\(load.capacity.typed): peak \(load.share), \(Figures.grouped(self.wasted)) wasted, "
                + "\(self.backInTimeShare) back in 2m"
        }
    }
}
