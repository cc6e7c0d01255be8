package import ArgumentParser

/// A command with additional sections after its options in the help.
package protocol HelpAppending: ParsableCommand {
    /// The sections after the options.
    static var appendix: String { get }
}
