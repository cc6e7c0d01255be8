import ArgumentParser
package import BuoyCursesTerminal
import BuoyTextScreen

extension DashboardStart {
    /// Waits for work that may take long, away from the terminal, which shows a line meanwhile.
    /// The keys that quit, and signals, end the wait; the work is then left behind.
    ///
    /// - Throws: what the work throws, or an exit code; the terminal is restored before.
    @MainActor
    package func waiting<Value: Sendable>(
        _ words: String, on terminal: Terminal,
        for work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let task = Task.detached {
            defer { terminal.interrupt() }
            return try work()
        }
        // Short work shows nothing.
        let showing = Task {
            try await Task.sleep(for: .milliseconds(200))
            Self.show(words, on: terminal)
        }
        defer { showing.cancel() }
        do {
            if let end = await Self.end(words, on: terminal) { throw ExitCode(end.exitCode) }
            return try await task.value
        } catch {
            terminal.restore()
            throw error
        }
    }

    /// - Returns: `nil` when the work is done.
    @MainActor
    private static func end(_ words: String, on terminal: Terminal) async -> LoopEnd? {
        for await event in terminal.events {
            switch event {
            case .interrupted: return nil
            case .keys(let keys) where keys.contains(where: Self.quits): return .quit
            case .ended(let signal): return .signal(signal)
            case .hungUp: return .hungUp
            case .resized, .resumed: Self.show(words, on: terminal)
            case .keys, .reload, .background, .remark: break
            }
        }
        return .hungUp
    }

    private static func quits(_ key: KeyPress) -> Bool {
        [.control("C"), .character("q"), .character("Q")].contains(key)
    }

    @MainActor
    private static func show(_ words: String, on terminal: Terminal) {
        var canvas = Canvas(size: terminal.size, glyphs: terminal.glyphs)
        let line = SafeText(sanitizing: "\(words) Q quits.")
        let box = canvas.bounds.centered(width: line.width, height: 1)
        canvas.put(line, x: box.x, y: box.y, role: .muted)
        terminal.show(canvas)
    }
}
