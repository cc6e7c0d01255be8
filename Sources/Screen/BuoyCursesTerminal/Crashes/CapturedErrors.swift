import ChannelsBasics
import Glibc

/// Keeps the output on standard error off the screen, and shows it afterwards.
enum CapturedErrors {
    /// Redirects standard error to a file in memory, if it is a terminal.
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

    /// Restores standard error, and writes what was captured.
    static func end() {
        TerminalRestore.releaseErrors()
    }
}
