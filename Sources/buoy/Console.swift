internal import Glibc
internal import TextScreen

/// Standard output and standard error, outside the screen. Everything passes the sanitiser: file
/// names, server texts and arguments are hostile too.
enum Console {
    /// Prints lines. Errors are not reported: there is nobody left to read them.
    /// - Returns: whether the reader is still there.
    @discardableResult
    static func print(_ text: String) -> Bool { self.write(text, to: STDOUT_FILENO) }

    @discardableResult
    static func error(_ text: String) -> Bool { self.write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let safe = lines.map { PlainOutput.line(String($0)) }.joined(separator: "\n") + "\n"
        var bytes = Array(safe.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno == EAGAIN {
                // Whoever shares the terminal or pipe has made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
