import Glibc

/// A Swift trap is SIGILL or SIGTRAP. The previous handler, such as Swift's backtracer, is called
/// afterwards.
enum CrashHandlers {
    private static let signals = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE]

    /// On a separate stack, because the usual one may be broken.
    static func install() {
        Self.coverThisThread()
        for signal in Self.signals {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { signal, info, _ in
                TerminalRestore.forGood()
                // Before anything that could crash again.
                sigaction(signal, &previousActions[Int(signal)], nil)
                CrashReport.write(signal)
                // A real fault occurs again on return, so the next handler sees its cause. A signal
                // that was sent has to be sent again.
                if let info, info.pointee.si_code <= 0 {
                    raise(signal)
                    // Swift's backtracer relies on the repeated fault, and returns.
                    var standard = sigaction()
                    standard.__sigaction_handler.sa_handler = SIG_DFL
                    sigaction(signal, &standard, nil)
                    raise(signal)
                }
            }
            action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER
            sigaction(signal, &action, &previousActions[Int(signal)])
        }
    }

    static func remove() {
        for signal in Self.signals {
            sigaction(signal, &previousActions[Int(signal)], nil)
        }
    }

    /// The main actor may have moved to another thread. All threads share one stack for handlers,
    /// which is insufficient only if two crash at once.
    static func coverThisThread() {
        var present = stack_t()
        // Swift's backtracer may have created one already.
        guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else {
            return
        }
        var stack = stack_t()
        stack.ss_sp = handlerStack
        stack.ss_size = handlerStackSize
        sigaltstack(&stack, nil)
    }
}

private let handlerStackSize = 131_072

// Only the system uses it, while a handler runs.
nonisolated(unsafe) private let handlerStack = UnsafeMutableRawPointer.allocate(
    byteCount: handlerStackSize, alignment: 16)

// The handler reads what `install` wrote before it installed the handler; one entry for each
// signal.
nonisolated(unsafe) private let previousActions: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    return actions
}()
