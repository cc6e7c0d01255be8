import TestBasics
import TestSupport
import Testing

@Suite("Few descriptors", .serialized, .ownThread)
struct FewDescriptorsTests {
    @Test(
        "too few are told as what they are, before anything is started", arguments: [10, 17, 24])
    func tooFew(limit: Int) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 200, redirection: "ulimit -n \(limit);")
        #expect(terminal.end() == 1)
        #expect(
            terminal.shows("buoy: Too many open files: the limit is \(limit)"),
            "\(terminal.screen.text)")
        #expect(terminal.screen.text.contains("ulimit -n 256"))
    }

    @Test("if hardly any is free, it is told before the runtime needs one", arguments: 4...8)
    func hardlyAny(last: Int) throws {
        // The shell leaves these open, and closes the others that the program could have.
        let inherited = (3...9).map { $0 <= last ? "exec \($0)</dev/null;" : "exec \($0)<&-;" }
            .joined()
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 200, redirection: "\(inherited) ulimit -n 10;")
        #expect(terminal.end() == 1)
        #expect(
            terminal.shows("buoy: Too many open files: the limit is 10"),
            "\(terminal.screen.text)")
    }

    @Test("a low limit that may be raised is raised")
    func raised() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 80, redirection: "ulimit -S -n 16;")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }
}
