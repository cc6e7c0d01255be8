import CNcurses
import Glibc

/// Keeps what is written to standard error away from the screen, and shows it afterwards.
enum HeldErrors {
    /// From now on standard error goes to a file in memory, if it went to a terminal.
    static func begin() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let file = curses_memory_file("stderr")
        guard file >= 0 else { return }
        let output = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else {
            close(file)
            return
        }
        dup2(file, STDERR_FILENO)
        close(file)
        TerminalRestore.setErrorOutput(output)
    }

    /// Standard error goes where it went before, starting with what was kept.
    static func end() {
        TerminalRestore.releaseErrors()
    }
}
