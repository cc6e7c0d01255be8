import BuoyAppAPI
import ChannelsProtocol
import Testing

@Suite("When channels are listed again")
struct RefreshScheduleTests {
    @Test("nothing is asked while nobody looks, and at once when somebody does")
    func pauses() {
        var schedule = RefreshSchedule()
        let early1 = schedule.timePassed(AppFixture.at(.seconds(1)), .none)
        #expect(!early1)
        let isDue1 = schedule.timePassed(AppFixture.at(.seconds(2)), .shown)
        #expect(isDue1)
        #expect(schedule.isAsking)
        // No second request before the answer.
        let early2 = schedule.timePassed(AppFixture.at(.seconds(60)), .shown)
        #expect(!early2)
        schedule.succeeded()
        let early3 = schedule.timePassed(AppFixture.at(.seconds(90)), .none)
        #expect(!early3)
        let isDue2 = schedule.timePassed(AppFixture.at(.seconds(90)), .shown)
        #expect(isDue2)
    }

    @Test("the interval counts from request to request")
    func interval() {
        var schedule = RefreshSchedule()
        let isDue3 = schedule.timePassed(AppFixture.at(.seconds(1)), .shown)
        #expect(isDue3)
        schedule.succeeded()
        #expect(schedule.next(for: .shown) == AppFixture.at(.seconds(11)))
        let early4 = schedule.timePassed(AppFixture.at(.seconds(10)), .shown)
        #expect(!early4)
        let isDue4 = schedule.timePassed(AppFixture.at(.seconds(11)), .shown)
        #expect(isDue4)
    }

    @Test("a watched pattern shortens it only on this machine")
    func watching() {
        var schedule = RefreshSchedule()
        #expect(schedule.interval(for: .watched(isLocal: false)) == .seconds(10))
        #expect(schedule.interval(for: .watched(isLocal: true)) == .milliseconds(500))
        schedule.choose(.milliseconds(1))
        #expect(schedule.interval(for: .shown) == .seconds(1))
        schedule.choose(.seconds(100_000))
        #expect(schedule.interval(for: .shown) == .seconds(3600))
    }

    @Test("failures double the wait, up to five minutes, and a success ends it")
    func backOff() {
        var schedule = RefreshSchedule()
        let failure = APIFailure(.temporary, "busy")
        var waits: [Duration] = []
        var now = AppFixture.at(.seconds(1))
        for _ in 0..<8 {
            let isDue5 = schedule.timePassed(now, .shown)
            #expect(isDue5)
            schedule.failed(failure, at: now)
            let next = schedule.next(for: .shown) ?? now
            waits.append(next.duration(since: now))
            now = next
        }
        #expect(waits == [10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        let isDue6 = schedule.timePassed(now, .shown)
        #expect(isDue6)
        schedule.succeeded()
        #expect(schedule.next(for: .shown) == now.advanced(by: .seconds(10)))
    }

    @Test("the wait that a server asks for is kept, also if the user asks again")
    func retryAfter() {
        var schedule = RefreshSchedule()
        let isDue7 = schedule.timePassed(AppFixture.at(.seconds(1)), .shown)
        #expect(isDue7)
        let failure = APIFailure(.temporary, "slow down", retryAfter: .seconds(90))
        schedule.failed(failure, at: AppFixture.at(.seconds(1)))
        schedule.request()
        let early5 = schedule.timePassed(AppFixture.at(.seconds(90)), .shown)
        #expect(!early5)
        let isDue8 = schedule.timePassed(AppFixture.at(.seconds(91)), .shown)
        #expect(isDue8)
    }

    @Test("after a refusal only the user asks again")
    func refused() {
        var schedule = RefreshSchedule()
        let isDue9 = schedule.timePassed(.zero, .shown)
        #expect(isDue9)
        schedule.failed(APIFailure(.refused, "wrong secret"), at: .zero)
        #expect(schedule.isRefused)
        let early6 = schedule.timePassed(AppFixture.at(.seconds(9000)), .shown)
        #expect(!early6)
        schedule.request()
        let isDue10 = schedule.timePassed(AppFixture.at(.seconds(9000)), .shown)
        #expect(isDue10)
    }
}
