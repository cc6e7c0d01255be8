package import ChannelsProtocol

/// What was written of a recording.
package struct RecordingFigures: Hashable, Sendable {
    /// The size of all files, in bytes.
    package var bytes = 0
    /// The number of lines.
    package var lines = 0
    /// The number of lines that could not be written.
    package var lost = 0
    /// The number of files.
    package var files = 1
    /// Whether lines cannot be written at the moment.
    package var isFailing = false

    /// Nothing was written.
    package init() {}
}

/// What a recorder has to tell the user.
package enum RecordingReport: Hashable, Sendable {
    /// Recording began, in this file.
    case started(path: String)
    /// Recording goes on.
    case figures(RecordingFigures)
    /// Lines cannot be written from now on, for this reason; they are counted.
    case failed(String)
    /// Lines are written again, and this many are missing.
    case resumed(lost: Int)
    /// Recording has ended.
    case stopped(path: String, RecordingFigures)
    /// A recording is being replayed: its events can be read beyond those that are kept.
    case replayed(path: String)
    /// Events from the recording, for the event log.
    case events(RecordedEventsAnswer)
}

/// Events from a recording, oldest first.
package struct RecordedEventsAnswer: Hashable, Sendable {
    /// What was asked.
    package let question: RecordedEventsQuestion
    /// Those that the question asked for.
    package let events: [ClientReport]
    /// The number of the event that was searched for; `nil` if there is none, or nothing was
    /// searched.
    package let found: Int?

    /// Creates an answer.
    package init(_ question: RecordedEventsQuestion, events: [ClientReport], found: Int? = nil) {
        self.question = question
        self.events = events
        self.found = found
    }
}

/// Which events of a recording are wanted.
package enum RecordedEventsQuestion: Hashable, Sendable {
    /// The last ones before a number.
    case before(Int)
    /// The first ones after a number, and before another.
    case after(Int, before: Int)
    /// Those around the last one before a number that contains the text that is searched for.
    case match(before: Int)
}
