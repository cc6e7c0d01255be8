package import Channels
package import ChannelsProtocol

package actor BotRunner {
    package nonisolated let reports: AsyncStream<BotReport>

    private let options: ChannelsOptions
    private let time: any TimeSource
    private var troupe = BotTroupe()
    private var live: [Int: LiveBot] = [:]
    private var alarm: ChannelsTimestamp?
    private let report: AsyncStream<BotReport>.Continuation
    private let work = AsyncStream.makeStream(of: Work.self)

    private enum Work: Sendable {
        case run(LiveBot)
        case end(LiveBot, isAbrupt: Bool)
        case wake(ChannelsTimestamp)
    }

    package init(_ options: ChannelsOptions, time: any TimeSource = SystemTime()) {
        self.options = options
        self.time = time
        (self.reports, self.report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(200))
    }

    package nonisolated var access: BotAccess { self.options.botAccess }

    package func perform(_ request: BotRequest) async {
        do throws(StageRefusal) {
            await self.carryOut(try self.troupe.perform(request, at: self.time.now()))
            self.tell()
        } catch {
            self.tell(BotReport.Remark(error.description, isProblem: true))
        }
    }

    package func run() async {
        await withDiscardingTaskGroup { group in
            for await work in self.work.stream {
                group.addTask { await self.carryOut(work) }
            }
            group.cancelAll()
        }
    }

    package func stop() async {
        let bots = self.live.values.map(\.client)
        (self.live, self.troupe) = ([:], BotTroupe())
        await withDiscardingTaskGroup { group in
            for client in bots { group.addTask { await client.stop() } }
        }
        self.work.continuation.finish()
        self.report.finish()
    }

    // MARK: Actions

    private func carryOut(_ actions: [BotTroupe.Action]) async {
        for action in actions {
            switch action {
            case .open(let connection): await self.open(connection)
            case .close(let number): self.end(number, isAbrupt: false)
            case .cut(let number): self.end(number, isAbrupt: true)
            case .drop(let number): await self.live[number]?.cut()
            case .send(let number, let event): await self.send(event, number)
            }
        }
        guard let next = self.troupe.next, self.alarm.map({ next < $0 }) ?? true else { return }
        self.alarm = next
        self.work.continuation.yield(.wake(next))
    }

    private func open(_ connection: BotTroupe.Connection) async {
        do throws(ChannelsError) {
            guard let options = self.options.forBot(connection) else {
                await self.refused(connection.number, "its channel cannot be authorized")
                return
            }
            let bot = try LiveBot(connection, options)
            self.live[connection.number] = bot
            // Before it is connected, so that what it has to say waits for the subscription.
            await bot.client.subscribe(connection.channel)
            self.work.continuation.yield(.run(bot))
        } catch {
            await self.refused(connection.number, error.description)
        }
    }

    private func end(_ number: Int, isAbrupt: Bool) {
        guard let bot = self.live.removeValue(forKey: number) else { return }
        self.work.continuation.yield(.end(bot, isAbrupt: isAbrupt))
    }

    private func send(_ event: ChannelsEvent, _ number: Int) async {
        guard let bot = self.live[number], let channel = event.channel else { return }
        do throws(ChannelsError) {
            try await bot.client.trigger(event.name, on: channel, data: event.data)
        } catch {
            let text = "the bot \(bot.connection.name) cannot send: \(error.description)"
            self.tell(BotReport.Remark(text, isProblem: true))
        }
    }

    // MARK: Tasks

    private nonisolated func carryOut(_ work: Work) async {
        switch work {
        case .run(let bot):
            async let listening: Void = self.listen(to: bot)
            await bot.run()
            await listening
        case .end(let bot, let isAbrupt):
            if isAbrupt { await bot.cut() }
            await bot.client.stop()
        case .wake(let moment):
            guard (try? await self.time.sleep(until: moment)) != nil else { return }
            await self.wake(moment)
        }
    }

    private func wake(_ moment: ChannelsTimestamp) async {
        if self.alarm == moment { self.alarm = nil }
        await self.carryOut(self.troupe.due(at: self.time.now()))
    }

    private nonisolated func listen(to bot: LiveBot) async {
        let number = bot.connection.number
        for await batch in bot.reports {
            for event in batch {
                switch event.kind {
                case .membersReplaced(bot.connection.channel, let members, _):
                    await self.subscribed(number, as: members.me)
                case .subscriptionChanged(bot.connection.channel, .failed(let failure)):
                    await self.refused(number, failure.text)
                case .stateChanged(let change) where change.current == .failed:
                    await self.refused(number, "the server rejected the connection")
                default: break
                }
            }
        }
    }

    private func subscribed(_ number: Int, as user: UserID?) {
        if let remark = self.troupe.subscribed(number, as: user) { self.tell(remark) }
    }

    private func refused(_ number: Int, _ reason: String) async {
        guard let (remark, actions) = self.troupe.refused(number, reason) else { return }
        await self.carryOut(actions)
        self.tell(remark)
    }

    private func tell(_ remark: BotReport.Remark? = nil) {
        self.report.yield(BotReport(at: self.time.now(), self.troupe.statuses, remark: remark))
    }
}
