internal import Glibc

/// Standard output's terminal as a separate open file, so that its flags are not shared with
/// other programs.
package enum TerminalFile {
    /// For non-blocking writes; −1 if not allowed. If the terminal belongs to another user, as
    /// after su(1), `/dev/tty` is opened instead, provided that it is the same terminal.
    package static func openAgain() -> Int32 {
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = open("/proc/self/fd/1", flags)
        if opened >= 0 { return opened }
        let controlling = open("/dev/tty", flags)
        if controlling < 0 || Self.isStandardOutput(controlling) { return controlling }
        close(controlling)
        return -1
    }

    private static func isStandardOutput(_ controlling: Int32) -> Bool {
        var device: UInt32 = 0
        var status = stat()
        guard ioctl(controlling, Self.getDevice, &device) == 0, fstat(STDOUT_FILENO, &status) == 0
        else { return false }
        return UInt64(device) == UInt64(status.st_rdev)
    }

    // Glibc's module does not include TIOCGDEV of tty_ioctl(4).
    private static let getDevice: UInt = 0x8004_5432
}
