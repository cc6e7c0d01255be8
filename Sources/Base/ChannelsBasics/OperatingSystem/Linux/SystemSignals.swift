internal import Glibc

/// Signals that other systems do not have.
package enum SystemSignals {
    /// Those that end a process unless it handles them.
    package static let ending = [SIGSTKFLT, SIGPWR]
}
