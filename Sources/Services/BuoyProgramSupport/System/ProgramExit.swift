/// The exit codes of the program.
package enum ProgramExit: Int32 {
    case ok = 0
    /// Failed while running.
    case failed = 1
    /// The arguments, or a file that they name, cannot be used.
    case usage = 2
    /// The server refused this client: close codes 4000–4099, HTTP 4xx.
    case refused = 3
    /// The server could not be reached.
    case unreachable = 4
    /// None of the channels was authorized.
    case unauthorized = 5
    /// The expected event did not occur in time.
    case timedOut = 6
    /// Two servers delivered different events.
    case different = 7
}

/// Why the program ends: a sentence and the exit code.
package struct ProgramFailure: Error {
    package var code: ProgramExit
    package var message: String

    package init(_ code: ProgramExit, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Writing to standard output failed, with the system's reason.
    package static func noOutput(_ reason: String) -> ProgramFailure {
        ProgramFailure(.failed, "standard output could not be written completely: \(reason)")
    }
}
