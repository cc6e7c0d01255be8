import BuoyTestBasics
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboardRuntime

@Suite("Scripts of keys")
struct KeyScriptTests {
    private func time(_ milliseconds: Int) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .milliseconds(milliseconds))
    }

    @Test(
        "fuzz: a mutated script is played, or the line that is wrong is told",
        arguments: Mutations.seeds(4))
    func mutated(seed: UInt64) {
        var dice = Dice(seed: seed)
        let text = """
            wait CONNECTED
            key s  Ctrl-T Enter F5 Alt-x
            text "two words"
            wait "1 Channels 6" within 30s
            gone subscribe within 1000000h
            pause 500ms
            """
        let mutations = Mutations(
            of: [Array(text.utf8)],
            pieces: ["\n", "\r\n", " within ", "\"", "9999999999999999h", "key ", "#", "\u{301}"])
        for _ in 0..<200 {
            let text = String(decoding: mutations.next(&dice), as: UTF8.self)
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let script: KeyScript
            do throws(KeyScriptErrors) { script = try KeyScript(text) } catch {
                #expect(error.errors.allSatisfy { (1...lines.count).contains($0.line) })
                continue
            }
            var player = KeyScriptPlayer(script)
            for now in [
                ChannelsTimestamp.zero,
                ChannelsTimestamp(monotonicNanoseconds: .max, wallMicroseconds: 0),
            ] {
                for _ in 0..<script.steps.count { _ = player.next(["CONNECTED"], at: now) }
            }
        }
    }

    @Test("every step is read, with its line")
    func reading() throws {
        let script = try KeyScript(
            """
            # A comment.

            wait CONNECTED
            key s  Ctrl-T Enter
              text "two words"
            text orders\r
            wait "1 Channels 6" within 30s
            gone subscribe
            pause 500ms
            """)
        let words = { (text: String) in text.unicodeScalars.map { KeyPress.character($0) } }
        #expect(
            script.steps.map(\.action) == [
                .wait("CONNECTED", .seconds(10)),
                .press([.character("s"), .control("T"), .enter]),
                .press(words("two words")), .press(words("orders")),
                .wait("1 Channels 6", .seconds(30)), .gone("subscribe", .seconds(10)),
                .pause(.milliseconds(500)),
            ])
        #expect(script.steps.map(\.line) == [3, 4, 5, 6, 7, 8, 9])
    }

    @Test(
        "a line that cannot be read says why",
        arguments: [
            ("weit x", "line 2: unknown step \"weit\"; did you mean \"wait\"?"),
            (
                "frobnicate x",
                "line 2: unknown step \"frobnicate\"; choose from wait, gone, key, text, pause"
            ),
            ("key", "line 2: key requires a value"),
            ("key ctrl-t", "line 2: unknown key \"ctrl-t\"; did you mean \"Ctrl-T\"?"),
            ("pause long", "line 2: \"long\" must be a duration, such as 500ms, 2s or 1m"),
            (
                "wait x within soon",
                "line 2: \"soon\" must be a duration, such as 500ms, 2s or 1m"
            ),
        ])
    func errors(line: String, sentence: String) {
        let error = #expect(throws: KeyScriptErrors.self) { try KeyScript("wait a\n\(line)") }
        #expect(error?.description == sentence)
    }

    @Test("all lines that cannot be read are told")
    func severalErrors() {
        let error = #expect(throws: KeyScriptErrors.self) { try KeyScript("weit x\nkey a\nkey") }
        #expect(error?.errors.map(\.line) == [1, 3])
        #expect(error?.description.split(separator: "\n").count == 2)
    }

    @Test("keys are pressed when what is waited for is on the screen, and not earlier")
    func playing() throws {
        var player = KeyScriptPlayer(try KeyScript("wait ready\nkey a b\nkey c"))
        #expect(player.readsScreen)
        #expect(player.next(["not yet"], at: self.time(0)) == .wait)
        #expect(
            player.next(["", "it is ready."], at: self.time(100))
                == .press([.character("a"), .character("b")]))
        #expect(!player.readsScreen)
        #expect(player.next([], at: self.time(101)) == .press([.character("c")]))
        #expect(player.next([], at: self.time(102)) == .finished)
        #expect(player.next([], at: self.time(103)) == .finished)
    }

    @Test("a pause lasts as long as it says, from its own beginning")
    func pausing() throws {
        var player = KeyScriptPlayer(try KeyScript("pause 1s\npause 500ms\nkey a"))
        #expect(player.next([], at: self.time(1000)) == .wait)
        #expect(player.next([], at: self.time(1999)) == .wait)
        #expect(player.next([], at: self.time(2000)) == .wait)
        #expect(player.next([], at: self.time(2499)) == .wait)
        #expect(player.next([], at: self.time(2500)) == .press([.character("a")]))
    }

    @Test("what does not come or go in time fails, with the line and the text")
    func failing() throws {
        var waits = KeyScriptPlayer(try KeyScript("\nwait ready within 2s"))
        #expect(waits.next(["x"], at: self.time(0)) == .wait)
        #expect(
            waits.next(["x"], at: self.time(2000))
                == .failed(
                    KeyScriptError(line: 2, reason: "\"ready\" did not appear within 2s")))
        var goes = KeyScriptPlayer(try KeyScript("gone x"))
        #expect(goes.next(["x"], at: self.time(0)) == .wait)
        #expect(
            goes.next(["x"], at: self.time(10_000))
                == .failed(
                    KeyScriptError(line: 1, reason: "\"x\" was still on the screen after 10s")))
        #expect(goes.next(["y"], at: self.time(10_001)) == .finished)
    }
}
