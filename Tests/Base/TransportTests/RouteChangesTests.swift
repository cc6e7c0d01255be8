import BuoyTestBasics
import ChannelsTransport
import Testing

@Suite(.inTurn)
struct RouteChangesTests {
    @Test("waiting for a change ends with the task that waits")
    func cancellation() async {
        let task = Task {
            for await _ in RouteChanges() {}
        }
        task.cancel()
        await task.value
    }
}
