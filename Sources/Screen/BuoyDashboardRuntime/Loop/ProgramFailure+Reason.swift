import ArgumentParser
package import BuoyProgramSupport

extension ProgramFailure {
    /// What to say in a notice about an error of the arguments, of the configuration or of a start.
    package static func reason(of error: any Error) -> String {
        let text =
            (error as? ProgramFailure)?.message ?? (error as? ValidationError)?.message
            ?? "\(error)"
        return text.split(separator: "\n").joined(separator: "; ")
    }
}
