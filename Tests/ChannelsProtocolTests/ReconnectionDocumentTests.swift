import ChannelsProtocol
import Foundation
import Testing

/// docs/reconnection.md holds tables that are made from the policies, between markers.
/// `RECORD_DOCS=1` writes them anew.
@Suite("The document about reconnection", .serialized)
struct ReconnectionDocumentTests {
    static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/reconnection.md")

    @Test("its tables are what the policies and the codes say")
    func tables() throws {
        var text = try String(contentsOf: Self.file, encoding: .utf8)
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            for part in ReconnectionDocument.parts {
                text.replaceSubrange(try Self.range(of: part.name, in: text), with: part.text)
            }
            try Data(text.utf8).write(to: Self.file)
        }
        for part in ReconnectionDocument.parts {
            let found = text[try Self.range(of: part.name, in: text)]
            #expect(
                found == part.text,
                "\(part.name) is stale: RECORD_DOCS=1 swift test --filter ReconnectionDocument")
        }
    }

    @Test("it names every state, every profile and every option")
    func names() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let options = ["maximumReconnectAttempts", "maximumReconnectDelay", "reconnectDelay"]
        let names =
            ConnectionState.allCases.map(\.rawValue)
            + ReconnectionPolicy.profiles.map(\.name) + options
        for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
    }

    /// What stands between the lines of the two markers.
    private static func range(
        of name: String, in text: String
    ) throws -> Range<String.Index> {
        let start = try #require(text.range(of: "<!-- made: \(name) -->\n"), "\(name)")
        let end = try #require(
            text.range(of: "\n<!-- end -->", range: start.upperBound..<text.endIndex), "\(name)")
        return start.upperBound..<end.lowerBound
    }
}
