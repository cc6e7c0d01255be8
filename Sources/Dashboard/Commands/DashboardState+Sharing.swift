import ChannelsProtocol
import EventFormats
import EventLog
import TextScreen

// What goes to the clipboard and into files.
extension DashboardState {
    /// The rows that are shown, as lines.
    var plainRows: [String] {
        PlainDump.lines(
            of: EventSnapshot(self.events.ring, self.events.view),
            utcOffsetSeconds: self.options.utcOffsetSeconds,
            alphabet: self.options.glyphs.alphabet)
    }

    /// Asks whether a file may take the place of another.
    mutating func fileExists(_ effect: FileEffect, path: String) {
        guard let again = effect.overwriting(path) else { return }
        self.revision &+= 1
        self.confirmation = .overwrite(again, path: path)
    }
}
