internal import Glibc

package enum SystemSignals {
    package static let ending = [SIGSTKFLT, SIGPWR]
}
