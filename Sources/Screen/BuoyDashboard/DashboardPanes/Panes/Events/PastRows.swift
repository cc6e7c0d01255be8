import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsProtocol

/// A part of a recording that Events shows instead of the rows in memory.
struct PastRows: Hashable, Sendable {
    var rows: EventRows
    var marks = EventMarks()

    /// Rows read at once, and kept of those that were read before.
    static let chunk = 2000

    init(_ events: [ClientReport], _ view: EventView) {
        var ring = EventRing(limit: 4 * Self.chunk, byteLimit: 64 << 20)
        for event in events { ring.append(event) }
        self.rows = EventRows(limit: 1, byteLimit: 1)
        self.rows.setFilter(view.filter)
        self.rows.setSystemRows(view.showsSystemRows)
        self.rows.replace(ring)
        while self.rows.hasMoreToScan {
            var budget = ScanBudget()
            self.rows.scan(budget: &budget)
        }
    }
}

extension EventLogPane {
    struct PastState: Hashable, Sendable {
        var isRecorded = false
        /// Whether the rows in memory, or those that were read, start where the recording does.
        var isWhole = false
        var nextQuestion: RecordedEventsQuestion?
        var openQuestion: RecordedEventsQuestion?
        var height = 10

        mutating func ask(_ question: RecordedEventsQuestion, height: Int) {
            guard self.openQuestion == nil else { return }
            self.nextQuestion = question
            self.height = height
        }
    }

    var isInPast: Bool { self.pastRows != nil }

    mutating func takeQuestion() -> [Effect] {
        guard let question = self.past.nextQuestion else { return [] }
        (self.past.nextQuestion, self.past.openQuestion) = (nil, question)
        let condition = PastCondition(self.view, needle: self.search?.needle)
        return [.recording(.read(question, condition))]
    }

    mutating func leadsBeyond(_ movement: Movement, height: Int) -> Bool {
        let index = self.isHeld ? self.selectedIndex : self.count - 1
        let target = movement.target(from: index, count: self.count, height: height)
        let isUp =
            switch movement {
            case .rows(let count), .pages(let count), .halfPages(let count): count < 0
            case .top: true
            case .bottom: false
            }
        if isUp {
            guard index <= 0, self.isHeld || self.count == 0 else { return false }
            return self.askForOlder(height: height)
        }
        guard self.isInPast, movement != .bottom, target == index, index == self.count - 1 else {
            return false
        }
        self.askForNewer(height: height)
        return true
    }

    private mutating func askForOlder(height: Int) -> Bool {
        guard self.past.isRecorded, !self.past.isWhole, let first = self.firstNumber else {
            return false
        }
        self.past.ask(.before(first), height: height)
        return true
    }

    private mutating func askForNewer(height: Int) {
        guard let last = self.ring.last.flatMap({ self.ring[$0] })?.number else { return }
        let end = self.liveRing.isEmpty ? Int.max : self.liveRing[self.liveRing.first]?.number
        guard let end, last < end else { return self.returnToMemory(after: last, height: height) }
        self.past.ask(.after(last, before: end), height: height)
    }

    private var firstNumber: Int? {
        self.ring.isEmpty ? self.lastHandled.map { $0 + 1 } : self.ring[self.ring.first]?.number
    }

    mutating func searchPast(height: Int) -> Bool {
        guard self.searchesUp, self.past.isRecorded, !self.past.isWhole,
            let first = self.firstNumber
        else { return false }
        self.past.ask(.match(before: first), height: height)
        return true
    }

    mutating func handle(_ answer: RecordedEventsAnswer) {
        guard self.past.openQuestion == answer.question else { return }
        self.past.openQuestion = nil
        switch answer.question {
        case .before:
            guard let newest = answer.events.last?.number else {
                self.past.isWhole = true
                return
            }
            let shown = self.shownEvents.prefix(PastRows.chunk)
            self.showPast(answer.events + shown, at: newest)
        case .after(let last, _):
            guard let oldest = answer.events.first?.number else {
                return self.returnToMemory(after: last, height: self.past.height)
            }
            self.showPast(self.shownEvents.suffix(PastRows.chunk) + answer.events, at: oldest)
        case .match:
            guard let found = answer.found else { return }
            self.showPast(answer.events, at: found)
        }
    }

    private var shownEvents: [ClientReport] {
        (0..<self.count).compactMap { self.event(at: $0) }
    }

    private mutating func showPast(_ events: [ClientReport], at number: Int) {
        var past = PastRows(events, self.view)
        if let sequence = past.rows.ring.sequence(ofNumber: number) {
            past.rows.select(sequence, height: self.past.height)
        }
        self.setPast(past)
    }

    private mutating func returnToMemory(after number: Int, height: Int) {
        self.setPast(nil)
        guard let sequence = self.liveRing.sequence(ofNumber: number + 1) else { return }
        self.selectInMemory(sequence, height: height)
    }

    mutating func handle(_ report: RecordingReport) {
        switch report {
        case .started, .replayed:
            self.past.isRecorded = true
            self.past.isWhole = false
            self.past.openQuestion = nil
        case .events(let answer): self.handle(answer)
        case .figures, .failed, .resumed, .stopped: break
        }
    }

    package mutating func resume(_ earlier: EventLogPane) {
        self.setSystemRows(earlier.view.showsSystemRows)
        self.setFilter(earlier.view.filter)
        if let search = earlier.search { self.setSearch(search.needle.text) }
        self.stopSearch()
        self.past.isRecorded = earlier.past.isRecorded
    }
}

extension EventRing {
    fileprivate func sequence(ofNumber number: Int) -> Int? {
        var (low, high) = (self.first, self.next)
        while low < high {
            let middle = (low + high) / 2
            if let event = self[middle], event.number < number {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < self.next ? low : nil
    }
}
