import ChannelsProtocol

/// The time during which the terminal's window was not looked at, and what there was before it.
struct Absence: Hashable, Sendable {
    let since: Timestamp
    let events: Int
    let drops: Int
}

extension DashboardState {
    /// The terminal's window was entered or left. Who comes back is told what happened meanwhile.
    mutating func windowChanged(isEntered: Bool) {
        guard isEntered else {
            self.absence = Absence(
                since: self.now, events: self.connection.incoming.total,
                drops: self.connection.drops)
            return
        }
        guard let absence = self.absence else { return }
        self.absence = nil
        let events = max(self.connection.incoming.total &- absence.events, 0)
        let drops = max(self.connection.drops - absence.drops, 0)
        guard events > 0 || drops > 0 else { return }
        let time = Figures.duration(self.now.duration(since: absence.since))
        var text = "while you were away (\(time)): \(ConnectionWords.counted(events, "event"))"
        if drops > 0 { text += ", \(ConnectionWords.counted(drops, "drop")) of the connection" }
        let notice = Notice(level: drops > 0 ? .warning : .info, text: text, since: self.now)
        // What went wrong a moment ago is read first.
        if self.notice?.outranks(notice) != true { self.notice = notice }
    }
}
