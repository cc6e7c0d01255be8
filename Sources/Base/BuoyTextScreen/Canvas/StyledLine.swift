package struct StyledLine: Hashable, Sendable {
    package struct Run: Hashable, Sendable {
        package var text: SafeText
        package var role: Role
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: SafeText, _ role: Role = .text) {
        self.runs = [Run(text: text, role: role)]
    }

    package var width: Int { self.runs.reduce(0) { $0 + $1.text.width } }

    package mutating func append(_ text: SafeText, _ role: Role = .text) {
        self.runs.append(Run(text: text, role: role))
    }

    package mutating func append(_ line: StyledLine) {
        self.runs += line.runs
    }
}

extension Canvas {
    /// Returns the number of cells used. A line that does not fit ends in an ellipsis.
    @discardableResult
    package mutating func put(
        _ line: StyledLine, x: Int, y: Int, maxWidth: Int = ScreenSize.largest
    ) -> Int {
        let room = min(maxWidth, self.width - x)
        var column = 0
        for run in line.runs where column < room && !run.text.isEmpty {
            column += self.put(
                run.text, x: x + column, y: y, maxWidth: room - column, role: run.role)
        }
        return column
    }

    package mutating func highlight(_ needle: [Unicode.Scalar], y: Int, from x: Int = 0, role: Role)
    {
        guard !needle.isEmpty, y >= 0, y < self.height, x >= 0, x < self.width else { return }
        var columns: [Int] = []
        var scalars: [Unicode.Scalar] = []
        for column in x..<self.width where self[column, y].span != .continuation {
            columns.append(column)
            scalars.append(self[column, y].scalar.lowercasedASCII)
        }
        var start = 0
        while start + needle.count <= scalars.count {
            if scalars[start..<start + needle.count].elementsEqual(needle) {
                let end = start + needle.count
                let endColumn = end < columns.count ? columns[end] : self.width
                let width = endColumn - columns[start]
                self.overlay(role, in: Rect(x: columns[start], y: y, width: width, height: 1))
                start = end
            } else {
                start += 1
            }
        }
    }
}

extension Unicode.Scalar {
    package var lowercasedASCII: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(self.value) | 0x20) : self
    }
}
