import BuoyTextScreen

/// Keys to press, and what must be on the screen in between: a demonstration or a bug report that
/// can be repeated.
///
/// ```
/// # One step on each line.
/// wait CONNECTED
/// key s
/// text orders
/// key Enter
/// wait "1 Channels 6" within 30s
/// pause 2s
/// gone subscribe
/// ```
package struct KeyScript: Hashable, Sendable {
    /// What a line asks for.
    enum Action: Hashable, Sendable {
        /// Presses keys.
        case press([KeyPress])
        /// Waits until a row of the screen contains a string, at most so long.
        case wait(String, Duration)
        /// Waits until no row contains a string, at most so long.
        case gone(String, Duration)
        /// Lets time pass.
        case pause(Duration)
    }

    /// A line of the script.
    struct Step: Hashable, Sendable {
        /// The number of the line, from 1.
        let line: Int
        /// What it asks for.
        let action: Action
    }

    /// The steps in order.
    let steps: [Step]

    /// How long a string is waited for by default.
    static let usualLimit = Duration.seconds(10)

    /// Creates a script of these steps.
    init(steps: [Step]) { self.steps = steps }

    /// Reads a script.
    /// - Throws: all lines that cannot be read.
    init(_ text: String) throws(KeyScriptErrors) {
        var steps: [Step] = []
        var errors: [KeyScriptError] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            var reader = KeyScriptLine(line, number: index + 1)
            do throws(KeyScriptError) {
                guard let action = try reader.action() else { continue }
                steps.append(Step(line: index + 1, action: action))
            } catch {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw KeyScriptErrors(errors: errors) }
        self.steps = steps
    }
}

/// The lines of a script that cannot be read, in their order; never empty.
struct KeyScriptErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors in the order of the lines.
    let errors: [KeyScriptError]

    /// One line for each error.
    var description: String {
        self.errors.map(\.description).joined(separator: "\n")
    }
}

/// Why a line of a script cannot be read.
package struct KeyScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    let line: Int
    /// The problem, and what would be right.
    let reason: String

    package var description: String { "line \(self.line): \(self.reason)" }
}
