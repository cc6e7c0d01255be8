import BuoyTestBasics
import Channels
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("The client signed in to the sandbox", .inTurn)
struct ClientUserTests {
    @Test("an event that is published to a user over HTTP reaches that user, and nobody else")
    func eventForUser() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await sandbox.runUser("ana") { ana in
                try await sandbox.runUser("ben") { ben in
                    #expect(try await ana.signIn().id == "ana")
                    #expect(try await ben.signIn().id == "ben")
                    try await sandbox.publishOverHTTP("note", on: "#server-to-user-ana")
                    try await sandbox.publishOverHTTP("end", on: "#server-to-user-ben")
                    let note = try await ana.report.received()
                    #expect(note.name == "note")
                    #expect(note.channel == ChannelName(wire: "#server-to-user-ana"))
                    let reports = try await ben.report.all(untilEvent: "end")
                    #expect(reports.events.map(\.name) == ["end"])
                }
            }
        }
    }

    @Test("a handler for events of the user is called, also after a reconnection")
    func binding() async throws {
        try await LoopbackSandbox.run { sandbox in
            let (names, name) = AsyncStream<EventName>.makeStream()
            try await sandbox.runUser("ana") { ana in
                await ana.client.bindUser { name.yield($0.name) }
                try await ana.signIn()
                try await sandbox.publishOverHTTP("first", on: "#server-to-user-ana")
                #expect(await names.first { _ in true } == "first")
                await sandbox.server.strike(.drop(.rst))
                _ = try await ana.report.signedIn()
                try await sandbox.publishOverHTTP("second", on: "#server-to-user-ana")
                #expect(await names.first { _ in true } == "second")
            }
        }
    }

    @Test("who watches is told who is there, who comes and who leaves")
    func watchlist() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await sandbox.runUser("ben") { ben in
                try await ben.signIn()
                try await sandbox.runUser("ana", watching: "ben,eve") { ana in
                    try await ana.signIn()
                    try await ana.report.watched("online", "ben")
                    #expect(await ana.client.onlineUsers == ["ben"])
                    try await sandbox.runUser("eve") { eve in
                        try await eve.signIn()
                        try await ana.report.watched("online", "eve")
                        #expect(await ana.client.onlineUsers == ["ben", "eve"])
                    }
                    try await ana.report.watched("offline", "eve")
                    #expect(await ana.client.onlineUsers == ["ben"])
                }
            }
        }
    }

    @Test(
        "a user whose connections the application ends is closed with 4009, and does not come back")
    func termination() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await sandbox.runUser("ana") { ana in
                try await ana.signIn()
                try await sandbox.call("/apps/1/users/ana/terminate_connections", body: "{}")
                let change = try await ana.report.stateChange(to: .failed)
                #expect(change.closeCode == 4009)
                #expect(change.closeCode?.name == "unauthorized")
                #expect(await sandbox.server.connections == 0)
            }
        }
    }

    @Test(
        "a user whom the endpoint does not vouch for is not signed in, and the connection lives on")
    func refusal() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.authorization(AuthorizationFault(.status(403))))
            try await sandbox.runUser("ana") { ana in
                try await ana.connect()
                await ana.client.signIn()
                let failure = try await ana.report.first { kind -> SignInFailure? in
                    guard case .signInChanged(.failed(let failure)) = kind else { return nil }
                    return failure
                }
                #expect(failure.phase == .authentication)
                #expect(failure.status == 403)
                await sandbox.server.strike(.clear)
                await ana.client.signIn()
                #expect(try await ana.report.signedIn().id == "ana")
            }
        }
    }
}

extension LoopbackSandbox {
    /// Runs a client that can sign in as this user.
    fileprivate func runUser(
        _ id: String, watching watchlist: String? = nil, _ test: (LiveClient) async throws -> Void
    ) async throws {
        var fields: RequestFields = ["user_id": id]
        fields["watchlist"] = watchlist
        let endpoint = AuthEndpoint(
            url: "http://127.0.0.1:\(self.port)/pusher/user-auth", parameters: fields)
        try await LiveClient.run(
            at: self.port, change: { $0.userAuthentication = .endpoint(endpoint) }, test)
    }

    /// Calls the HTTP API as a server library would.
    fileprivate func call(_ path: String, body: String) async throws {
        let signed = try SandboxApp.standard.requestSignature.signed(
            method: "POST", path: path, body: Array(body.utf8), unixTime: RouteDialogue.unixTime)
        let answer = try await self.send("POST", "\(path)?\(signed.encoded)", body: body)
        #expect(answer.status == 200)
    }

    fileprivate func publishOverHTTP(_ name: String, on channel: String) async throws {
        try await self.call(
            "/apps/1/events", body: #"{"name":"\#(name)","channels":["\#(channel)"],"data":"{}"}"#)
    }
}

extension LiveClient {
    /// Connects, signs in, and waits until the server has confirmed it.
    @discardableResult
    fileprivate func signIn() async throws -> SignedInUser {
        try await self.connect()
        await self.client.signIn()
        return try await self.report.signedIn()
    }
}

extension LiveReport {
    func signedIn() async throws -> SignedInUser {
        try await self.first { kind in
            if case .signInChanged(.signedIn(let user)) = kind { user } else { nil }
        }
    }

    fileprivate func watched(_ name: String, _ user: UserID) async throws {
        let expected = WatchlistChange(name: name, userIDs: [user])
        try await self.first { kind -> Void? in
            guard case .watchlistChanged(let changes) = kind else { return nil }
            return changes.contains(expected) ? () : nil
        }
    }
}
