import ChannelsBasics
import Glibc
import Testing

@Suite("Files that cannot be used")
struct FileProblemTests {
    @Test("one form: the option, what was attempted, the file and why")
    func form() {
        #expect(
            FileProblem.cannot(.read, "/x", option: "--secret-file", reason: "not UTF-8 text")
                == "--secret-file: cannot read /x: not UTF-8 text")
        #expect(FileProblem.cannot(.create, "a", reason: "why") == "cannot create a: why")
    }

    @Test("the system's reason is that of the last error, as the end of a sentence")
    func reason() {
        #expect(FileProblem.systemReason(ENOENT) == "no such file")
        #expect(FileProblem.systemReason(EACCES) == "permission denied")
        #expect(open("/nowhere/at/all", O_RDONLY) == -1)
        #expect(FileProblem.cannot(.read, "x") == "cannot read x: no such file")
    }
}
