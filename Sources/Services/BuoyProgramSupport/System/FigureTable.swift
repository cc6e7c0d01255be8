import BuoyTextScreen
import ChannelsBasics

package struct FigureTable {
    private let rows: [(name: String, value: String)]

    package init(_ rows: [(name: String, value: String)]) { self.rows = rows }

    /// Nothing in it can break a line or control a terminal.
    package var text: String {
        let width = self.rows.map(\.name.count).max() ?? 0
        return self.rows.map { PlainOutput.line("\($0.name.padded(to: width))  \($0.value)") }
            .joined(separator: "\n")
    }
}
