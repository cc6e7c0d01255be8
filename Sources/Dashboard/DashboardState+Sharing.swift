import ChannelsProtocol
import TextScreen

// The commands that bring something out of the screen.
extension DashboardState {
    mutating func share(_ command: Command) -> [Effect] {
        switch command {
        case .copy: return self.copy(as: CopyForm.plain.rawValue)
        case .export: self.open(.argument(.export))
        case .plainDump: return [.showPlain(self.plainRows)]
        case .saveScreen: return [.saveScreen(path: "", overwrites: false)]
        case .copyDiagnosis: return [.copy(Diagnosis.text(of: self), of: "a diagnosis")]
        default: break
        }
        return []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func sharingReason(for command: Command) -> String? {
        switch command {
        case .copy, .copyAs:
            self.copySubject == nil ? "nothing is selected that could be copied" : nil
        case .export, .plainDump:
            self.events.count == 0 ? "the event log shows no row to write" : nil
        default: nil
        }
    }

    /// The rows that are shown, as lines.
    private var plainRows: [String] {
        PlainDump.lines(
            of: EventSnapshot(self.events.ring, self.events.view),
            utcOffsetSeconds: self.options.utcOffsetSeconds,
            alphabet: self.options.glyphs.alphabet)
    }

    /// Asks whether a file may take the place of another.
    mutating func fileExists(_ effect: Effect, path: String) {
        let again: Effect? =
            switch effect {
            case .export(let events, let path, _): .export(events, path: path, overwrites: true)
            case .saveScreen(_, _): .saveScreen(path: path, overwrites: true)
            default: nil
            }
        guard let again else { return }
        self.open(.confirm(.overwrite(again, path: path)))
    }
}
