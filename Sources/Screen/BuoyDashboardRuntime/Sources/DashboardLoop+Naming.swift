import BuoyDashboard
import BuoyProgramSupport
import Channels
import ChannelsEventWords
import ChannelsProtocol

extension DashboardLoop {
    private static let nameLimit = Duration.seconds(10)

    /// Subscribes again to presence channels, so that others see the new name.
    func rename(to name: String, on channels: [ChannelName], _ session: Session) async {
        let client = session.client
        guard let user = session.user.take(name) else {
            let advice = "start buoy with --auth-endpoint or --secret-file"
            self.handle(.notice(.warning, "presence channels cannot be authorized: \(advice)"))
            return
        }
        guard await client.state == .connected else {
            self.handle(.notice(.success, "you will be \(name) on the next connection"))
            return
        }
        let change = NameChange(name: name, id: UserID(user.id), channels: channels)
        guard !change.isOver else { return self.tell(change) }
        self.nameChange = (change, self.state.now)
        for channel in channels { await client.resubscribe(channel) }
    }

    /// Called after the dashboard has the reports, so that its notice is not replaced by that of a
    /// subscription.
    func followName(_ batch: [ClientReport]) {
        guard var naming = self.nameChange else { return }
        for event in batch { naming.change.handle(event) }
        self.nameChange = naming.change.isOver ? nil : naming
        if naming.change.isOver { self.tell(naming.change) }
    }

    func tellLateName(at now: ChannelsTimestamp) {
        guard let (change, start) = self.nameChange, now.duration(since: start) >= Self.nameLimit
        else { return }
        self.nameChange = nil
        self.tell(change)
    }

    private func tell(_ change: NameChange) {
        let note = LogNote(
            at: self.state.now, "name", change.isGood ? .good : .warning, text: change.sentence)
        self.handle(.service(.notes([note])))
        self.handle(.notice(change.isGood ? .success : .warning, change.sentence))
    }
}
