import Channels

struct LabRunner: Sendable {
    let options: ChannelsOptions

    init(options: ChannelsOptions?) {
        self.options = options ?? ChannelsOptions(appKey: "", host: .host("localhost"))
    }

    @concurrent
    func run(_ request: LabRequest) async throws -> LabReport {
        let script = try LabCommand.script(request.script)
        guard let clients = request.clients else {
            return LabReport(script, self.profiles, seed: nil)
        }
        let profiles = self.profiles.filter { request.policy == nil || $0.name == request.policy }
        return try await LabPlan(
            script, profiles, clients: clients, jitters: [true, false], seed: 1,
            capacity: request.capacity, roundTrip: nil
        ).run()
    }

    /// The libraries, and the user's own policy: in place of the library that it is named after, or
    /// after all of them.
    private var profiles: [LabProfile] {
        let own = LabProfile(
            self.options.effectivePolicy, activityTimeout: self.options.activityTimeout,
            pongTimeout: self.options.pongTimeout)
        let isNew = !LabProfile.compared.contains { $0.name == own.name }
        return LabProfile.compared.map { $0.name == own.name ? own : $0 } + (isNew ? [own] : [])
    }
}
