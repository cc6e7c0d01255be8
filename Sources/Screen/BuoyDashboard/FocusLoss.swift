import ChannelsEventWords
import ChannelsProtocol

struct FocusLoss: Hashable, Sendable {
    let since: ChannelsTimestamp
    let events: Int
    let drops: Int
}

extension DashboardState {
    /// On return, a notice says what happened in the meantime.
    mutating func windowChanged(isEntered: Bool) {
        guard isEntered else {
            self.focusLoss = FocusLoss(
                since: self.now, events: self.connection.incoming.total,
                drops: self.connection.drops)
            return
        }
        guard let loss = self.focusLoss else { return }
        self.focusLoss = nil
        let events = max(self.connection.incoming.total &- loss.events, 0)
        let drops = max(self.connection.drops - loss.drops, 0)
        guard events > 0 || drops > 0 else { return }
        let time = Figures.duration(self.now.duration(since: loss.since))
        var text = "while you were away (\(time)): \(Figures.counted(events, "event"))"
        if drops > 0 { text += drops == 1 ? ", 1 loss" : ", \(Figures.grouped(drops)) losses" }
        let notice = Notice(level: drops > 0 ? .warning : .info, text: text, since: self.now)
        // A recent failure is read first.
        if self.notice?.outranks(notice) != true { self.notice = notice }
    }
}
