package import BuoyCursesTerminal
package import BuoyDashboard
import BuoyScripts

extension DashboardGroup {
    /// - Parameters:
    ///   - started: in order; the first one has the keys.
    ///   - options: for the log of all servers, which has the configuration of the first one.
    package static func show(
        _ started: [StartedServer], mergedIn options: DashboardOptions,
        features: [any Feature.Type], on terminal: Terminal,
        load: @escaping DashboardEnvironment.Load, _ keyScript: KeyScript?
    ) async -> LoopEnd {
        guard let first = started.first else { return .quit }
        let labels = ServerLabel.all(started.map { ($0.server.name, $0.server.color?.role) })
        let menu = { (current: String?) in ServerMenu(started.map(\.server), current: current) }
        let loops = started.enumerated().map { index, one in
            var own = one.options
            own.glyphs = options.glyphs
            own.servers = menu(one.server.name)
            own.opened = labels
            let parts = DashboardEnvironment(
                features: features, source: SessionSource(session: one.session),
                terminal: terminal,
                loader: one.loader, loaded: one.loaded, load: load,
                keyScript: index == 0 ? keyScript : nil)
            return DashboardLoop(parts, options: own)
        }
        var options = options
        options.servers = menu(nil)
        options.opened = labels
        options.isMerged = true
        options.firstPane = nil
        let parts = DashboardEnvironment(
            features: features, source: MergedSource(), terminal: terminal, loader: first.loader,
            loaded: first.loaded, load: load, keyScript: nil)
        let merged = DashboardLoop(parts, options: options)
        let group = DashboardGroup(labels, loops, merged: merged)
        let end = await group.lead.run()
        // Nothing else keeps the group alive for the loops.
        withExtendedLifetime(group) {}
        return end
    }
}
