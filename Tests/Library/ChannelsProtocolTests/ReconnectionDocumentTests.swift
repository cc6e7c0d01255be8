import BuoyTestBasics
import ChannelsProtocol
import Testing

/// docs/policies-and-codes.md has tables that are made from the policies, between markers.
/// `RECORD_DOCS=1` writes them again.
@Suite("The document about reconnection", .serialized)
struct ReconnectionDocumentTests {
    private static let path = "docs/policies-and-codes.md"

    @Test("its tables are what the policies and the codes say")
    func tables() throws {
        var document = try MadeDocument(Self.path)
        let stale = try document.staleParts(
            ReconnectionDocument.parts.map { ($0.name, $0.text) })
        #expect(stale == [], "RECORD_DOCS=1 swift test --filter ReconnectionDocument")
    }

    @Test("it names every profile and every option, and docs/reconnection.md every state")
    func names() throws {
        let text = try MadeDocument(Self.path).text
        let options = ["maximumReconnectAttempts", "maximumReconnectDelay", "reconnectDelay"]
        for name in ReconnectionPolicy.profiles.map(\.name) + options {
            #expect(text.contains("`\(name)`"), "\(name)")
        }
        let states = try MadeDocument("docs/reconnection.md").text
        for state in ConnectionState.allCases {
            #expect(states.contains("| `\(state.rawValue)` | "), "\(state)")
        }
        #expect(!text.contains("| `` |"), "a policy without a name in code")
    }
}
