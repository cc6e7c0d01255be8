import BuoyDashboard
import BuoyProgramSupport
import BuoyTextScreen
import Channels
import ChannelsProtocol

/// Formats events as lines and prints them, in the order of the calls.
///
/// While one batch is printed the next is formatted. Two buffers take turns.
actor EventLineWriter {
    /// One for each server, because they remember what came before.
    private var formatters: [LineFormatter]
    private var lines: PlainLines
    /// The batch that is being printed; its value is the memory of the lines, for reuse.
    private var printing: Task<PlainLines, Never>?
    private let output = LineOutput()
    private var isAbandoned = false
    private var abandoned = 0

    /// Lines that may wait for the reader before the next batch does. With a number of lines to
    /// print, that number is to be reached although the reader does not read.
    private let backlog: Int

    init(_ format: LineFormat, servers: [String?], alphabet: SafeText.Alphabet, backlog: Int = 0) {
        self.backlog = backlog
        self.formatters = servers.map {
            LineFormatter(
                format, utcOffsetSeconds: LocalTime.utcOffsetSeconds, alphabet: alphabet,
                server: $0)
        }
        self.lines = PlainLines(alphabet: alphabet)
    }

    nonisolated var failures: AsyncStream<Console.Failure> { self.output.failures }

    /// Lines that the reader did not take.
    var left: Int { self.abandoned + self.output.left }

    /// Returns when the batch before was printed.
    func tell(_ batch: [ClientReport], notes: [LineNote] = [], from server: Int) async {
        guard !self.isAbandoned else {
            self.abandoned += batch.count + notes.count
            return
        }
        self.formatters[server].append(batch, to: &self.lines)
        for note in notes { self.formatters[server].append(note, to: &self.lines) }
        await self.print()
    }

    func flush(at time: ChannelsTimestamp) async {
        for index in self.formatters.indices {
            self.formatters[index].flush(at: time, to: &self.lines)
        }
        await self.print()
    }

    func finish() async { await self.output.finish() }

    /// Gives the reader another second, then only counts lines.
    ///
    /// - Parameter isPatient: whether each line that it takes gives it another second.
    func finishSoon(isPatient: Bool) async {
        await self.output.readerStops(isPatient: isPatient)
        guard !Task.isCancelled else { return }
        self.isAbandoned = true
        self.output.abandon()
    }

    /// Nothing is awaited before the lines are queued, so they stay in order.
    private func print() async {
        guard !self.lines.isEmpty else { return }
        let before = self.printing
        let next = PlainLines(like: self.lines)
        self.printing = self.output.print(self.lines)
        self.lines = next
        guard self.output.left > self.backlog else { return }
        guard var spare = await before?.value, self.lines.isEmpty, !self.isAbandoned else { return }
        spare.removeAll()
        self.lines = spare
    }
}
