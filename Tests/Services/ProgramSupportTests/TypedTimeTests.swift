import ArgumentParser
import BuoyProgramSupport
import Testing

@Suite("Durations on the command line")
struct TypedTimeTests {
    @Test(
        "one notation: a number is seconds, and there are units",
        arguments: [
            ("5", Duration.seconds(5)), ("5s", .seconds(5)), ("0", .zero),
            ("0.5", .milliseconds(500)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)),
            ("1h", .seconds(3600)), ("1d", .seconds(86_400)),
        ])
    func read(text: String, expected: Duration) throws {
        #expect(try TypedTime.duration(text, "--x") == expected)
    }

    @Test("an option that was not given has none")
    func missing() throws {
        #expect(try TypedTime.duration(nil, "--x") == nil)
    }

    @Test(
        "anything else is refused, with the option and what would be right",
        arguments: ["", "s", "-5", "5 s", "5w", "1e3", "1.2.3", "999999999999", "²"])
    func refused(text: String) {
        let error = #expect(throws: ValidationError.self) {
            try TypedTime.duration(text, "--timeout")
        }
        #expect(error?.message.contains("--timeout") == true)
    }

    @Test("what is out of its range is refused with the range")
    func range() {
        let error = #expect(throws: ValidationError.self) {
            try TypedTime.duration("2d", "--pong-timeout", in: .seconds(1) ... .seconds(86_400))
        }
        #expect(error?.message == "--pong-timeout must be between 1s and 1d.")
    }
}
