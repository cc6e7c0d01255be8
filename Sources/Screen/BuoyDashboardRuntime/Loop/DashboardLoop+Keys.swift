import BuoyCursesTerminal
import BuoyDashboard
import BuoyTextScreen

extension DashboardLoop {
    /// Handles waiting keys for a moment, and draws. The others come after the input that has
    /// arrived meanwhile, in which Ctrl-C may be.
    func pressWaitingKeys() {
        let clock = ContinuousClock()
        let end = clock.now + Self.longestTurn
        repeat {
            let text = self.keys.nextText()
            let keys = text.map { [$0] } ?? Array(self.keys.next(Self.keysPerLook))
            for key in keys { self.press(key) }
        } while !self.keys.isEmpty && clock.now < end
        self.parts.terminal.holdsInput = self.keys.isFull
        self.draw()
        if !self.keys.isEmpty { self.moreKeys.continuation.yield() }
    }

    func pressKeysInTurns() async {
        for await _ in self.moreKeys.stream {
            await Task.yield()
            self.pressWaitingKeys()
        }
    }

    private static let longestTurn = Duration.milliseconds(20)
    private static let keysPerLook = 32

    func press(_ key: KeyPress) {
        if let group { group.press(key) } else { self.handle(.key(key)) }
    }
}
