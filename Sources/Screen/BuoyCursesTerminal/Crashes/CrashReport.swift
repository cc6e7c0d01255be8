import BuoyTextScreen
import CBuoyNcurses
import Glibc

/// Everything is prepared in advance. Writing the report calls only `open`, `write` and the like,
/// and `backtrace`, whose library is loaded before. If the crash left a lock held, the process is
/// ended after two seconds.
enum CrashReport {
    /// Without options no file is written, but the crash is still reported.
    static func prepare(_ options: CrashReportOptions?) {
        crashState.pointee.isWritten = false
        let path = options.map { Array($0.path.utf8) + [0] }
        crashState.pointee.path.set(path ?? [0])
        crashState.pointee.header.set(options?.header ?? [])
        crashState.pointee.notes.set([])
        let program = Array(PlainOutput.line(options?.program ?? "the program").utf8)
        crashState.pointee.program.set(program)
        let shownPath = options.map { PlainOutput.line($0.path, alphabet: $0.alphabet) }
        crashState.pointee.shownPath.set(Array((shownPath ?? "").utf8))
        TerminalRestore.setSecrets(options?.secrets ?? [])
        // The first call loads a library, which a handler must not.
        _ = backtrace(crashState.pointee.frames, 1)
    }

    static func setNotes(_ notes: [UInt8]) {
        crashState.pointee.notes.set(notes)
    }

    /// Only once. The terminal has been restored. Safe in a signal handler.
    static func write(_ signal: Int32) {
        guard !crashState.pointee.isWritten else { return }
        crashState.pointee.isWritten = true
        _ = Glibc.signal(SIGALRM, SIG_DFL)
        alarm(2)
        let isWritten = Self.writeFile(signal)
        _ = Self.announce(signal, isWritten: isWritten, on: STDERR_FILENO)
        if isatty(STDERR_FILENO) != 1 {
            _ = Self.announce(signal, isWritten: isWritten, on: TerminalRestore.screen)
        }
        alarm(0)
    }

    private static func writeFile(_ signal: Int32) -> Bool {
        guard let path = crashState.pointee.path.current, path.count > 1,
            let name = path.baseAddress
        else { return false }
        let file = name.withMemoryRebound(to: CChar.self, capacity: path.count) {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else { return false }
        SignalSafe.write(crashState.pointee.header.current, to: file)
        SignalSafe.write("\nsignal: ", to: file)
        SignalSafe.write(Self.name(of: signal), to: file)
        SignalSafe.write("\n\nstate:\n", to: file)
        if let notes = crashState.pointee.notes.current {
            TerminalRestore.redact(notes)
            SignalSafe.write(notes, to: file)
        }
        SignalSafe.write("\n\nstandard error:\n", to: file)
        SignalSafe.write(TerminalRestore.heldErrors, to: file)
        SignalSafe.write("\n\ncall stack, most recent call first:\n", to: file)
        let frames = crashState.pointee.frames
        backtrace_symbols_fd(frames, backtrace(frames, CrashState.mostFrames), file)
        close(file)
        return true
    }

    /// Does not wait repeatedly for a terminal that accepts no output.
    private static func announce(_ signal: Int32, isWritten: Bool, on output: Int32) -> Bool {
        let state = crashState
        guard SignalSafe.write(state.pointee.program.current, to: output),
            SignalSafe.write(" crashed (", to: output),
            SignalSafe.write(Self.name(of: signal), to: output),
            SignalSafe.write(").", to: output)
        else { return false }
        if isWritten {
            return SignalSafe.write(" A crash report without secrets was written to ", to: output)
                && SignalSafe.write(state.pointee.shownPath.current, to: output)
                && SignalSafe.write("\n", to: output)
        }
        let isWanted = (state.pointee.path.current?.count ?? 0) > 1
        return SignalSafe.write(
            isWanted ? " No report could be written.\n" : "\n", to: output)
    }

    static func name(of signal: Int32) -> StaticString {
        switch signal {
        case SIGSEGV: "SIGSEGV"
        case SIGILL: "SIGILL"
        case SIGTRAP: "SIGTRAP"
        case SIGABRT: "SIGABRT"
        case SIGBUS: "SIGBUS"
        case SIGFPE: "SIGFPE"
        default: "a signal"
        }
    }
}

private struct CrashState {
    static let mostFrames: Int32 = 96

    var path = SignalSafeText()
    var shownPath = SignalSafeText()
    var program = SignalSafeText()
    var header = SignalSafeText()
    var notes = SignalSafeText()
    var isWritten = false
    let frames = UnsafeMutablePointer<UnsafeMutableRawPointer?>
        .allocate(capacity: Int(Self.mostFrames))
}

// Unsafe only in name: the main actor writes it, and a handler reads strings that stay where they
// are (see SignalSafeText). A constant pointer, so that reaching it takes no lock and no check.
nonisolated(unsafe) private let crashState: UnsafeMutablePointer<CrashState> = {
    let state = UnsafeMutablePointer<CrashState>.allocate(capacity: 1)
    state.initialize(to: CrashState())
    return state
}()
