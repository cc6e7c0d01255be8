import ChannelsBasics
import Glibc

enum CapturedErrors {
    /// To a file in memory; does nothing unless standard error is a terminal.
    static func begin() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let file = MemoryFile.open("stderr")
        guard file >= 0 else { return }
        let output = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else {
            close(file)
            return
        }
        dup2(file, STDERR_FILENO)
        close(file)
        TerminalRestore.setErrorOutput(output, isScreen: Self.isSameFile(output, STDOUT_FILENO))
    }

    private static func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
        var first = stat()
        var second = stat()
        guard fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_rdev == second.st_rdev
    }

    static func end() {
        TerminalRestore.releaseErrors()
    }
}
