import ChannelsProtocol
import Testing

@Suite("Moments and durations")
struct TimestampTests {
    @Test("a moment beyond the end of the clock is the end, never one of the past")
    func saturates() {
        let now = ChannelsTimestamp(
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
        guard case .retry(let delay, _, _) = policy.decision(after: history, chance: 0) else {
            Issue.record("It gave up.")
            return
        }
        #expect(delay > .seconds(1))
    }

    @Test("differences beyond the range are its ends, with the right sign")
    func farApart() {
        let first = ChannelsTimestamp(monotonicNanoseconds: .min, wallMicroseconds: .min)
        let last = ChannelsTimestamp(monotonicNanoseconds: .max, wallMicroseconds: .max)
        #expect(last.duration(since: first) == .nanoseconds(Int64.max))
        #expect(first.duration(since: last) == .nanoseconds(Int64.min))
        #expect(last.wallDuration(since: first) == .microseconds(Int64.max))
        #expect(ChannelsTimestamp.zero.duration(since: first) == .nanoseconds(Int64.max))
        #expect(Int.min.subtractingClamped(1) == .min)
        #expect(Int.max.addingClamped(1) == .max)
        #expect((-1).subtractingClamped(Int.max) == .min)
    }
}
