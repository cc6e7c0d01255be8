import CBuoyNcurses
import Glibc
import Synchronization

/// Restores the terminal when nothing else in the program can be trusted: in a signal handler,
/// after a crash, at exit.
///
/// Everything is prepared at the start. Restoring calls only `write`, `tcsetattr`, `dup2` and the
/// like, which are safe in a signal handler, and uses only memory that was allocated before.
enum TerminalRestore {
    enum Duty {
        case nothing

        /// The screen is the shell's.
        case settings

        case everything
    }

    /// - Parameter screen: the descriptor of the terminal. Writing to it should never block.
    static func arm(reset: [UInt8], settings: termios, screen: Int32) {
        restoreState.pointee.reset.set(reset)
        restoreState.pointee.settings = settings
        restoreState.pointee.screen = screen
        restoreState.pointee.duty = .everything
        restoreState.pointee.isOver.store(false, ordering: .sequentiallyConsistent)
        if !restoreState.pointee.isRegistered {
            restoreState.pointee.isRegistered = true
            atexit { TerminalRestore.now() }
        }
    }

    static func setReset(_ reset: [UInt8]) { restoreState.pointee.reset.set(reset) }

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

    static func setSecrets(_ secrets: [[UInt8]]) {
        restoreState.pointee.secrets.set(Redaction.packed(secrets))
    }

    /// Only once. Safe in a signal handler.
    static func now() {
        let duty = restoreState.pointee.duty
        restoreState.pointee.duty = .nothing
        if duty != .nothing, Self.ownsTerminal {
            Self.restoreScreen(duty)
            _ = tcsetattr(STDIN_FILENO, TCSANOW, &restoreState.pointee.settings)
        }
        Self.releaseErrors()
    }

    /// `false` in the background: another process uses the terminal, and changing it would stop
    /// this one.
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

    /// In a signal handler of a process that is about to end. Another thread may be taking the
    /// terminal over, or drawing a frame: what it has started comes before this, and it starts
    /// nothing more.
    static func forGood() {
        restoreState.pointee.isOver.store(true, ordering: .sequentiallyConsistent)
        if restoreState.pointee.duty == .everything { Self.detachScreen() }
        Self.awaitUser()
        Self.now()
    }

    /// For a `body` that writes to the screen or changes the settings of the terminal. If a signal
    /// ends the process meanwhile, the terminal is restored afterwards, not before. If it is
    /// restored already, this waits for the end of the process.
    static func whileUsing<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        Self.setUser(pthread_self())
        while restoreState.pointee.isOver.load(ordering: .sequentiallyConsistent) {
            Self.setUser(0)
            poll(nil, 0, 10)
            Self.setUser(pthread_self())
        }
        defer { Self.setUser(0) }
        return try body()
    }

    private static func setUser(_ thread: pthread_t) {
        restoreState.pointee.user.store(thread, ordering: .sequentiallyConsistent)
    }

    /// The thread that the signal interrupted is not waited for, because it does not continue.
    private static func awaitUser() {
        var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
        for _ in 0..<Self.longestUse {
            let user = restoreState.pointee.user.load(ordering: .sequentiallyConsistent)
            guard user != 0, user != pthread_self() else { return }
            nanosleep(&pause, nil)
        }
    }

    /// In milliseconds. A user of the terminal does not block, but on a busy machine it may have to
    /// wait for a processor.
    private static let longestUse = 1000

    static var screen: Int32 { restoreState.pointee.screen }

    static func detachScreen() {
        let screen = Self.screen
        let copy = fcntl(screen, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard copy >= 0, nowhere >= 0 else { return }
        restoreState.pointee.screen = copy
        dup2(nowhere, screen)
    }

    /// Also writes what was captured. Safe in a signal handler.
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

    static var heldErrors: UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(rebasing: restoreState.pointee.buffer[restoreState.pointee.held])
    }

    /// Safe in a signal handler.
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

private struct RestoreState: ~Copyable {
    static let mostErrors = 65_536

    var reset = SignalSafeText()
    var secrets = SignalSafeText()
    var settings = termios()
    var duty = TerminalRestore.Duty.nothing
    var isRegistered = false
    var errorOutput: Int32 = -1
    var errorsGoToScreen = false
    var screen: Int32 = STDOUT_FILENO
    let user = Atomic<pthread_t>(0)
    let isOver = Atomic(false)
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
