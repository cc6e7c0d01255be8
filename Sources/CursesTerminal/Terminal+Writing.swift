import Glibc

extension Terminal {
    /// Writes around ncurses, which has written everything of its own when this is called.
    func writeRaw(_ text: String) {
        self.writeRaw(Array(text.utf8)[...])
    }

    /// The same for bytes.
    func writeRaw(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Writes much, piece by piece, as fast as the terminal takes it; the program goes on meanwhile.
    /// Answers false when it was stopped because it is not wanted any more.
    func writeSlowly(_ bytes: [UInt8], while isWanted: @MainActor () -> Bool) async -> Bool {
        let output = Self.patientOutput()
        defer { if output >= 0 { close(output) } }
        var rest = bytes[...]
        while !rest.isEmpty {
            guard isWanted(), !Task.isCancelled else { return false }
            let count = Self.isWritable() ? Self.writePiece(of: rest, to: output) : 0
            rest = rest.dropFirst(count)
            if count > 0 {
                await Task.yield()
            } else {
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        return true
    }

    /// Writes as much as the terminal takes at once, and answers how much that was. All of it if it
    /// can never be written.
    private static func writePiece(of bytes: ArraySlice<UInt8>, to output: Int32) -> Int {
        let piece = bytes.prefix(Self.pieceLength)
        let count = piece.withUnsafeBytes {
            Glibc.write(output >= 0 ? output : STDOUT_FILENO, $0.baseAddress, $0.count)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : bytes.count
    }

    /// The same terminal, opened anew so that writing to it never waits; −1 when that is not allowed.
    /// Standard output itself is shared with the shell and must stay as it is.
    private static func patientOutput() -> Int32 {
        open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }

    /// Bytes that are written before the rest of the program gets its turn.
    private static let pieceLength = 1024
}
