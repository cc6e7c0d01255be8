package enum ProgramExit: Int32 {
    case ok = 0
    case failed = 1
    /// The arguments, or a file that they name, cannot be used.
    case usage = 2
    /// The server refused this client: close codes 4000–4099, HTTP 4xx.
    case refused = 3
    case unreachable = 4
    /// None of the channels was authorized.
    case unauthorized = 5
    /// The expected event did not occur in time.
    case timedOut = 6
    /// Two servers delivered different events.
    case different = 7
}

package struct ProgramFailure: Error {
    package var code: ProgramExit
    package var message: String
    /// Whether it is already part of the JSON on standard output.
    package var isInJSON = false

    package init(_ code: ProgramExit, _ message: String) {
        self.code = code
        self.message = message
    }

    package static func noOutput(_ reason: String) -> ProgramFailure {
        ProgramFailure(.failed, "standard output could not be written completely: \(reason)")
    }
}
