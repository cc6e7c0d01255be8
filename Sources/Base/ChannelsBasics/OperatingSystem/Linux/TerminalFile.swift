internal import Glibc

/// The terminal of standard output as another open file, so that its flags are not shared with
/// other programs.
package enum TerminalFile {
    /// Opens the terminal again for non-blocking writes; −1 if that is not allowed.
    ///
    /// The terminal's file may belong to another user, as after su(1). Then `/dev/tty` is opened,
    /// if it is the same terminal.
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
