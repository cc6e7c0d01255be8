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
        name: .customLong("skip"),
        help: """
            Skip lines, and count them, if their reader is too slow. Otherwise the server is read more \
            slowly.
            """)
    package var skipsLines = false

    @Flag(
        name: .customLong("plain"),
        help: """
            Print sentences, for screen readers and logs. Lines are only appended, and there are no \
            symbols.
            """)
    package var narrates = false

    package init() {}
}
