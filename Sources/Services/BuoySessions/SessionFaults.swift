package import BuoyScripts
import Channels

/// What is made to go wrong with a session's connection: at the user's keystroke, and as the
/// arguments plan it.
package struct SessionFaults: Sendable {
    /// What the arguments plan.
    package struct Plan: Sendable {
        /// The steps that count from the start.
        package var steps: [FaultScript.Step] = []
        /// The steps that count from the first time that the client is connected.
        package var stepsWhenConnected: [FaultScript.Step] = []

        package init() {}
    }

    /// Makes the faults.
    package let injector = FaultInjector()
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    /// Plans the steps, and makes faults until the injector is stopped.
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
