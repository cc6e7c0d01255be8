package import ArgumentParser
package import BuoyScripts

package struct CompletionSource: Sendable {
    /// `nil` is the usual path. Empty if the configuration cannot be read.
    let servers: @Sendable (_ path: String?) -> [NamedServer]
    let sandboxChannels: [CompletionValue]

    @TaskLocal package static var current = CompletionSource(
        servers: { _ in [] }, sandboxChannels: [])

    package init(
        servers: @escaping @Sendable (_ path: String?) -> [NamedServer],
        sandboxChannels: [CompletionValue]
    ) {
        self.servers = servers
        self.sandboxChannels = sandboxChannels
    }

    private func servers(_ line: CompletedLine) -> [NamedServer] {
        self.servers(line.configurationPath)
    }

    fileprivate func otherServers(_ line: CompletedLine) -> [CompletionValue] {
        let given = Set(line.others)
        return self.servers(line).filter { !given.contains($0.name) }
            .map { CompletionValue($0.name, $0.address) }
    }

    /// The channels configured for the servers that a line names, or those of the sandbox if it
    /// names that, or names no server and the command then starts it.
    fileprivate func channels(
        _ line: CompletedLine, startsSandbox: Bool = false
    ) -> [CompletionValue] {
        let names = Set(line.others)
        let servers = self.servers(line).filter { names.contains($0.name) }
        let given = Set(line.others.flatMap { $0.split(separator: ",").map(String.init) })
        let channels = servers.flatMap { server in
            (server.settings.channels ?? []).map { CompletionValue($0, server.name) }
        }
        let isSandbox = names.contains("--sandbox") || startsSandbox && !Self.namesServer(line)
        return (channels.isEmpty && isSandbox ? self.sandboxChannels : channels)
            .filter { !given.contains($0.text) }
    }

    private static func namesServer(_ line: CompletedLine) -> Bool {
        let settings: [ServerSetting] = [.key, .host, .cluster]
        let options = settings.map(\.option) + [.server, .environmentFile]
        return options.contains { !line.values(of: $0.argument).isEmpty }
            || OptionVariable.of(settings).contains { $0.applies(to: [], Environment.current) }
    }
}

extension ServerArguments {
    package static let completion = CompletionKind.values { line in
        CompletionSource.current.otherServers(line)
    }
}

extension CompletionKind {
    package static let channels = CompletionKind.values { line in
        CompletionSource.current.channels(line)
    }

    static let channelLists = CompletionKind.lists { line in
        CompletionSource.current.channels(line, startsSandbox: true)
    }

    package static func serverChannels(
        where isIncluded: @escaping @Sendable (CompletedLine, String) -> Bool = { _, _ in true }
    ) -> CompletionKind {
        .lists { line in
            CompletionSource.current.channels(line)
                .filter { isIncluded(line, $0.text) }
        }
    }
}
