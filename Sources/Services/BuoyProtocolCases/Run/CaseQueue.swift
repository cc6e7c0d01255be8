/// Decides which case starts next.
struct CaseQueue {
    private(set) var results: [String: CaseResult] = [:]
    private var waiting: [ConformCase]
    private var running: [String: ConformCase] = [:]
    private let ids: Set<String>

    init(_ cases: [ConformCase]) {
        self.waiting = cases
        self.ids = Set(cases.map(\.id))
    }

    /// - Parameter width: how many cases run at the same time.
    mutating func next(width: Int) -> ConformCase? {
        guard self.running.count < width, !self.running.values.contains(where: \.isAlone) else {
            return nil
        }
        var index = self.waiting.firstIndex { !$0.isAlone && self.isReady($0) }
        if index == nil, self.running.isEmpty {
            // Cases that wait for each other are played all the same.
            index =
                self.waiting.firstIndex(where: self.isReady) ?? (self.waiting.isEmpty ? nil : 0)
        }
        guard let index else { return nil }
        let entry = self.waiting.remove(at: index)
        self.running[entry.id] = entry
        return entry
    }

    private func isReady(_ entry: ConformCase) -> Bool {
        entry.after.allSatisfy { self.results[$0] != nil || !self.ids.contains($0) }
    }

    /// A case that lost its connection beside others is played again alone, because another may
    /// have ended the server.
    ///
    /// - Returns: whether the result stands.
    mutating func finish(_ result: CaseResult) -> Bool {
        guard var entry = self.running.removeValue(forKey: result.id) else { return false }
        guard result.lostConnection, !entry.isAlone, !entry.waitsLong, result.verdict == .failed
        else {
            self.results[result.id] = result
            return true
        }
        entry.isAlone = true
        self.waiting.append(entry)
        return false
    }
}
