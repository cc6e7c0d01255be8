package import BuoyTextScreen
import Glibc
import Synchronization

/// Standard output and standard error, outside the screen. Everything passes the sanitiser, because
/// file names, server strings and arguments are untrusted too.
package enum Console {
    package enum Failure: Error, Hashable {
        case readerGone
        /// The system's reason, such as a full disk.
        case refused(String)
    }

    package static func print(_ text: String) throws(Failure) {
        try self.write(text, to: STDOUT_FILENO)
    }

    /// Prints lines that are safe already.
    ///
    /// - Parameter taken: hears how many lines the reader has taken, as it takes them.
    package static func print(
        _ lines: PlainLines, taken: (Int) -> Void = { _ in }
    ) throws(Failure) {
        var left = lines.lineCount
        let end = lines.bytes.endIndex
        try self.write(lines.bytes, to: STDOUT_FILENO) { part in
            let count = part.endIndex == end ? left : part.lineCount
            left -= count
            taken(count)
        }
    }

    /// A failure is ignored, as it could not be reported; so is a reader that does not read.
    package static func error(_ text: String) {
        guard self.isTaken(from: STDERR_FILENO) else { return }
        try? self.write(text, to: STDERR_FILENO)
    }

    /// Prints a last line, unless nobody reads.
    package static func printLast(_ text: String) {
        guard self.isTaken(from: STDOUT_FILENO) else { return }
        try? self.print(text)
    }

    private static func isTaken(from descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 200) != 0
    }

    /// Text from others cannot start another line.
    package static func errorLine(_ text: String) {
        let text = self.alphabet == .ascii ? text.replacing("…", with: "...") : text
        self.error(PlainOutput.line(text, alphabet: self.alphabet))
    }

    /// Shows a short text on the last line of the terminal if standard error is one, in place of
    /// the previous text; an empty text removes it.
    package static func progress(_ text: String) {
        let line = "\r\u{1B}[K" + PlainOutput.line(text, alphabet: self.alphabet)
        try? self.write(Array(line.utf8)[...], to: STDERR_FILENO)
    }

    package static func useASCII() { self.isASCII.store(true, ordering: .relaxed) }

    package static var alphabet: SafeText.Alphabet {
        self.isASCII.load(ordering: .relaxed) ? .ascii : .unicode
    }

    private static let isASCII = Atomic(false)

    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether the reader of standard output is gone, as far as can be known without writing.
    package static var hasLostReader: Bool {
        var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR | POLLHUP) != 0
    }

    private static func write(_ text: String, to descriptor: Int32) throws(Failure) {
        try self.write(PlainLines(text, alphabet: self.alphabet).bytes, to: descriptor)
    }

    private static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32,
        taken: (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(Failure) {
        var bytes = bytes
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                taken(bytes.prefix(written))
                bytes = bytes.dropFirst(written)
            } else if errno == EAGAIN {
                // Another process that shares the terminal or pipe has made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno == EPIPE {
                throw .readerGone
            } else if errno != EINTR {
                throw .refused(String(cString: strerror(errno)))
            }
        }
    }
}
