import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol

/// Decides which reports are printed, and when they are enough.
struct EventSelection: Sendable {
    /// Lines that no client reported.
    struct Notes: OptionSet, Sendable {
        let rawValue: Int

        static let alerts = Notes(rawValue: 1)
        static let missed = Notes(rawValue: 2)
        static let all: Notes = [.alerts, .missed]
    }

    /// Empty for all.
    var kinds: Set<FilterKind> = []
    var filter: EventFilter?
    /// Whether reports that would be noise as lines are included: counters, pings and requests.
    var includesQuiet = false
    var includesReports = true
    var notes = Notes.all
    var remaining: Int?
    /// Counts events that are not printed, to list them if the wait times out.
    var tally: SharedValue<EventTally>?
    /// What happens later is not printed.
    var end: ChannelsTimestamp?

    var isComplete: Bool { self.remaining == 0 }

    mutating func take(_ batch: [ClientReport]) -> [ClientReport] {
        guard self.includesReports else { return [] }
        if let end, let last = batch.last, last.time > end {
            let open = batch.filter { $0.time <= end }
            return open.isEmpty ? [] : self.take(open)
        }
        guard self.remaining != nil || !self.takesWhole(batch) else { return batch }
        var taken: [ClientReport] = []
        for event in batch {
            guard !self.isComplete else { break }
            guard self.includes(event) else {
                if event.isReceived { self.tally?.withLock { $0.note(other: event) } }
                continue
            }
            taken.append(event)
            self.remaining? -= 1
        }
        if !taken.isEmpty { self.tally?.withLock { $0.note(printed: taken.count) } }
        return taken
    }

    mutating func take(_ notes: [LineNote]) -> [LineNote] {
        let included = notes.filter { self.notes.contains($0.isMissed ? .missed : .alerts) }
        let taken = Array(included.prefix(self.remaining ?? included.count))
        self.remaining? -= taken.count
        return taken
    }

    private func takesWhole(_ batch: [ClientReport]) -> Bool {
        guard self.kinds.isEmpty, self.filter == nil else { return false }
        return self.includesQuiet || batch.indices.allSatisfy { batch[$0].isReceived }
    }

    private func includes(_ event: ClientReport) -> Bool {
        if !self.kinds.isEmpty {
            let subject = FilterSubject(event, dataLimit: 0)
            guard self.kinds.contains(where: { $0.includes(subject) }) else { return false }
        }
        guard self.includesQuiet || event.isReceived || !event.words.isQuiet else { return false }
        return self.filter?.matches(event) ?? true
    }
}

extension ClientReport {
    var isReceived: Bool {
        if case .received = self.kind { true } else { false }
    }
}
