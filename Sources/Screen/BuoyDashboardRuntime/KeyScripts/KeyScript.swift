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
    enum Action: Hashable, Sendable {
        case press([KeyPress])
        /// Fails if no row of the screen contains the string in time.
        case wait(String, Duration)
        case gone(String, Duration)
        case pause(Duration)
    }

    struct Step: Hashable, Sendable {
        /// Counted from 1.
        let line: Int
        let action: Action
    }

    let steps: [Step]

    /// Used where a line has no `within`.
    static let usualLimit = Duration.seconds(10)

    /// - Throws: all lines that cannot be read, not only the first.
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

/// The lines that cannot be read, in order; never empty.
struct KeyScriptErrors: Error, Hashable, Sendable, CustomStringConvertible {
    let errors: [KeyScriptError]

    var description: String {
        self.errors.map(\.description).joined(separator: "\n")
    }
}

package struct KeyScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    let line: Int
    let reason: String

    package var description: String { "line \(self.line): \(self.reason)" }
}
