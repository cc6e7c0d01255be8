import BuoyDashboard
import BuoyProgramSupport
import BuoyTextScreen
import Channels
import ChannelsProtocol
import Dispatch

/// Formats events as lines and prints them, in the order of the calls.
///
/// Lines are printed on their own thread, so that a slow reader delays neither pings nor
/// signals, and while one batch is printed the next is formatted. Two buffers take turns.
actor EventLineWriter {
    /// One for each server, because they remember what came before.
    private var formatters: [LineFormatter]
    private var lines: PlainLines
    /// The batch that is being printed; its value is the memory of the lines, for reuse.
    private var printing: Task<PlainLines, Never>?
    /// Why lines could not be printed. It ends with the first failure.
    nonisolated let failures: AsyncStream<Console.Failure>
    private nonisolated let failure: AsyncStream<Console.Failure>.Continuation

    init(_ format: LineFormat, servers: [String?], alphabet: SafeText.Alphabet) {
        (self.failures, self.failure) = AsyncStream.makeStream()
        self.formatters = servers.map {
            LineFormatter(
                format, utcOffsetSeconds: LocalTime.utcOffsetSeconds, alphabet: alphabet,
                server: $0)
        }
        self.lines = PlainLines(alphabet: alphabet)
    }

    /// Returns when the batch before was printed.
    func tell(_ batch: [ClientReport], notes: [LineNote] = [], from server: Int) async {
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

    func finish() async { _ = await self.printing?.value }

    /// Nothing is awaited before the lines are queued, so they stay in order.
    private func print() async {
        guard !self.lines.isEmpty else { return }
        let before = self.printing
        let next = PlainLines(like: self.lines)
        self.printing = self.enqueue(self.lines)
        self.lines = next
        guard var spare = await before?.value, self.lines.isEmpty else { return }
        spare.removeAll()
        self.lines = spare
    }

    private func enqueue(_ lines: PlainLines) -> Task<PlainLines, Never> {
        let failure = self.failure
        let (printed, isPrinted) = AsyncStream<Never>.makeStream()
        Self.queue.async {
            do throws(Console.Failure) {
                try Console.print(lines)
            } catch {
                failure.yield(error)
                failure.finish()
            }
            isPrinted.finish()
        }
        return Task {
            for await _ in printed {}
            return lines
        }
    }

    private static let queue = DispatchQueue(label: "lines")
}
