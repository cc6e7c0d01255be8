package import ArgumentParser

package struct CompletionValue: Hashable, Sendable {
    var text: String
    var note: String

    package init(_ text: String, _ note: String = "") {
        self.text = text
        self.note = note
    }

    /// As a line for a shell. Fish would show the help of the option beside each value that has no
    /// note of its own.
    func line(for shell: CompletionShell?) -> String {
        shell == .fish ? "\(self.text)\t\(self.note)" : self.text
    }
}

extension CompletionKind {
    /// Values that depend on the line or the user's files. The shell runs the program for each
    /// completion, so nothing may be asked of a server.
    package static func values(
        _ values: @escaping @Sendable (CompletedLine) -> [CompletionValue]
    ) -> CompletionKind {
        .custom { words, index, _ in
            values(CompletedLine(words, at: index))
                .map { $0.line(for: CompletionShell.requesting) }
        }
    }

    package static func lists(
        _ values: @escaping @Sendable (CompletedLine) -> [CompletionValue]
    ) -> CompletionKind {
        .values { line in
            let parts = line.typed.split(separator: ",", omittingEmptySubsequences: false)
            let given = Set(parts.dropLast().map(String.init))
            let start = parts.dropLast().map { "\($0)," }.joined()
            return values(line).filter { !given.contains($0.text) }
                .map { CompletionValue(start + $0.text, $0.note) }
        }
    }
}
