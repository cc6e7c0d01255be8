import BuoyTestBasics
import Foundation
import Testing

/// What the documents show below a command is what the program prints.
///
/// A block of shell with one command that ends is followed by a block of text. Below several
/// commands, the text names those that it shows: `$ buoy channels`. A line `…` stands for any
/// number of lines, and `…` at the end of a line for its rest. Numbers, times, addresses and
/// spaces are not compared. With `RECORD_DOCS=1`, the blocks are written again.
@Suite("Outputs in the documents", .inTurn)
struct DocumentOutputTests {
    @Test("each text below a command is what it prints")
    func outputs() throws {
        let place = try DocumentPlace()
        var count = 0
        for document in try DocumentCommand.documents() {
            var text = try SourceTree.text(document)
            for sample in try Self.samples(of: text).reversed() {
                count += sample.commands.count
                let printed = try sample.commands.map { try Self.printed($0, place) }
                guard !sample.shows(printed) else { continue }
                guard Self.isRecording else {
                    Issue.record(
                        "\(document): \(sample.name)\n\(sample.recorded(printed))")
                    continue
                }
                text.replaceSubrange(sample.range, with: sample.recorded(printed))
            }
            if Self.isRecording {
                try Data(text.utf8).write(to: SourceTree.root.appending(path: document))
            }
        }
        #expect(count > 10)
    }

    /// What is shown takes several servers that do not share events.
    private static let elsewhere = "--connections"

    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil

    private static func printed(_ words: [String], _ place: DocumentPlace) throws -> [String] {
        let running = try place.start(words)
        _ = running.waitForEnd(seconds: 30)
        return (running.output + running.errors).replacing(place.port, with: "8080")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .dropLast()
    }

    /// The blocks of shell that are followed by a text which can be compared, or need one.
    private static func samples(of text: String) throws -> [OutputSample] {
        let found = text.matches(of: /(?ms)^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/)
        let named = found.map { $0.2.map(OutputSample.namedCommands) ?? [] }
        let blocks = found.map(\.1) + named.map { Substring($0.map { $0 + "\n" }.joined()) }
        var commands = [[[String]]](repeating: [], count: blocks.count)
        for (number, words) in try DocumentCommand.commands(of: blocks) {
            commands[number].append(words)
        }
        return found.enumerated().compactMap { index, match in
            let shown = named[index].isEmpty ? commands[index] : commands[found.count + index]
            let isPlain = !match.1.contains(/[|>&]|\$\(/)
            guard shown.count == 1 || !named[index].isEmpty, isPlain || !named[index].isEmpty,
                shown.allSatisfy(DocumentCommandTests.isRun(words:)),
                !shown.joined().contains(Self.elsewhere)
            else { return nil }
            return OutputSample(
                range: match.range, shell: String(match.1), text: match.2.map(String.init) ?? "",
                names: named[index], commands: shown)
        }
    }
}

/// A block of shell and the text below it.
private struct OutputSample {
    let range: Range<String.Index>
    let shell: String
    let text: String
    /// As the text names them, without `$ `.
    let names: [String]
    let commands: [[String]]

    /// Longer outputs are shortened when they are recorded.
    private static let longest = 16

    var name: String { (self.names.first ?? self.shell).trimmingCharacters(in: .newlines) }

    /// Also of several lines, each but the last with a backslash at its end.
    static func namedCommands(in text: Substring) -> [String] {
        text.matches(of: /(?m)^\$ ((?:.*\\\n)*.*)$/).map { String($0.1) }
    }

    func shows(_ printed: [[String]]) -> Bool {
        let shown = self.shown
        guard shown.count == printed.count else { return false }
        return zip(shown, printed).allSatisfy { Self.matches($0[...], $1[...]) }
    }

    /// The lines below each command.
    private var shown: [[String]] {
        guard !self.text.isEmpty else { return [] }
        var outputs: [[String]] = self.names.isEmpty ? [[]] : []
        var isName = false
        for line in self.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if isName || line.hasPrefix("$ ") {
                if !isName { outputs.append([]) }
                isName = line.hasSuffix("\\")
            } else {
                outputs[outputs.count - 1].append(String(line))
            }
        }
        return outputs
    }

    private static func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool
    {
        guard let line = shown.first else { return printed.isEmpty }
        if line.allSatisfy({ $0 == "…" || $0 == " " }), line.contains("…") {
            return (printed.startIndex...printed.endIndex).contains {
                self.matches(shown.dropFirst(), printed[$0...])
            }
        }
        guard let actual = printed.first else { return false }
        let (want, have) = (self.masked(line), self.masked(actual))
        let isSame = want == have || want.hasSuffix("…") && have.hasPrefix(want.dropLast())
        return isSame && self.matches(shown.dropFirst(), printed.dropFirst())
    }

    private static func masked(_ line: String) -> String {
        line.replacing(/[a-z]+:\/\/[^\s,;]+/, with: "URL")
            .replacing(/\b[0-9a-f]{12,}\b/, with: "HEX")
            .replacing(/[0-9][0-9.,:]*( ?(ms|µs|s|m|h|B|kB|KiB|MiB)\b)?/, with: "N")
            .replacing(/[ ]+/, with: " ")
    }

    func recorded(_ printed: [[String]]) -> String {
        var lines: [String] = []
        for (index, output) in printed.enumerated() {
            if !self.names.isEmpty { lines.append("$ \(self.names[index])") }
            lines += output.prefix(Self.longest)
            if output.count > Self.longest { lines.append("…") }
        }
        return "```sh\n\(self.shell)```\n\n```text\n" + lines.map { $0 + "\n" }.joined() + "```\n"
    }
}
