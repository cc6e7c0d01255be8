internal import Channels
internal import ChannelsProtocol
internal import Dispatch
import EventFormats
import EventWords
internal import TextScreen

/// Makes lines of events and prints them, in order, whoever asks for it.
actor EventLineWriter {
    private var narrator: Narrator?
    private let utcOffsetSeconds = LocalTime.utcOffsetSeconds
    private let alphabet: SafeText.Alphabet

    /// - Parameter narrates: whether it tells sentences instead of rows.
    init(narrates: Bool, alphabet: SafeText.Alphabet) {
        self.alphabet = alphabet
        guard narrates else { return }
        var options = Narrator.Options()
        options.utcOffsetSeconds = self.utcOffsetSeconds
        options.alphabet = alphabet
        self.narrator = Narrator(options: options)
    }

    /// Prints what a batch is worth.
    ///
    /// - Returns: why it could not be printed, if it could not.
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

    /// Prints what was held back because there was too much of it.
    func flush(at time: Timestamp) async -> Console.Failure? {
        await Self.print(self.narrator?.flush(at: time) ?? [])
    }

    /// Prints on a thread of its own: the reader may take its time, and neither pings nor signals
    /// may wait for it. Nothing waits before the lines are in the queue, so their order stays.
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
