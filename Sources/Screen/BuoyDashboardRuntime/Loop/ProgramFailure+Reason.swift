import ArgumentParser
package import BuoyProgramSupport

extension ProgramFailure {
    package static func reason(of error: any Error) -> String {
        let text =
            (error as? ProgramFailure)?.message ?? (error as? ValidationError)?.message
            ?? "\(error)"
        return text.split(separator: "\n").joined(separator: "; ")
    }
}
