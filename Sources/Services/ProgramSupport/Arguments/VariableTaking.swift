package import ArgumentParser

/// A command with options that environment variables set.
package protocol VariableTaking: ParsableCommand {
    /// The names of the variables.
    static var variables: [String] { get }
}
