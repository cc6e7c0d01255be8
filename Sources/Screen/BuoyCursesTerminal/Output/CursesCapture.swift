import ChannelsBasics
import Glibc

/// ncurses itself would block while a terminal accepts no output, so it writes to memory.
///
/// It starts with a copy of standard output, from which it learns the properties of the terminal.
/// Then the copy is replaced by a file in memory.
@MainActor
final class CursesCapture {
    private let file: Int32

    /// `nil` if no file in memory can be created.
    init?(of descriptor: Int32) {
        let memory = MemoryFile.open("frame")
        guard memory >= 0 else { return nil }
        defer { close(memory) }
        guard dup2(memory, descriptor) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        self.file = descriptor
    }

    func take() -> [UInt8] {
        let length = lseek(self.file, 0, SEEK_CUR)
        guard length > 0 else { return [] }
        lseek(self.file, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(self.file, buffer.baseAddress, length, 0))
        }
    }
}
