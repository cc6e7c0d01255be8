import ChannelsEventWords
package import ChannelsProtocol

package struct RecordingFigures: Hashable, Sendable {
    package var bytes = 0
    package var lines = 0
    package var lost = 0
    /// The number of events that came faster than they could be written.
    var skipped = 0
    var files = 1
    package var isFailing = false

    package init() {}

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

package enum RecordingReport: Hashable, Sendable {
    /// - `chosen`: the name that the user chose, if another recording is using it.
    case started(path: String, chosen: String? = nil)
    case figures(RecordingFigures)
    /// The reason. Lines are only counted from now on.
    case failed(String)
    case resumed(lost: Int)
    case stopped(path: String, RecordingFigures)
    case replayed(path: String)
    case events(RecordedEventsAnswer)
}

extension RecordingReport {
    /// What to tell about a recording that has another name than the chosen one.
    package static func sentence(path: String, insteadOf chosen: String) -> String {
        "\(chosen) is in use by another recording; recording to \(path)"
    }
}

/// Oldest first.
package struct RecordedEventsAnswer: Hashable, Sendable {
    package let question: RecordedEventsQuestion
    package let events: [ClientReport]
    package let found: Int?

    package init(_ question: RecordedEventsQuestion, events: [ClientReport], found: Int? = nil) {
        self.question = question
        self.events = events
        self.found = found
    }
}

package enum RecordedEventsQuestion: Hashable, Sendable {
    case before(Int)
    case after(Int, before: Int)
    /// Those around the last one before a number that contains the text that is searched for.
    case match(before: Int)
}
