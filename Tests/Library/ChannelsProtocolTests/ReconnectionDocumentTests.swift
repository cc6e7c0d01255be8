import BuoyTestBasics
import ChannelsProtocol
import Testing

/// docs/reconnection.md holds tables that are made from the policies, between markers.
/// `RECORD_DOCS=1` writes them again.
@Suite("The document about reconnection", .serialized)
struct ReconnectionDocumentTests {
    private static let path = "docs/reconnection.md"

    @Test("its tables are what the policies and the codes say")
    func tables() throws {
        var document = try MadeDocument(Self.path)
        let stale = try document.staleParts(
            ReconnectionDocument.parts.map { ($0.name, $0.text) })
        #expect(stale == [], "RECORD_DOCS=1 swift test --filter ReconnectionDocument")
    }

    @Test("it names every state, every profile and every option")
    func names() throws {
        let text = try MadeDocument(Self.path).text
        let options = ["maximumReconnectAttempts", "maximumReconnectDelay", "reconnectDelay"]
        let names =
            ConnectionState.allCases.map(\.rawValue)
            + ReconnectionPolicy.profiles.map(\.name) + options
        for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
        #expect(!text.contains("| `` |"), "a policy without a name in code")
    }
}
