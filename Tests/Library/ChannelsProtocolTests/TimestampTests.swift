import ChannelsProtocol
import Testing

@Suite("Moments and durations")
struct TimestampTests {
    @Test("a moment beyond the end of the clock is the end, never one of the past")
    func saturates() {
        let now = Timestamp(
            monotonicNanoseconds: 5_000_000_000, wallMicroseconds: 1_700_000_000_000_000)
        let never = now.advanced(by: .seconds(Int64.max))
        #expect(never > now)
        #expect(never.advanced(by: .seconds(1)).monotonicNanoseconds == .max)
        #expect(now.advanced(by: .seconds(Int64.min / 2)) < now)
    }

    @Test("a delay of an age does not overflow in a policy", arguments: [1, 19, 10_000])
    func longDelays(retry: Int) {
        let policy = ReconnectionPolicy.libPusher.withBaseDelay(.seconds(Int64.max))
            .withMaximumAttempts(nil)
        let history = ReconnectionHistory(
            attempt: retry, retry: retry, everConnected: true, wasConnected: true,
            end: .closed(1006, reason: ""))
        guard case .retry(let delay, _, _) = policy.decide(after: history, chance: 0) else {
            Issue.record("It gave up.")
            return
        }
        #expect(delay > .seconds(1))
    }
}
