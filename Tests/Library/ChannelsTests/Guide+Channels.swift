import Channels
import ChannelsDiagnostics

extension Guide {
    static func subscribe(_ client: ChannelsClient) async throws {
        // guide: subscribe start
        let orders = try await client.subscribe("orders")
        let lobby = try await client.subscribe("lobby", as: .presence)
        print("\(orders), \(lobby)")
        // guide: subscribe end
    }

    static func subscribed(_ client: ChannelsClient) async throws {
        // guide: subscribed start
        let orders = try await client.subscribe("private-orders")
        do {
            try await orders.subscribed()
        } catch {
            print("\(error)")
        }
        // guide: subscribed end
    }

    static func lookUp(_ client: ChannelsClient) async {
        // guide: look-up start
        for channel in await client.channels {
            print("\(channel) is \(channel.kind), subscribed: \(await channel.isSubscribed)")
        }
        if let orders = await client.channel("orders") { await orders.unsubscribe() }
        // guide: look-up end
    }

    static func subscriptions(_ client: ChannelsClient) async {
        // guide: subscriptions start
        for await report in client.reports {
            switch report.kind {
            case .subscriptionChanged(let channel, .subscribed):
                print("subscribed to \(channel)")
            case .subscriptionChanged(let channel, .failed(let failure)):
                print("\(channel): \(failure.text)")
            case .subscriptionStuck(let channel, let wait):
                print("\(channel): no answer for \(wait)")
                await client.channel(channel)?.resubscribe()
            default:
                continue
            }
        }
        // guide: subscriptions end
    }

    static func ownAuthorization(
        _ client: ChannelsClient, _ sign: (SocketID) async throws -> String
    ) async throws {
        // guide: own-authorization start
        guard let socketID = await client.socketID else { return }
        let auth = try await sign(socketID)
        try await client.subscribe(
            "orders", as: .private, authorization: ChannelAuthorization(auth: auth))
        // guide: own-authorization end
    }

    static func presence(_ client: ChannelsClient) async throws {
        // guide: presence start
        let lobby = try await client.subscribe("lobby", as: .presence)
        for await change in lobby.memberChanges {
            switch change {
            case .replaced(let members, _):
                print("\(members.count) here, and I am \(members.me?.text ?? "nobody")")
            case .added(let member):
                print("\(member.id) came: \(member.info?.text ?? "")")
            case .removed(let member):
                print("\(member.id) left")
            }
        }
        // guide: presence end
    }

    static func memberList(_ lobby: ChannelsClient.Channel) async {
        // guide: member-list start
        var members: [UserID: PresenceMember] = [:]
        for await change in lobby.memberChanges {
            switch change {
            case .added(let member): members[member.id] = member
            case .removed(let member): members[member.id] = nil
            case .replaced(let all, let difference?):
                for member in difference.left { members[member.id] = nil }
                for member in difference.joined + difference.updated { members[member.id] = member }
                let others = difference.excludingMe
                print("\(others.joined.count) came, \(others.left.count) left: \(all.count)")
            case .replaced(let all, nil):
                members = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            }
        }
        // guide: member-list end
        print("\(members.count)")
    }

    static func members(_ lobby: ChannelsClient.Channel) async {
        // guide: members start
        guard let members = await lobby.members else { return }
        let ana = members["ana"]
        let me = await lobby.me
        print("\(members.map(\.id)) \(ana?.info?.json?["name"] ?? nil) \(me == ana)")
        // guide: members end
    }

    static func trigger(_ client: ChannelsClient) async throws {
        // guide: trigger start
        let lobby = try await client.subscribe("presence-lobby")
        do throws(ChannelsError) {
            let outcome = try await lobby.trigger("client-typing", data: ["typing": true])
            print("\(outcome)")
        } catch {
            print("\(error)")
        }
        // guide: trigger end
    }

    static func rejections(_ client: ChannelsClient) async {
        // guide: rejections start
        for await report in client.reports {
            guard case .clientEventsRejected(let rejection) = report.kind else { continue }
            print("\(rejection.text), perhaps \(rejection.candidates.map(\.name))")
        }
        // guide: rejections end
    }

    static func encrypted() throws -> ChannelsOptions {
        var options = self.serverOfMyOwn()
        // guide: encrypted start
        let masterKey = try EncryptionMasterKey(
            base64: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
        options.authMethod = .inline(secret: AppSecret("app-secret"), masterKey: masterKey)
        // guide: encrypted end
        return options
    }

    static func decryption(_ client: ChannelsClient) async {
        // guide: decryption start
        for await report in client.reports {
            guard case .decryptionFailed(let failure) = report.kind else { continue }
            print("\(failure)")
        }
        // guide: decryption end
    }
}
