import ArgumentParser

/// The argument of commands that can print lines instead of drawing.
package struct LinesArguments: ParsableArguments {
    /// The title of the group in the help, and of the sentences after it.
    package static let title = "Lines"

    @Flag(name: .customLong("lines"), help: "Print one line per event, even in a terminal.")
    package var printsLines = false

    package init() {}
}

/// The arguments of a connection of buoy's own for what is printed instead of drawing.
package struct SentencesArguments: ParsableArguments {
    @Flag(
        name: .customLong("drop"),
        help: "The former name of buoy tail --drop.")
    package var skipsLines = false

    @Flag(
        name: .customLong("plain"),
        help: "The former name of buoy tail --plain.")
    package var narrates = false

    package init() {}
}
