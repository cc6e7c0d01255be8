import ArgumentParser
package import BuoyProgramSupport
import ChannelsBasics

extension ProgramFailure {
    package static func reason(of error: any Error) -> String {
        let text =
            (error as? ProgramFailure)?.message ?? (error as? ValidationError)?.message
            ?? error.words
        return text.split(separator: "\n").joined(separator: "; ")
    }
}
