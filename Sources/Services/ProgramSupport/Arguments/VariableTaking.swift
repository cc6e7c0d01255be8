package import ArgumentParser

/// A command with options that environment variables set.
package protocol VariableTaking: ParsableCommand {
    /// The variables.
    static var variables: [OptionVariable] { get }
}
