import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension DashboardState {
    var plainRows: [String] {
        PlainDump.lines(
            of: EventSnapshot(self.events.ring, self.events.view),
            utcOffsetSeconds: self.options.utcOffsetSeconds,
            alphabet: self.options.glyphs.alphabet)
    }

    /// `events-20261126-213812.jsonl`
    func datedName(_ subject: String) -> String {
        let local = self.now.advanced(by: .seconds(self.options.utcOffsetSeconds))
        let digits = UTCTime.text(of: local).filter(\.isNumber)
        return "\(subject)-\(digits.prefix(8))-\(digits.dropFirst(8).prefix(6)).jsonl"
    }

    mutating func fileExists(_ effect: FileEffect, path: String) {
        guard let again = effect.overwriting(path) else { return }
        self.revision &+= 1
        self.confirmation = .overwrite(again, path: path)
    }
}
