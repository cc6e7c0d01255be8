import ArgumentParser

/// The argument of commands that can print lines instead of drawing.
package struct LinesArguments: ParsableArguments {
    /// The title of the group in the help, and of the sentences after it.
    package static let title = "Lines"

    @Flag(name: .customLong("lines"), help: "Print one line per event, even in a terminal.")
    package var printsLines = false

    package init() {}
}

/// Options that the dashboard had before `buoy tail` took over. They work in this
/// version, and is in no help.
package struct FormerLinesArguments: ParsableArguments {
    @Flag(name: .customLong("lines"), help: .private)
    package var printsLines = false

    @Flag(name: .customLong("drop"), help: .private)
    package var skipsLines = false

    @Flag(name: .customLong("plain"), help: .private)
    package var narrates = false

    package init() {}
}
