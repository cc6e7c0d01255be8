import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// Random keys, sizes, stalls and traffic, which end in one request to end. The same seed does the
/// same. For a longer search: `RANDOM_SESSIONS=12 RANDOM_SECONDS=260 swift test --filter
/// RandomSessionTests`; with `RANDOM_FIRST=13` the seeds start there.
@Suite("Random sessions", .inTurn)
struct RandomSessionTests {
    private static let first = Self.number("RANDOM_FIRST", standard: 1)
    static let seeds =
        Self.first..<Self.first + max(1, Self.number("RANDOM_SESSIONS", standard: 3))
    private static let isSearch = ProcessInfo.processInfo.environment["RANDOM_SECONDS"] != nil
    private static let seconds = Self.number("RANDOM_SECONDS", standard: 2)

    private static func number(_ variable: String, standard: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? standard
    }

    private static let keys =
        (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) }.filter { !"qQ".contains($0) }
        + ["\r", "\t", "\u{1B}", "\u{C}", "\u{14}", "\u{15}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~"]
        + ["\u{1B}[200~ab\u{1B}]x\u{1B}[201~", "\u{1B}]0;x", "\u{1B}[<0;10;5M", "\u{1B}[<0;10;5m"]

    /// Sessions with an odd seed watch the demonstration, the others a server that says anything.
    @Test("after whatever was typed and sent, one signal or Ctrl-C ends it", arguments: Self.seeds)
    func session(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        let end = Date().addingTimeInterval(Double(Self.seconds))
        var figures = Figures()
        repeat {
            // What was typed may have ended the one before.
            figures.starts += 1
            try self.session(seed: seed, &dice, until: end, &figures)
        } while Date() < end
        if Self.isSearch { print("seed \(seed): \(figures)") }
    }

    private func session(
        seed: Int, _ dice: inout Dice, until end: Date, _ figures: inout Figures
    ) throws {
        let traffic = seed.isMultiple(of: 2) ? try RandomTraffic() : nil
        let terminal = try PseudoTerminal(
            BuiltProgram.path, traffic?.arguments ?? [], columns: 120, rows: 40)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        var reads = true
        while Date() < end, terminal.endUnread(seconds: 0) == nil {
            switch dice.number(0...99) {
            case 0..<80:
                figures.keys += 1
                terminal.typeUnread(Self.keys[dice.number(0...Self.keys.count - 1)])
            case 80..<92: figures.messages += traffic?.send(&dice) ?? 0
            case 92..<96:
                figures.sizes += 1
                terminal.resize(columns: dice.number(20...200), rows: dice.number(5...60))
            default:
                figures.stalls += 1
                reads.toggle()
            }
            if reads { terminal.settle(quiet: 5, seconds: 0.02) } else { usleep(5000) }
        }
        figures.mebibytes = max(
            figures.mebibytes, TerminalProcess.residentMebibytes(of: terminal.process) ?? 0)
        let isSignal = dice.isHeads()
        if isSignal {
            terminal.send(signal: SIGTERM)
        } else {
            // A paste that was started is ended; after a pause, so is all else.
            terminal.typeUnread("\u{1B}[201~")
            usleep(1_200_000)
            for _ in 0..<2 {
                terminal.typeUnread("\u{3}")
                usleep(300_000)
            }
        }
        let status = terminal.endUnread()
        // What was typed may have ended it before.
        #expect(status == (isSignal ? 128 + SIGTERM : 0) || status == 0, "seed \(seed)")
        #expect(terminal.settings == before, "seed \(seed)")
        #expect(ControlFunctions(terminal.output).modes == ["?25", "?7"], "seed \(seed)")
    }

    /// What a session did, for who searches.
    private struct Figures: CustomStringConvertible {
        var starts = 0
        var keys = 0
        var sizes = 0
        var stalls = 0
        var messages = 0
        /// The most that was resident at the end of a session.
        var mebibytes = 0

        var description: String {
            "\(self.starts) starts, \(self.keys) keys, \(self.sizes) sizes, \(self.stalls) stalls, "
                + "\(self.messages) messages, at most \(self.mebibytes) MiB"
        }
    }
}
