import BuoyScripts
import Foundation

/// The recordings beside the predictions, as a table of a document.
enum LibraryRecordingTable {
    /// The lines, for the document.
    static var text: String {
        let libraries = LibraryRecording.versions.keys.sorted()
        let heading = libraries.map { " \($0) recorded | predicted | difference |" }.joined()
        var lines = [
            "| script |\(heading)",
            "| --- |\(libraries.map { _ in " --- | --- | --- |" }.joined())",
        ]
        var names: [String] = []
        for recording in LibraryRecording.all where !names.contains(recording.script.name) {
            names.append(recording.script.name)
        }
        for name in names {
            let cells = libraries.map { library -> String in
                let recording = LibraryRecording.all.first {
                    $0.library == library && $0.script.name == name
                }
                return recording?.comparison().map(Self.cells) ?? " – | – | – |"
            }
            lines.append("| `\(name)` |\(cells.joined())")
        }
        return lines.joined(separator: "\n")
    }

    private static func cells(_ comparison: LibraryRecording.Comparison) -> String {
        let (attempts, connected) = (comparison.attempts, comparison.connected)
        let difference = comparison.difference.map { "\(Self.number($0, digits: 2)) s" } ?? "other"
        return " \(Self.cell(attempts.recorded, connected.recorded)) | "
            + "\(Self.cell(attempts.predicted, connected.predicted)) | \(difference) |"
    }

    /// `3, 25.9 s`: the attempts, and since when it stayed connected.
    private static func cell(_ attempts: Int, _ connected: Double?) -> String {
        connected.map { "\(attempts), \(Self.number($0, digits: 1)) s" } ?? "\(attempts), –"
    }

    private static func number(_ number: Double, digits: Int) -> String {
        String(format: "%.\(digits)f", number)
    }
}
