import Channels

/// A bot on a presence channel: it greets everybody once, and says who is here when it is asked.
struct GreetingBot: Sendable {
    let client: ChannelsClient
    let channel: String

    /// Runs until the client is stopped, or the task is cancelled.
    ///
    /// - Throws: `ChannelsError` if the name of the channel is invalid, `ClientError` if the server
    ///   refuses the subscription.
    func run() async throws {
        let lobby = try await self.client.subscribe(self.channel, as: .presence)
        // Streams start where they are made: before anything can arrive.
        let changes = lobby.memberChanges
        let questions = lobby.events("client-who")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.client.run() }
            await self.client.connect()
            try await lobby.subscribed()
            group.addTask { await self.greet(changes, on: lobby) }
            group.addTask { await self.answer(questions, on: lobby) }
            try await group.waitForAll()
        }
    }

    private func greet(_ changes: ClientStream<MemberChange>, on lobby: ChannelsClient.Channel)
        async
    {
        for await change in changes {
            switch change {
            case .added(let member): await self.say("Welcome, \(member.id)!", on: lobby)
            case .replaced(let members, let difference):
                // After a reconnection: those who came in the meantime.
                let others =
                    difference?.excludingMe.joined ?? members.filter { $0.id != members.me }
                for member in others { await self.say("Welcome, \(member.id)!", on: lobby) }
            case .removed: continue
            }
        }
    }

    private func answer(_ questions: ClientStream<ReceivedEvent>, on lobby: ChannelsClient.Channel)
        async
    {
        for await _ in questions {
            let names = await lobby.members?.map(\.id.text) ?? []
            await self.say("Here: \(names.joined(separator: ", "))", on: lobby)
        }
    }

    /// A message that breaks a rule of the protocol is lost, and the bot continues.
    private func say(_ text: String, on lobby: ChannelsClient.Channel) async {
        do throws(ChannelsError) {
            try await lobby.trigger("client-message", encoding: ["text": text])
        } catch {
            print("not sent: \(error)")
        }
    }
}
