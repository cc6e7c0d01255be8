import CNcurses
import Glibc

/// Gives the terminal back when nothing else of the program can be trusted any more: in a signal
/// handler, after a crash, at exit.
///
/// Everything is prepared at the start. Giving back only calls `write`, `tcsetattr`, `dup2` and the
/// like, which are safe in a signal handler, and touches memory that was allocated before.
enum TerminalRestore {
    /// Prepares, and from now on restores when the process exits.
    static func arm(reset: [UInt8], settings: termios) {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: reset.count)
        _ = bytes.initialize(from: reset)
        restoreState.pointee.bytes?.deallocate()
        restoreState.pointee.bytes = bytes
        restoreState.pointee.settings = settings
        restoreState.pointee.isArmed = true
        if !restoreState.pointee.isRegistered {
            restoreState.pointee.isRegistered = true
            atexit { TerminalRestore.now() }
        }
    }

    /// The terminal has been given back properly, or is taken again.
    static func setArmed(_ isArmed: Bool) {
        restoreState.pointee.isArmed = isArmed
    }

    /// Where standard error really goes while it is redirected; −1 when it is not.
    static func setErrorOutput(_ descriptor: Int32) {
        restoreState.pointee.errorOutput = descriptor
    }

    /// Gives the terminal back, once. Safe in a signal handler.
    static func now() {
        guard restoreState.pointee.isArmed else { return }
        restoreState.pointee.isArmed = false
        if let bytes = restoreState.pointee.bytes {
            _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        }
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &restoreState.pointee.settings)
        Self.releaseErrors()
    }

    /// Lets standard error go where it went before, and writes there what was held back. Safe in a
    /// signal handler.
    static func releaseErrors() {
        let output = restoreState.pointee.errorOutput
        guard output >= 0 else { return }
        restoreState.pointee.errorOutput = -1
        let buffer = restoreState.pointee.buffer
        let length = lseek(STDERR_FILENO, 0, SEEK_END)
        // The end is what matters if there is very much of it.
        var offset = max(length - Self.mostErrors, 0)
        while true {
            let count = pread(STDERR_FILENO, buffer.baseAddress, buffer.count, offset)
            guard count > 0, write(output, buffer.baseAddress, count) == count else { break }
            offset += count
        }
        dup2(output, STDERR_FILENO)
        close(output)
    }

    /// Bytes of held back errors that are shown in the end.
    private static let mostErrors = 65_536
}

/// What a signal handler needs. A constant pointer, so that reaching it takes no lock and no check.
private struct RestoreState {
    var bytes: UnsafeMutableBufferPointer<UInt8>?
    var settings = termios()
    var isArmed = false
    var isRegistered = false
    var errorOutput: Int32 = -1
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
}

// Unsafe only in name: the main actor writes it before a handler can be called, and afterwards only
// changes single words that a handler reads.
nonisolated(unsafe) private let restoreState: UnsafeMutablePointer<RestoreState> = {
    let state = UnsafeMutablePointer<RestoreState>.allocate(capacity: 1)
    state.initialize(to: RestoreState())
    return state
}()
