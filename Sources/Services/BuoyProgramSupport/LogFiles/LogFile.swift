import ChannelsBasics
import Glibc
import Synchronization

/// A file of log lines that only its owner can read. When it is full, it becomes `FILE.1`, the one
/// before `FILE.2`, and so on; the oldest is removed.
///
/// Each line is written immediately, with one call, so that a crash loses none. A line that cannot
/// be written is counted, and before the next one that can, the file says how many are missing.
final class LogFile: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var size = 0
        var lost = 0
    }

    struct Limits: Hashable, Sendable {
        var bytes: Int
        var earlier: Int

        init(bytes: Int = 8 << 20, earlier: Int = 3) {
            self.bytes = bytes
            self.earlier = earlier
        }
    }

    private let path: String
    private let limits: Limits
    private let state: Mutex<State>

    init(_ path: String, limits: Limits = Limits()) throws(LogFileError) {
        self.path = path
        self.limits = limits
        var state = State()
        try Self.open(path, &state)
        self.state = Mutex(state)
    }

    deinit {
        self.state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
        }
    }

    func append(_ line: String) {
        let bytes = Array(line.utf8) + [0x0A]
        self.state.withLock { state in
            if state.size > 0, state.size + bytes.count > self.limits.bytes { self.rotate(&state) }
            if state.lost > 0, Self.write(Self.note(lost: state.lost), &state) { state.lost = 0 }
            if !Self.write(bytes, &state) { state.lost += 1 }
        }
    }

    /// Puts the file aside and starts another. If that fails, the current file continues.
    private func rotate(_ state: inout State) {
        for number in stride(from: self.limits.earlier, to: 0, by: -1) {
            let older = number == 1 ? self.path : "\(self.path).\(number - 1)"
            rename(older, "\(self.path).\(number)")
        }
        if self.limits.earlier == 0 { unlink(self.path) }
        var next = State(lost: state.lost)
        guard (try? Self.open(self.path, &next)) != nil else { return }
        close(state.descriptor)
        state = next
    }

    private static func note(lost: Int) -> [UInt8] {
        Array("-- \(lost) lines could not be written\n".utf8)
    }

    private static func open(_ path: String, _ state: inout State) throws(LogFileError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw LogFileError(FileProblem.systemReason()) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw LogFileError("not a regular file")
        }
        state.descriptor = descriptor
        state.size = Int(status.st_size)
    }

    private static func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
        let count = bytes.withUnsafeBytes {
            Glibc.write(state.descriptor, $0.baseAddress, $0.count)
        }
        state.size += max(count, 0)
        return count == bytes.count
    }
}

struct LogFileError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
