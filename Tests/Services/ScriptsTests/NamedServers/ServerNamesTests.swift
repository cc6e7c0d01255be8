import BuoyScripts
import Testing

@Suite("Names of servers")
struct ServerNamesTests {
    private static let commands = ["watch", "help"]

    private let servers = [
        NamedServer(name: "prod", place: .cluster("eu"), key: "k"),
        NamedServer(name: "staging", place: .host("h"), key: "k"),
    ]

    @Test("a name is short, plain, and no command", arguments: ["prod", "EU_1", "a.b-c", "9"])
    func allowed(name: String) { #expect(ServerNames.isAllowed(name, commandNames: Self.commands)) }

    @Test(
        "other names are refused",
        arguments: ["", "-x", ".x", "a b", "prød", "a/b", "watch", "help", "a\u{301}", "a=b"])
    func refused(name: String) {
        #expect(!ServerNames.isAllowed(name, commandNames: Self.commands))
    }

    @Test("a name has at most 40 characters")
    func length() {
        #expect(
            ServerNames.isAllowed(String(repeating: "a", count: 40), commandNames: Self.commands))
        #expect(
            !ServerNames.isAllowed(String(repeating: "a", count: 41), commandNames: Self.commands))
    }

    @Test("an unknown name is told with the nearest one and the list")
    func unknown() {
        #expect(
            self.reason("prdo", [])
                == "unknown server \"prdo\"; did you mean \"prod\"?")
        #expect(
            self.reason("zzzzzz", [])
                == "unknown server \"zzzzzz\"; choose from prod, staging")
    }

    @Test("in the place of a command, it may also be one that is written wrong")
    func word() {
        #expect(
            self.reason("wach", ["wach"])
                == "unknown command or server \"wach\"; did you mean \"watch\"?")
    }

    @Test("a command after a server is named as what it is, with the line to write")
    func commandAfterServer() {
        #expect(
            self.reason("watch", ["prod", "watch"])
                == "\"watch\" is a command, not a server. Use: buoy watch --server prod")
        #expect(
            self.reason("watch", ["watch"])
                == "\"watch\" is a command, not a server. Put it first: buoy watch …")
        #expect(
            self.reason("watch", ["watch", "orders"])
                == "\"watch\" is a command, not a server. Put it first: buoy watch …")
        #expect(
            self.reason("watch", ["nosuch", "watch"])
                == "\"watch\" is a command, not a server. Use: buoy watch --server nosuch")
    }

    @Test("without servers, the answer says how to add one")
    func empty() {
        let error = #expect(throws: UnknownServer.self) {
            try [NamedServer]().named("prod", in: "/home/ana/config.toml")
        }
        #expect(
            error?.description
                == "unknown server \"prod\"; no servers are configured: add [servers.NAME] with "
                + "key and cluster, or key and host, to /home/ana/config.toml, or use --key and "
                + "--cluster or --host")
    }

    private func reason(_ name: String, _ words: [String]) -> String? {
        do throws(UnknownServer) {
            _ = try self.servers.named(name, words: words, commands: Self.commands)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("the table has a line for each server")
    func table() {
        var servers = self.servers
        servers[0].settings.isReadOnly = true
        servers[1].settings.port = 6001
        #expect(
            ServerTable.lines(servers) == "prod     cluster eu  read-only\nstaging  h:6001")
        #expect(ServerTable.lines([]) == "")
    }

    @Test("the menu marks what is read-only")
    func menu() {
        var servers = self.servers
        servers[0].settings.isReadOnly = true
        let menu = ServerMenu(servers, current: "prod")
        #expect(menu.names == ["prod", "staging"])
        #expect(menu.rows.map(\.detail) == ["cluster eu, read-only", "h"])
        #expect(servers[0].readOnlyReason == .configured("prod"))
        #expect(servers[1].readOnlyReason == nil)
    }
}
