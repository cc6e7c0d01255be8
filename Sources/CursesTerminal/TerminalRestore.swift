import CNcurses
import Glibc

/// Gives the terminal back when nothing else of the program can be trusted any more: in a signal
/// handler, after a crash, at exit.
///
/// Everything is prepared at the start. Giving back only calls `write`, `tcsetattr`, `dup2` and the
/// like, which are safe in a signal handler, and touches memory that was allocated before.
enum TerminalRestore {
    /// What is to be given back.
    enum Duty {
        /// The terminal is the shell's.
        case nothing

        /// Only how keys are read: the screen is the shell's.
        case settings

        case everything
    }

    /// Prepares, and from now on restores when the process exits.
    static func arm(reset: [UInt8], settings: termios) {
        restoreState.pointee.reset.set(reset)
        restoreState.pointee.settings = settings
        restoreState.pointee.duty = .everything
        if !restoreState.pointee.isRegistered {
            restoreState.pointee.isRegistered = true
            atexit { TerminalRestore.now() }
        }
    }

    /// The terminal has been given back properly, or is taken again.
    static func setDuty(_ duty: Duty) {
        restoreState.pointee.duty = duty
    }

    /// Where standard error really goes while it is redirected; −1 when it is not.
    static func setErrorOutput(_ descriptor: Int32) {
        restoreState.pointee.errorOutput = descriptor
    }

    /// What is covered with asterisks wherever it was written to standard error.
    static func setSecrets(_ secrets: [[UInt8]]) {
        restoreState.pointee.secrets.set(Redaction.packed(secrets))
    }

    /// Gives the terminal back, once. Safe in a signal handler.
    static func now() {
        let duty = restoreState.pointee.duty
        restoreState.pointee.duty = .nothing
        if duty == .everything {
            SignalSafe.write(restoreState.pointee.reset.current, to: STDOUT_FILENO)
        }
        if duty == .settings {
            SignalSafe.write("\r\n", to: STDOUT_FILENO)
        }
        if duty != .nothing {
            _ = tcsetattr(STDIN_FILENO, TCSANOW, &restoreState.pointee.settings)
        }
        Self.releaseErrors()
    }

    /// Lets standard error go where it went before, and writes there what was held back. Safe in a
    /// signal handler.
    static func releaseErrors() {
        let output = restoreState.pointee.errorOutput
        guard output >= 0 else { return }
        restoreState.pointee.errorOutput = -1
        Self.readHeldErrors()
        Self.redact(Self.heldErrors)
        SignalSafe.write(Self.heldErrors, to: output)
        dup2(output, STDERR_FILENO)
        close(output)
    }

    /// What was held back, once it is released; the end of it if it was very much.
    static var heldErrors: UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(rebasing: restoreState.pointee.buffer[restoreState.pointee.held])
    }

    /// Covers what must not be shown. Safe in a signal handler.
    static func redact(_ text: UnsafeMutableBufferPointer<UInt8>) {
        Redaction.apply(restoreState.pointee.secrets.current, to: text)
    }

    private static func readHeldErrors() {
        let buffer = restoreState.pointee.buffer
        let length = lseek(STDERR_FILENO, 0, SEEK_END)
        let skipped = max(length - buffer.count, 0)
        var count = 0
        while count < buffer.count, let start = buffer.baseAddress {
            let result = pread(
                STDERR_FILENO, start + count, buffer.count - count, skipped + count)
            guard result > 0 else { break }
            count += result
        }
        var first = 0
        if skipped > 0 {
            // A part of a line may hold a part of a secret.
            while first < count, buffer[first] != 0x0A { first += 1 }
        }
        restoreState.pointee.held = first..<count
    }
}

/// What a signal handler needs. A constant pointer, so that reaching it takes no lock and no check.
private struct RestoreState {
    /// Bytes of held back errors that are shown in the end.
    static let mostErrors = 65_536

    var reset = HandlerText()
    var secrets = HandlerText()
    var settings = termios()
    var duty = TerminalRestore.Duty.nothing
    var isRegistered = false
    var errorOutput: Int32 = -1
    var held = 0..<0
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.mostErrors)
}

// Unsafe only in name: the main actor writes it before a handler can be called, and afterwards only
// changes single words that a handler reads.
nonisolated(unsafe) private let restoreState: UnsafeMutablePointer<RestoreState> = {
    let state = UnsafeMutablePointer<RestoreState>.allocate(capacity: 1)
    state.initialize(to: RestoreState())
    return state
}()
