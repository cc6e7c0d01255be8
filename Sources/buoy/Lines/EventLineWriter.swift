internal import Channels
internal import ChannelsProtocol
internal import Dispatch
import EventFormats
import EventWords
internal import ProgramSupport
internal import TextScreen

/// Formats events as lines and prints them, in the order of the calls.
actor EventLineWriter {
    private var narrator: Narrator?
    private let utcOffsetSeconds = LocalTime.utcOffsetSeconds
    private let alphabet: SafeText.Alphabet

    /// - Parameter narrates: whether to write sentences instead of rows.
    init(narrates: Bool, alphabet: SafeText.Alphabet) {
        self.alphabet = alphabet
        guard narrates else { return }
        var options = Narrator.Options()
        options.utcOffsetSeconds = self.utcOffsetSeconds
        options.alphabet = alphabet
        self.narrator = Narrator(options: options)
    }

    /// Prints the lines of a batch.
    ///
    /// - Returns: the reason if they could not be printed.
    func tell(_ batch: [ClientEvent]) async -> Console.Failure? {
        guard self.narrator == nil else {
            return await Self.print(self.narrator?.lines(for: batch) ?? [])
        }
        let (offset, alphabet) = (self.utcOffsetSeconds, self.alphabet)
        let lines = batch.filter(EventLine.isNeeded).map {
            EventLine.text(of: $0, utcOffsetSeconds: offset, alphabet: alphabet)
        }
        return await Self.print(lines)
    }

    /// Prints a summary of what was held back because there was too much of it.
    func flush(at time: Timestamp) async -> Console.Failure? {
        await Self.print(self.narrator?.flush(at: time) ?? [])
    }

    /// Prints on a separate thread, so that a slow reader delays neither pings nor signals. Nothing
    /// is awaited before the lines are in the queue, so they stay in order.
    private static func print(_ lines: [String]) async -> Console.Failure? {
        guard !lines.isEmpty else { return nil }
        let text = lines.joined(separator: "\n")
        return await withCheckedContinuation { continuation in
            Self.printing.async { continuation.resume(returning: Self.failure(printing: text)) }
        }
    }

    private static func failure(printing text: String) -> Console.Failure? {
        do throws(Console.Failure) {
            try Console.print(text)
            return nil
        } catch {
            return error
        }
    }

    private static let printing = DispatchQueue(label: "lines")
}
