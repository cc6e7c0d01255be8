import ChannelsEventWords
package import ChannelsProtocol

/// Statistics of a recording.
package struct RecordingFigures: Hashable, Sendable {
    /// The size of all files, in bytes.
    package var bytes = 0
    /// The number of lines.
    package var lines = 0
    /// The number of lines that could not be written.
    package var lost = 0
    /// The number of events that came faster than they could be written.
    var skipped = 0
    /// The number of files.
    var files = 1
    /// Whether lines cannot be written at the moment.
    package var isFailing = false

    /// Nothing was written.
    package init() {}

    /// A sentence that says what is missing; `nil` if nothing is.
    package var lossSentence: String? {
        var losses: [String] = []
        if self.skipped > 0 {
            losses.append(
                "\(Figures.counted(self.skipped, "event")), which arrived too fast to be "
                    + "written")
        }
        if self.lost > 0 {
            losses.append(
                "\(Figures.counted(self.lost, "line")), which could not be written")
        }
        return losses.isEmpty ? nil : "The recording lacks \(losses.joined(separator: ", and "))."
    }
}

/// A report of a recorder to the user.
package enum RecordingReport: Hashable, Sendable {
    /// Recording started, in this file.
    case started(path: String)
    /// Recording continues.
    case figures(RecordingFigures)
    /// Lines cannot be written from now on, for this reason; they are counted.
    case failed(String)
    /// Lines are written again, and this many are missing.
    case resumed(lost: Int)
    /// Recording has ended.
    case stopped(path: String, RecordingFigures)
    /// A recording is being replayed: its events can be read beyond those in memory.
    case replayed(path: String)
    /// Events from the recording, for the event log.
    case events(RecordedEventsAnswer)
}

/// Events from a recording, oldest first.
package struct RecordedEventsAnswer: Hashable, Sendable {
    /// What was asked.
    package let question: RecordedEventsQuestion
    /// The requested events.
    package let events: [ClientReport]
    /// The number of the event that was searched for; `nil` if there isn't one, or nothing was
    /// searched.
    package let found: Int?

    package init(_ question: RecordedEventsQuestion, events: [ClientReport], found: Int? = nil) {
        self.question = question
        self.events = events
        self.found = found
    }
}

/// The events of a recording that are requested.
package enum RecordedEventsQuestion: Hashable, Sendable {
    /// The last ones before a number.
    case before(Int)
    /// The first ones after a number, and before another.
    case after(Int, before: Int)
    /// Those around the last one before a number that contains the text that is searched for.
    case match(before: Int)
}
