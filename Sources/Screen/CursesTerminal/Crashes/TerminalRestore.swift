import CNcurses
import Glibc
import Synchronization

/// Restores the terminal when nothing else in the program can be trusted: in a signal handler,
/// after a crash, at exit.
///
/// Everything is prepared at the start. Restoring calls only `write`, `tcsetattr`, `dup2` and the
/// like, which are safe in a signal handler, and uses only memory that was allocated before.
enum TerminalRestore {
    /// What has to be restored.
    enum Duty {
        /// Nothing: the terminal is the shell's.
        case nothing

        /// Only the settings: the screen is the shell's.
        case settings

        case everything
    }

    /// Prepares, and restores the terminal when the process exits.
    ///
    /// - Parameter screen: the descriptor of the terminal. Writing to it should never block.
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

    /// Sets what has to be restored, when the terminal has been restored or taken over again.
    static func setDuty(_ duty: Duty) {
        restoreState.pointee.duty = duty
    }

    /// The real standard error while it is redirected; −1 otherwise.
    ///
    /// - Parameter isScreen: whether that is the terminal of the screen, which can be written to
    ///   without blocking.
    static func setErrorOutput(_ descriptor: Int32, isScreen: Bool) {
        restoreState.pointee.errorOutput = descriptor
        restoreState.pointee.errorsGoToScreen = isScreen
    }

    /// Sets the secrets that are masked in captured standard error.
    static func setSecrets(_ secrets: [[UInt8]]) {
        restoreState.pointee.secrets.set(Redaction.packed(secrets))
    }

    /// Restores the terminal, once. Safe in a signal handler.
    static func now() {
        let duty = restoreState.pointee.duty
        restoreState.pointee.duty = .nothing
        if duty != .nothing, Self.ownsTerminal {
            Self.restoreScreen(duty)
            _ = tcsetattr(STDIN_FILENO, TCSANOW, &restoreState.pointee.settings)
        }
        Self.releaseErrors()
    }

    /// `false` for a process in the background: the terminal is used by another process, and
    /// changing it would stop this one.
    private static var ownsTerminal: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group < 0 || group == getpgrp()
    }

    /// Discards what the terminal has not shown if it accepts no output, which makes room for this.
    private static func restoreScreen(_ duty: Duty) {
        if duty == .settings, SignalSafe.write("\r\n", to: Self.screen) { return }
        var state = pollfd(fd: Self.screen, events: Int16(POLLOUT), revents: 0)
        if poll(&state, 1, 0) == 0 { tcflush(Self.screen, TCOFLUSH) }
        guard !SignalSafe.write(restoreState.pointee.reset.current, to: Self.screen) else { return }
        tcflush(Self.screen, TCOFLUSH)
        SignalSafe.write(restoreState.pointee.reset.current, to: Self.screen)
    }

    /// The same in a signal handler of a process that is about to end. Another thread may be
    /// drawing a frame; its further output is discarded, so that it does not appear on the shell's
    /// screen.
    static func forGood() {
        if restoreState.pointee.duty == .everything {
            Self.detachScreen()
            Self.awaitWriter()
        }
        Self.now()
    }

    /// Calls `write`, which writes to the screen. If a signal ends the process meanwhile, the
    /// terminal is restored after this output, not before it.
    static func whileWriting(_ write: () -> Int) -> Int {
        restoreState.pointee.writer.store(pthread_self(), ordering: .sequentiallyConsistent)
        // The system must not look up the descriptor before a handler can see the writer.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        defer { restoreState.pointee.writer.store(0, ordering: .releasing) }
        return write()
    }

    /// Waits for another thread that began to write before the screen was detached: its output can
    /// still reach the terminal. The thread that the signal interrupted is not waited for, because
    /// it does not continue.
    private static func awaitWriter() {
        var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        for _ in 0..<Self.longestWrite {
            let writer = restoreState.pointee.writer.load(ordering: .sequentiallyConsistent)
            guard writer != 0, writer != pthread_self() else { return }
            nanosleep(&pause, nil)
        }
    }

    /// How long to wait for the writing thread, in milliseconds. The write does not block, but on a
    /// busy machine the thread may have to wait for a processor.
    private static let longestWrite = 1000

    /// The descriptor that frames are written to, or its copy after it was detached.
    static var screen: Int32 { restoreState.pointee.screen }

    /// Detaches the descriptor that frames are written to, and keeps a copy.
    static func detachScreen() {
        let screen = Self.screen
        let copy = fcntl(screen, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard copy >= 0, nowhere >= 0 else { return }
        restoreState.pointee.screen = copy
        dup2(nowhere, screen)
    }

    /// Restores standard error, and writes what was captured. Safe in a signal handler.
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

    /// The captured errors after they were released; only the end if there were very many.
    static var heldErrors: UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(rebasing: restoreState.pointee.buffer[restoreState.pointee.held])
    }

    /// Masks secrets. Safe in a signal handler.
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
            // A partial line may contain a part of a secret.
            while first < count, buffer[first] != 0x0A { first += 1 }
        }
        restoreState.pointee.held = first..<count
    }
}

/// What a signal handler needs. A constant pointer, so that reaching it takes no lock and no check.
private struct RestoreState: ~Copyable {
    /// The maximum size of captured errors that are shown, in bytes.
    static let mostErrors = 65_536

    var reset = SignalSafeText()
    var secrets = SignalSafeText()
    var settings = termios()
    var duty = TerminalRestore.Duty.nothing
    var isRegistered = false
    var errorOutput: Int32 = -1
    var errorsGoToScreen = false
    var screen: Int32 = STDOUT_FILENO
    /// The thread that is writing to the screen; 0 for none.
    let writer = Atomic<pthread_t>(0)
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
