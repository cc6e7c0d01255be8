import ChannelsBasics
import Glibc

/// Captures the output of ncurses in memory, because ncurses itself would block while a terminal
/// accepts no output.
///
/// ncurses starts with a copy of standard output, from which it learns the properties of the
/// terminal. Then the copy is replaced by a file in memory.
@MainActor
final class CursesCapture {
    private let file: Int32

    /// Redirects everything that ncurses writes to a descriptor to memory; `nil` if no such file
    /// can be created.
    init?(of descriptor: Int32) {
        let memory = MemoryFile.open("frame")
        guard memory >= 0 else { return nil }
        defer { close(memory) }
        guard dup2(memory, descriptor) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        self.file = descriptor
    }

    /// Returns what ncurses has written since the last call.
    func take() -> [UInt8] {
        let length = lseek(self.file, 0, SEEK_CUR)
        guard length > 0 else { return [] }
        lseek(self.file, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(self.file, buffer.baseAddress, length, 0))
        }
    }
}
