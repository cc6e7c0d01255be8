import Testing

@testable import BuoyServers

@Suite("The pace of the sandbox's story")
struct ScenarioPaceTests {
    @Test("each step is waited for from the start of the story")
    func waiting() {
        var pace = ScenarioPace(startingAt: .seconds(10))
        #expect(pace.wait(for: .seconds(3), at: .seconds(10)) == .seconds(3))
        #expect(pace.wait(for: .seconds(5), at: .seconds(13)) == .seconds(2))
    }

    @Test("a little lateness is caught up with")
    func late() {
        var pace = ScenarioPace(startingAt: .zero)
        #expect(pace.wait(for: .seconds(3), at: .seconds(5)) == .zero)
        #expect(pace.wait(for: .seconds(6), at: .seconds(5)) == .seconds(1))
    }

    @Test("after a night of sleep the story goes on where it stopped")
    func asleep() {
        var pace = ScenarioPace(startingAt: .zero)
        let morning = Duration.seconds(8 * 3600)
        #expect(pace.wait(for: .seconds(3), at: morning) == .zero)
        #expect(pace.wait(for: .seconds(4), at: morning) == .seconds(1))
    }
}
