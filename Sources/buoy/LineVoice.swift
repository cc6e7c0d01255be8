internal import Channels
internal import ChannelsProtocol
internal import Dashboard
internal import Dispatch
internal import TextScreen

/// Makes lines of events and prints them, in order, whoever asks for it.
actor LineVoice {
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
    /// - Returns: whether the reader is still there.
    func tell(_ batch: [ClientEvent]) async -> Bool {
        guard self.narrator == nil else {
            return await Self.print(self.narrator?.lines(for: batch) ?? [])
        }
        let (offset, alphabet) = (self.utcOffsetSeconds, self.alphabet)
        let lines = batch.filter(Self.isWorthALine).map {
            EventText.line(for: $0, utcOffsetSeconds: offset, alphabet: alphabet)
        }
        return await Self.print(lines)
    }

    /// Prints what was held back because there was too much of it.
    func flush(at time: Timestamp) async -> Bool {
        await Self.print(self.narrator?.flush(at: time) ?? [])
    }

    /// Prints on a thread of its own: the reader may take its time, and neither pings nor signals
    /// may wait for it. Nothing waits before the lines are in the queue, so their order stays.
    private static func print(_ lines: [String]) async -> Bool {
        guard !lines.isEmpty else { return true }
        let text = lines.joined(separator: "\n")
        return await withCheckedContinuation { continuation in
            Self.printing.async { continuation.resume(returning: Console.print(text)) }
        }
    }

    private static let printing = DispatchQueue(label: "lines")

    /// Counters and the user's wishes are for a screen; as lines they would be noise. What came of an
    /// authorization is told by the subscription that needed it.
    private static func isWorthALine(_ event: ClientEvent) -> Bool {
        switch event.kind {
        case .bindingsHit, .pingSent, .pongReceived, .intentChanged, .authorizationAnswered: false
        default: true
        }
    }
}
