import BuoyProgramSupport
import ChannelsProtocol
import Testing

@testable import BuoyCommands

@Suite("Why a program of lines stops")
struct StopConditionTests {
    private static func refused(from previous: ConnectionState) -> ClientReport.Kind {
        .stateChanged(
            StateChange(
                previous: previous, current: .failed,
                cause: .ended(.closed(CloseCode(rawValue: 4001), reason: "no such app"))))
    }

    @Test("a connection that never was has not ended")
    func beforeAnyConnection() throws {
        var condition = StopCondition(channels: [])
        let failure = condition.failure(after: Self.refused(from: .connecting))
        #expect(failure?.message.hasPrefix("Could not connect: ") == true)
    }

    @Test("a connection that had been established ended permanently")
    func afterAConnection() throws {
        var condition = StopCondition(channels: [])
        let connected = StateChange(
            previous: .connecting, current: .connected, cause: .asked)
        #expect(condition.failure(after: .stateChanged(connected)) == nil)
        let failure = condition.failure(after: Self.refused(from: .connected))
        #expect(failure?.message.hasPrefix("The connection ended permanently: ") == true)
    }

    @Test("a failure stands until the server is connected again")
    func standing() throws {
        var condition = StopCondition(channels: [])
        _ = condition.failure(after: Self.refused(from: .connecting))
        #expect(condition.failureWhenTimeIsUp()?.code == .refused)
        let change = StateChange(previous: .connecting, current: .connected, cause: .asked)
        _ = condition.failure(after: .stateChanged(change))
        #expect(condition.failureWhenTimeIsUp() == nil)
    }

    @Test("a refused channel is explained in one line, without the server's long words")
    func wrongSecret() throws {
        let channel = ChannelName("private-orders")
        var condition = StopCondition(channels: [channel])
        var refusal = SubscriptionFailure(what: String(repeating: "long words ", count: 30))
        refusal.comparison = SignatureComparison(signedHere: "1.1:a", expected: "1.1:a")
        let failure = condition.failure(after: .subscriptionChanged(channel, .failed(refusal)))
        #expect(
            failure?.message
                == "No channel could be subscribed to. private-orders: wrong secret: both sides "
                + "signed the same string")
    }
}
