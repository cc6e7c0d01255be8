import ArgumentParser
import BuoyDashboard
import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyCommands

/// Which reports are printed, and when they are enough.
@Suite("selecting reports")
struct EventSelectionTests {
    private static func events(_ kinds: [ClientReport.Kind]) -> [ClientReport] {
        kinds.enumerated().map { SharingSamples.event($1, number: $0 + 1) }
    }

    private static let mixed = Self.events([
        SharingSamples.change(.initialized, .connecting, .asked),
        SharingSamples.received("price", on: "a", #"{"n":1}"#),
        .pongReceived(roundTrip: .milliseconds(1)),
        SharingSamples.received("client-typing", on: "private-a", "{}"),
        SharingSamples.received("price", on: "a", #"{"n":2}"#),
        .memberRemoved(ChannelName(wire: "presence-a"), PresenceMember(id: "u")),
    ])

    private static func numbers(_ selection: EventSelection) -> [Int] {
        var selection = selection
        return selection.take(Self.mixed).map(\.number)
    }

    @Test("without conditions, everything that is worth a line is printed")
    func everything() {
        var selection = EventSelection()
        #expect(Self.numbers(selection) == [1, 2, 4, 5, 6])
        selection.includesQuiet = true
        #expect(Self.numbers(selection) == [1, 2, 3, 4, 5, 6])
    }

    @Test("kinds and the filter must both hold")
    func conditions() throws {
        var selection = EventSelection()
        selection.kinds = [.event]
        #expect(Self.numbers(selection) == [2, 5])
        selection.kinds = [.event, .member]
        #expect(Self.numbers(selection) == [2, 5, 6])
        selection.kinds = [.connection]
        #expect(Self.numbers(selection) == [1])
        selection.kinds = []
        selection.filter = try EventFilter("data.n>1 or kind:client")
        #expect(Self.numbers(selection) == [4, 5])
        selection.kinds = [.client]
        #expect(Self.numbers(selection) == [4])
    }

    @Test("a limit ends in the middle of a batch, and counts only what is printed")
    func limit() {
        var selection = EventSelection()
        selection.kinds = [.event, .client]
        selection.remaining = 4
        #expect(selection.take(Self.mixed).map(\.number) == [2, 4, 5])
        #expect(!selection.isComplete)
        #expect(selection.take(Self.mixed).map(\.number) == [2])
        #expect(selection.isComplete)
        #expect(selection.take(Self.mixed).isEmpty)
    }

    @Test("alerts and missed events count as lines, and are left out if other kinds are wanted")
    func notes() {
        let alert = LineNote(at: .zero, after: 1, "alert", .warning, text: "a")
        var selection = EventSelection()
        selection.remaining = 2
        #expect(selection.take([alert]).count == 1)
        #expect(selection.take(Self.mixed).count == 1)
        #expect(selection.take([alert]).isEmpty)
        selection = EventSelection()
        selection.notes = .missed
        let missed = LineNote(at: .zero, after: 1, LineNote.missed, .warning, text: "b")
        #expect(selection.take([alert, missed]) == [missed])
        selection.includesReports = false
        #expect(selection.take(Self.mixed).isEmpty)
    }

    @Test("--only alert prints alerts alone, --only gap what was missed, and columns are of events")
    func onlyAlerts() throws {
        let selection = { (arguments: [String]) in
            try SelectionArguments.parse(arguments)
                .selection(try LineArguments.parse([]), try EventArguments.parse([]))
        }
        let alerts = try selection(["--only", "alerts"])
        #expect(alerts.notes == .alerts && !alerts.includesReports)
        let both = try selection(["--only", "gap,alert"])
        #expect(both.notes == .all && both.includesReports && both.kinds == [.gap])
        #expect(try selection(["--only", "gap"]).notes == .missed)
        #expect(try selection(["--only", "event"]).notes.isEmpty)
        #expect(try selection([]).notes == .all)
        let columns = try SelectionArguments.parse([])
            .selection(try LineArguments.parse(["--fields", "x"]), try EventArguments.parse([]))
        #expect(columns.notes.isEmpty)
    }
}
