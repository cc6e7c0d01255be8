package import BuoyScripts
import Channels

package struct SessionFaults: Sendable {
    package struct Plan: Sendable {
        package var steps: [FaultScript.Step] = []
        /// Counted from the first time that the client is connected.
        package var stepsWhenConnected: [FaultScript.Step] = []

        package init() {}
    }

    package let injector = FaultInjector()
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func run(_ client: ChannelsClient) async {
        if !self.plan.steps.isEmpty { await self.injector.perform(.plan(self.plan.steps)) }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.waitForConnection(client) }
            await self.injector.run()
            group.cancelAll()
        }
    }

    private func waitForConnection(_ client: ChannelsClient) async {
        guard !self.plan.stepsWhenConnected.isEmpty else { return }
        for await state in client.states where state == .connected {
            await self.injector.perform(.plan(self.plan.stepsWhenConnected))
            return
        }
    }
}
