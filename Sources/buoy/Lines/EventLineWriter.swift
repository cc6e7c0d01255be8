internal import Channels
internal import ChannelsProtocol
internal import Dispatch
import EventFormats
internal import ProgramSupport
internal import TextScreen

/// Formats events as lines and prints them, in the order of the calls.
///
/// Lines are printed on a thread of their own, so that a slow reader delays neither pings nor
/// signals, and while one batch is printed the next is formatted.
actor EventLineWriter {
    /// Makes rows; `nil` for sentences.
    private var rows: EventLines?
    /// Makes sentences; `nil` for rows.
    private var narrator: Narrator?
    private let alphabet: SafeText.Alphabet
    /// The batch that is being printed.
    private var printing: Task<Void, Never>?
    /// Why lines could not be printed. It ends with the first failure.
    nonisolated let failures: AsyncStream<Console.Failure>
    private nonisolated let failure: AsyncStream<Console.Failure>.Continuation

    /// - Parameters:
    ///   - narrates: whether to write sentences instead of rows.
    ///   - alphabet: the characters that the output supports.
    init(narrates: Bool, alphabet: SafeText.Alphabet) {
        (self.failures, self.failure) = AsyncStream.makeStream()
        self.alphabet = alphabet
        let offset = LocalTime.utcOffsetSeconds
        guard narrates else {
            self.rows = EventLines(utcOffsetSeconds: offset, alphabet: alphabet)
            return
        }
        var options = Narrator.Options()
        options.utcOffsetSeconds = offset
        options.alphabet = alphabet
        self.narrator = Narrator(options: options)
    }

    /// Prints the lines of a batch. Returns when the batch before it was printed.
    func tell(_ batch: [ClientEvent]) async {
        self.rows?.append(batch)
        await self.print(self.rows?.take())
        await self.print(self.narrator?.lines(for: batch))
    }

    /// Prints a summary of what was held back because there was too much of it.
    func flush(at time: Timestamp) async { await self.print(self.narrator?.flush(at: time)) }

    /// Returns when everything was printed.
    func finish() async { await self.printing?.value }

    private func print(_ sentences: [String]?) async {
        guard let sentences, !sentences.isEmpty else { return }
        await self.print(
            PlainLines(sentences.joined(separator: "\n"), alphabet: self.alphabet))
    }

    /// Nothing is awaited before the lines are in the queue, so they stay in order.
    private func print(_ lines: PlainLines?) async {
        guard let lines, !lines.isEmpty else { return }
        let before = self.printing
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
        self.printing = Task { for await _ in printed {} }
        await before?.value
    }

    private static let queue = DispatchQueue(label: "lines")
}
