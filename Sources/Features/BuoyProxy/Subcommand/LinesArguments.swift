import ArgumentParser

struct LinesArguments: ParsableArguments {
    static let title = "Lines"

    @Flag(name: .customLong("lines"), help: "Print one line per event, even in a terminal.")
    var printsLines = false
}
