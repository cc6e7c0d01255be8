import Glibc

/// Writing in a signal handler: nothing is allocated, an interrupted write is continued, and a
/// terminal that accepts no output is given up, because the process has to end.
enum SignalSafe {
    @discardableResult
    static func write(_ text: StaticString, to descriptor: Int32) -> Bool {
        guard text.hasPointerRepresentation else { return false }
        return Self.write(text.utf8Start, text.utf8CodeUnitCount, to: descriptor)
    }

    @discardableResult
    static func write(_ bytes: UnsafeMutableBufferPointer<UInt8>?, to descriptor: Int32) -> Bool {
        guard let bytes, let start = bytes.baseAddress else { return true }
        return Self.write(start, bytes.count, to: descriptor)
    }

    private static func write(
        _ start: UnsafePointer<UInt8>, _ count: Int, to descriptor: Int32
    ) -> Bool {
        var written = 0
        var attempts = 0
        while written < count, attempts < Self.mostAttempts {
            attempts += 1
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, Self.patience) != 0 else { return false }
            let result = Glibc.write(descriptor, start + written, count - written)
            if result < 0, errno == EINTR || errno == EAGAIN { continue }
            guard result > 0 else { return false }
            written += result
        }
        return written == count
    }

    /// Others may write to the terminal too, and repeatedly leave no room.
    private static let mostAttempts = 10_000

    /// For a terminal that accepts no output, in milliseconds.
    private static let patience: Int32 = 150
}
