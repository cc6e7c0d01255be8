import ArgumentParser

/// The argument of commands that can print lines instead of drawing.
struct LinesArguments: ParsableArguments {
    /// The title of the group in the help, and of the sentences after it.
    static let title = "Lines"

    @Flag(name: .customLong("lines"), help: "Print one line per event, even in a terminal.")
    var printsLines = false
}
