import BuoyDashboard
import BuoyRecordingFiles
import ChannelsProtocol

extension RecordingHistory {
    @concurrent
    func answer(
        _ question: RecordedEventsQuestion, _ condition: PastCondition
    ) async -> RecordedEventsAnswer {
        let count = 2000
        switch question {
        case .before(let number):
            let events = self.events(before: number, count: count) { condition.admits($0) }
            return RecordedEventsAnswer(question, events: events)
        case .after(let number, let end):
            let events = self.events(after: number, before: end, count: count) {
                condition.admits($0)
            }
            return RecordedEventsAnswer(question, events: events)
        case .match(let number):
            guard let found = self.last(before: number, where: { condition.isMatch($0) })?.number
            else { return RecordedEventsAnswer(question, events: []) }
            let before = self.events(before: found, count: count / 2) { condition.admits($0) }
            let after = self.events(after: found - 1, before: number, count: count / 2) {
                condition.admits($0)
            }
            return RecordedEventsAnswer(question, events: before + after, found: found)
        }
    }
}
