import BuoyTextScreen
import Testing

@Suite("Roles")
struct RoleTests {
    @Test("every role has a name, a letter and a summary of its own")
    func unique() {
        let roles = Role.allCases
        #expect(Set(roles.map(\.name)).count == roles.count)
        #expect(Set(roles.map(\.code)).count == roles.count)
        #expect(Set(roles.map(\.summary)).count == roles.count)
        #expect(roles.allSatisfy { $0.summary.hasSuffix(".") })
    }

    @Test("letters of golden screens are printable ASCII, and not the frame of a row")
    func codes() {
        for role in Role.allCases {
            #expect(role.code.asciiValue.map { 0x21...0x7E ~= $0 } == true)
            #expect(role.code != "|")
        }
        #expect(Role.text.code == ".")
    }

    @Test(
        "a name belongs to its case",
        arguments: [
            (Role.text, "text"), (.borderFocused, "border_focused"), (.escape, "escape"),
            (.stateInitialized, "state.initialized"), (.stateConnected, "state.connected"),
            (.gap, "state.gap"), (.channelFailed, "channel.failed"), (.eventTime, "event.time"),
            (.eventNew, "event.new"), (.accent1, "event.accents[1]"),
            (.accent6, "event.accents[6]"), (.memberStale, "member.stale"),
            (.jsonPunctuation, "json.punct"), (.graphAxis, "graph.axis"),
        ])
    func names(role: Role, name: String) {
        #expect(role.name == name)
    }

    @Test("a channel has the same colour every time, and channels differ")
    func accents() {
        let again = String(decoding: Array("orders".utf8), as: UTF8.self)
        #expect(Role.accent(for: "orders".utf8) == Role.accent(for: again.utf8))
        let used = Set((0..<100).map { Role.accent(for: "channel-\($0)".utf8) })
        #expect(used == Set(Role.accents))
    }
}
