import TestSupport
import Testing

@Suite("Few descriptors", .serialized)
struct FewDescriptorsTests {
    @Test("too few for a screen are told as what they are", arguments: [16, 17, 18])
    func tooFew(limit: Int) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 200, redirection: "ulimit -n \(limit);")
        #expect(terminal.shows("Too many open files"), "\(terminal.screen.text)")
        #expect(!terminal.screen.text.contains("unknown on this machine"))
        terminal.send(signal: 15)
        #expect(terminal.end() != nil)
    }
}
