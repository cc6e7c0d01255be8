import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Configurations and saved settings of any bytes")
struct ConfigurationFuzzTests {
    private static let seeds = [
        """
        theme = { dark = "nord", light = "one-light" }
        color = 256
        frames-per-second = 5
        [history]
        bytes = "64 MB"
        [layouts.a]
        preset = "events"
        lists = 33.3
        [filters]
        big = "size>2k (event:x or -data.a[0]>1.5) /a+b/"
        two = '@big "x y"'
        [keys]
        pause = ["p", "Ctrl-\\\\"]
        [keys.events]
        copy = "Alt-Up"
        """,
        ConfigurationTemplate.text(.core),
        """
        version = 1
        [settings]
        theme = { is = "nord", instead-of = "default" }
        layout = { is = "events lists=100", instead-of = "standard" }
        [filters]
        a = { removed = true, instead-of = "x" }
        [history]
        search = ["a", "b"]
        """,
    ]

    private static let pieces = [
        "[", "]", "\"", "'", "=", "\n", "\r", "\0", "{", "}", ".", ",", "\\", "\u{FEFF}", "\u{301}",
        "9223372036854775808", "-1", "nan", "1e400", "1979-05-27", "1979-05-27 5 ", "[}",
        "\u{2028}", "\u{B}", "0x", "0b1", "+0", "1:1:1", "\"\"\"", "[[a]]", "true", "é",
        "[*", "[ #", "\n[é", "{a.a = ", "+_", "_", "0x", "1_", "keys.", "[keys.channels]\n",
        "filters.", "layouts.", "\u{1F469}\u{200D}\u{1F469}", "#",
        "@",
    ]

    private static func mutated(_ text: String, _ chance: inout Dice) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &chance) {
            let place = Int.random(in: 0...bytes.count, using: &chance)
            let length = min(Int.random(in: 0...12, using: &chance), bytes.count - place)
            switch Int.random(in: 0..<4, using: &chance) {
            case 0: bytes.removeSubrange(place..<place + length)
            case 1:
                let piece = Self.pieces.randomElement(using: &chance) ?? ""
                bytes.insert(contentsOf: piece.utf8, at: place)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            default:
                if place < bytes.count { bytes[place] = .random(in: 0...255, using: &chance) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("whatever stands in them, the answer is a configuration or an error with the file's name")
    func configurations() {
        var chance = Dice(seed: 1)
        var (good, bad) = (0, 0)
        for round in 0..<1500 {
            let text = Self.mutated(Self.seeds[round % Self.seeds.count], &chance)
            do {
                let file = try ConfigurationFile(text: text, file: "f")
                #expect(file.keymap.command(for: .control("C"), in: .events) == .quitNow)
                good += 1
            } catch {
                #expect(!error.errors.isEmpty)
                #expect(error.errors.allSatisfy { $0.description.hasPrefix("f:") })
                bad += 1
            }
        }
        #expect(good > 50 && bad > 50, "\(good) good, \(bad) bad")
    }

    @Test("whatever stands in the state, it is settings or nothing, and can be written again")
    func states() throws {
        var chance = Dice(seed: 2)
        var good = 0
        for _ in 0..<1500 {
            guard let file = StateFile(text: Self.mutated(Self.seeds[2], &chance)) else { continue }
            good += 1
            let again = StateFile(text: file.text)
            let settings = file.applied(to: DashboardSettings())
            #expect(again?.applied(to: DashboardSettings()) == settings)
        }
        #expect(good > 50)
    }
}
