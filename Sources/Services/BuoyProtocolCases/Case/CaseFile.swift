import BuoyTOMLFiles
import ChannelsBasics

/// Reads cases from TOML. The built-in files are in the folder `Cases`; docs/conformance.md
/// describes the form.
package struct CaseFile {
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let path: String
    private let document: TOMLDocument

    package static func builtIn() throws(Failure) -> [ConformCase] {
        let files = [
            ("server-connection.toml", PackageResources.server_connection_toml),
            ("server-channels.toml", PackageResources.server_channels_toml),
            ("server-api.toml", PackageResources.server_api_toml),
            ("server-odd.toml", PackageResources.server_odd_toml),
            ("client.toml", PackageResources.client_toml),
        ]
        var cases: [ConformCase] = []
        for (name, bytes) in files {
            cases += try Self.cases(String(decoding: bytes, as: UTF8.self), path: name)
        }
        return cases
    }

    package static func read(_ path: String) throws(Failure) -> [ConformCase] {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw Failure(description: FileProblem.cannot(.read, path, reason: error.description))
        }
        return try Self.cases(file.text, path: path)
    }

    package static func cases(_ text: String, path: String) throws(Failure) -> [ConformCase] {
        let document: TOMLDocument
        do { document = try TOMLDocument(text) } catch {
            throw Failure(description: "\(path), line \(error.line): \(error.text)")
        }
        let file = CaseFile(path: path, document: document)
        guard let list = document.root["case"]?.list, !list.isEmpty else {
            throw Failure(description: "\(path): there is no [[case]]")
        }
        var cases: [ConformCase] = []
        for (index, node) in list.enumerated() { cases.append(try file.read(node, index)) }
        return cases
    }

    private static let keys = [
        "id", "area", "title", "rule", "source", "level", "needs", "after", "steps", "channels",
        "activity", "clients", "alone",
    ]

    private func read(_ node: TOMLNode, _ index: Int) throws(Failure) -> ConformCase {
        let place = "case.\(index)"
        guard let table = node.table else { throw self.failure(place, "a case must be a table") }
        if let other = table.keys.first(where: { !Self.keys.contains($0) }) {
            throw self.failure(
                "\(place).\(other)", Suggestion.unknown("key", other, among: Self.keys))
        }
        let id = try self.text("id", table, place)
        guard id.hasPrefix("S-") || id.hasPrefix("C-"), id.hasOnlyLettersAndDigits(or: "-") else {
            throw self.failure("\(place).id", "id must be S-NUMBER or C-NUMBER")
        }
        return ConformCase(
            id: id, area: try self.text("area", table, place),
            title: try self.text("title", table, place), rule: try self.text("rule", table, place),
            source: try self.text("source", table, place),
            level: try self.word("level", try self.text("level", table, place), place),
            needs: try self.needs(table, place), after: try self.list("after", table, place),
            isAlone: table["alone"]?.flag ?? false,
            steps: try self.steps(table, place),
            channels: try self.list("channels", table, place, standard: ["private-conform"]),
            activity: try self.number("activity", table, place, standard: 120),
            clients: try self.number("clients", table, place, standard: 1))
    }

    private func needs(_ table: TOMLTable, _ place: String) throws(Failure) -> Set<ConformCase.Need>
    {
        var needs: Set<ConformCase.Need> = []
        for word in try self.list("needs", table, place) {
            needs.insert(try self.word("needs", word, place))
        }
        return needs
    }

    private func steps(_ table: TOMLTable, _ place: String) throws(Failure) -> [CaseStep] {
        guard let node = table["steps"], let text = node.text else {
            throw self.failure(place, "steps must be a text with a step on each line")
        }
        var steps: [CaseStep] = []
        // A line break at the start of the text is dropped.
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty
        {
            do throws(StepFailure) { steps.append(try CaseStep(String(line))) } catch {
                let number = node.place.line + 1 + offset
                throw Failure(description: "\(self.path), line \(number): \(error.text)")
            }
        }
        return steps
    }

    private func text(
        _ key: String, _ table: TOMLTable, _ place: String
    ) throws(Failure) -> String {
        guard let text = table[key]?.plainText else {
            throw self.failure(
                table[key] == nil ? place : "\(place).\(key)", "\(key) must be a string")
        }
        return text
    }

    private func number(
        _ key: String, _ table: TOMLTable, _ place: String, standard: Int
    ) throws(Failure) -> Int {
        guard let node = table[key] else { return standard }
        guard let number = node.integer, (1...600).contains(number) else {
            throw self.failure("\(place).\(key)", "\(key) must be a number from 1 to 600")
        }
        return number
    }

    private func list(
        _ key: String, _ table: TOMLTable, _ place: String, standard: [String] = []
    ) throws(Failure) -> [String] {
        guard let node = table[key] else { return standard }
        guard let list = node.list, list.allSatisfy({ $0.plainText != nil }) else {
            throw self.failure("\(place).\(key)", "\(key) must be a list of strings")
        }
        return list.compactMap(\.plainText)
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ text: String, _ place: String
    ) throws(Failure) -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue)
            throw self.failure("\(place).\(key)", Suggestion.unknown(key, text, among: words))
        }
        return word
    }

    private func failure(_ key: String, _ text: String) -> Failure {
        let line = self.document.line(of: key).map { ", line \($0)" } ?? ""
        return Failure(description: "\(self.path)\(line): \(text)")
    }
}
