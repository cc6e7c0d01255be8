import BuoyDashboard
import BuoySessions
import Channels

/// Keeps one connection without traffic, until something ends it or the time is up.
actor IdleRun {
    private var check: IdleCheck
    private let session: ServerSession
    private let limit: Duration

    init(_ target: ServerTarget, limit: Duration) throws {
        var target = target
        target.channels = []
        target.signsIn = false
        // The server's own timeout counts all the same.
        target.options.activityTimeout = limit + .seconds(60)
        self.check = IdleCheck(limit: limit)
        self.session = try ServerSession(target, limits: .skipping)
        self.limit = limit
    }

    func run() async -> (steps: [CheckStep], failure: CheckFailure?) {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.session.run() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.follow() }
                group.addTask { try? await Task.sleep(for: self.limit) }
                await group.next()
                group.cancelAll()
            }
            await self.session.stop()
        }
        return self.check.result
    }

    private func follow() async {
        for await batch in self.session.events {
            for event in batch { self.check.reported(event) }
            if self.check.isComplete { return }
        }
    }
}
