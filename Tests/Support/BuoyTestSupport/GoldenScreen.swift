package import BuoyTextScreen
import FoundationEssentials

/// Golden screens: a screen as a text file, the characters first, then a letter for the role of
/// each cell. A test compares what is drawn with the file; `RECORD_SCREENS=1` writes the files
/// again, and the difference is then read, not trusted.
package enum GoldenScreen {
    /// Where a screen differs from its file.
    package enum Difference: Hashable, Sendable, CustomStringConvertible {
        /// There is no such file; it is made by recording.
        case missing(path: String)
        /// A row, counted from 1, and what the file has there.
        case row(Int, expected: String, actual: String)

        package var description: String {
            switch self {
            case .missing(let path):
                "\(path) does not exist: record it with RECORD_SCREENS=1 and look at it"
            case .row(let number, let expected, let actual):
                "line \(number)\nexpected \(expected)\nactual   \(actual)"
            }
        }
    }

    /// Compares a screen with `Screens/NAME.WIDTHxHEIGHT.screen` beside the test's source file.
    /// - Returns: the first differences, at most five; none when they are equal or were recorded.
    package static func differences(
        _ canvas: Canvas, _ name: String, besides testFile: String
    ) throws -> [Difference] {
        let size = "\(canvas.size.columns)x\(canvas.size.rows)"
        let folder = testFile.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Screens/\(name).\(size).screen"
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil {
            try Data(canvas.goldenScreen.utf8).write(to: URL(filePath: path))
            return []
        }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            return [.missing(path: path)]
        }
        let lines = { (text: String) in
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let expected = lines(String(decoding: data, as: UTF8.self))
        let actual = lines(canvas.goldenScreen)
        var differences: [Difference] = []
        for index in 0..<max(expected.count, actual.count) where differences.count < 5 {
            let left = index < expected.count ? expected[index] : "(no line)"
            let right = index < actual.count ? actual[index] : "(no line)"
            if !left.utf8.elementsEqual(right.utf8) {
                differences.append(.row(index + 1, expected: left, actual: right))
            }
        }
        return differences
    }
}
