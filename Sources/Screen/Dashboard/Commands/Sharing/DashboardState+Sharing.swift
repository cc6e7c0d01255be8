import ChannelsProtocol
import DashboardPanes
import Events
import TextScreen

// Copying and writing files.
extension DashboardState {
    /// The visible rows, as lines.
    var plainRows: [String] {
        PlainDump.lines(
            of: EventSnapshot(self.events.ring, self.events.view),
            utcOffsetSeconds: self.options.utcOffsetSeconds,
            alphabet: self.options.glyphs.alphabet)
    }

    /// Asks whether an existing file may be overwritten.
    mutating func fileExists(_ effect: FileEffect, path: String) {
        guard let again = effect.overwriting(path) else { return }
        self.revision &+= 1
        self.confirmation = .overwrite(again, path: path)
    }
}
