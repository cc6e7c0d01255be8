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
    ///
    /// - Parameter screen: where the terminal is written to. Writing there should never wait.
    static func arm(reset: [UInt8], settings: termios, screen: Int32) {
        restoreState.pointee.reset.set(reset)
        restoreState.pointee.settings = settings
        restoreState.pointee.screen = screen
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
    ///
    /// - Parameter isScreen: whether that is the terminal of the screen, which can be written to
    ///   without waiting.
    static func setErrorOutput(_ descriptor: Int32, isScreen: Bool) {
        restoreState.pointee.errorOutput = descriptor
        restoreState.pointee.errorsGoToScreen = isScreen
    }

    /// What is covered with asterisks wherever it was written to standard error.
    static func setSecrets(_ secrets: [[UInt8]]) {
        restoreState.pointee.secrets.set(Redaction.packed(secrets))
    }

    /// Gives the terminal back, once. Safe in a signal handler.
    static func now() {
        let duty = restoreState.pointee.duty
        restoreState.pointee.duty = .nothing
        if duty != .nothing, Self.ownsTerminal {
            Self.restoreScreen(duty)
            _ = tcsetattr(STDIN_FILENO, TCSANOW, &restoreState.pointee.settings)
        }
        Self.releaseErrors()
    }

    /// False for a process in the background: the terminal is somebody else's, and changing it would
    /// stop the process.
    private static var ownsTerminal: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group < 0 || group == getpgrp()
    }

    /// A terminal that takes nothing loses what it has not shown yet, which makes room for this.
    private static func restoreScreen(_ duty: Duty) {
        if duty == .settings, SignalSafe.write("\r\n", to: Self.screen) { return }
        var state = pollfd(fd: Self.screen, events: Int16(POLLOUT), revents: 0)
        if poll(&state, 1, 0) == 0 { tcflush(Self.screen, TCOFLUSH) }
        guard !SignalSafe.write(restoreState.pointee.reset.current, to: Self.screen) else { return }
        tcflush(Self.screen, TCOFLUSH)
        SignalSafe.write(restoreState.pointee.reset.current, to: Self.screen)
    }

    /// The same in a signal handler of a process that is about to end. Another thread may be drawing a
    /// frame: what it writes from now on goes nowhere, so that it does not end up on the shell's screen.
    static func forGood() {
        if restoreState.pointee.duty == .everything { Self.detachScreen() }
        Self.now()
    }

    /// Where the screen is: what frames are written to, or a copy of it once that leads nowhere.
    static var screen: Int32 { restoreState.pointee.screen }

    /// Lets what frames are written to lead nowhere, and keeps a copy of where it went.
    static func detachScreen() {
        let screen = Self.screen
        let copy = fcntl(screen, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard copy >= 0, nowhere >= 0 else { return }
        restoreState.pointee.screen = copy
        dup2(nowhere, screen)
    }

    /// Lets standard error go where it went before, and writes there what was held back. Safe in a
    /// signal handler.
    static func releaseErrors() {
        let output = restoreState.pointee.errorOutput
        guard output >= 0 else { return }
        restoreState.pointee.errorOutput = -1
        Self.readHeldErrors()
        Self.redact(Self.heldErrors)
        let isScreen = restoreState.pointee.errorsGoToScreen
        SignalSafe.write(Self.heldErrors, to: isScreen ? Self.screen : output)
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

    var reset = SignalSafeText()
    var secrets = SignalSafeText()
    var settings = termios()
    var duty = TerminalRestore.Duty.nothing
    var isRegistered = false
    var errorOutput: Int32 = -1
    var errorsGoToScreen = false
    var screen: Int32 = STDOUT_FILENO
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
