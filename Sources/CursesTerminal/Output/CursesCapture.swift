import CNcurses
import Glibc

/// Keeps what ncurses writes in memory, as ncurses itself waits for a terminal that takes nothing.
///
/// ncurses begins with a copy of standard output, from which it learns what the terminal is. After
/// that the copy becomes a file in memory.
@MainActor
final class CursesCapture {
    private let file: Int32

    /// Lets everything that ncurses writes to a descriptor go to memory from now on; nil when there
    /// can be no such file.
    init?(of descriptor: Int32) {
        let memory = curses_memory_file("frame")
        guard memory >= 0 else { return nil }
        defer { close(memory) }
        guard dup2(memory, descriptor) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        self.file = descriptor
    }

    /// What ncurses has written since the last time.
    func take() -> [UInt8] {
        let length = lseek(self.file, 0, SEEK_CUR)
        guard length > 0 else { return [] }
        lseek(self.file, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(self.file, buffer.baseAddress, length, 0))
        }
    }
}
