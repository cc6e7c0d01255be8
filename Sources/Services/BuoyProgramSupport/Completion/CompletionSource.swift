package import ArgumentParser
package import BuoyScripts

/// Where the values come from that shells complete and that the configuration contains.
package struct CompletionSource: Sendable {
    /// The servers of a configuration: the one with this path, or the usual one. None if it cannot
    /// be read.
    let servers: @Sendable (_ path: String?) -> [NamedServer]
    /// The channels of the built-in sandbox.
    let sandboxChannels: [CompletionValue]

    /// That of the running program; it knows nothing unless the program says so.
    @TaskLocal package static var current = CompletionSource(
        servers: { _ in [] }, sandboxChannels: [])

    /// - Parameters:
    ///   - servers: reads a configuration.
    ///   - sandboxChannels: the channels of the built-in sandbox.
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

    /// The servers that a line does not name yet.
    fileprivate func otherServers(_ line: CompletedLine) -> [CompletionValue] {
        let given = Set(line.others)
        return self.servers(line).filter { !given.contains($0.name) }
            .map { CompletionValue($0.name, $0.address) }
    }

    /// The channels that the configuration has for the servers that a line names. Without a server,
    /// those of the sandbox, if the command would start it.
    fileprivate func channels(_ line: CompletedLine, startsSandbox: Bool) -> [CompletionValue] {
        let names = Set(line.others)
        let servers = self.servers(line).filter { names.contains($0.name) }
        let given = Set(line.others.flatMap { $0.split(separator: ",").map(String.init) })
        let channels = servers.flatMap { server in
            (server.settings.channels ?? []).map { CompletionValue($0, server.name) }
        }
        let isSandbox = channels.isEmpty && startsSandbox && !Self.namesServer(line)
        return (isSandbox ? self.sandboxChannels : channels).filter { !given.contains($0.text) }
    }

    /// Whether a line, or a variable, says where the server is.
    private static func namesServer(_ line: CompletedLine) -> Bool {
        let settings: [ServerSetting] = [.key, .host, .cluster]
        let options = settings.map(\.option) + [.server, .environmentFile]
        return options.contains { !line.values(of: $0.argument).isEmpty }
            || OptionVariable.of(settings).contains { $0.applies(to: [], Environment.current) }
    }
}

extension ServerArguments {
    /// How a shell completes the name of a server.
    package static let completion = CompletionKind.values { line in
        CompletionSource.current.otherServers(line)
    }
}

extension CompletionKind {
    /// The channels of the named server, or of the sandbox.
    package static let channels = CompletionKind.values { line in
        CompletionSource.current.channels(line, startsSandbox: true)
    }

    /// The same with commas between them.
    static let channelLists = CompletionKind.lists { line in
        CompletionSource.current.channels(line, startsSandbox: true)
    }

    /// The channels of the server that the line names, for commands that never start the sandbox.
    ///
    /// - Parameter isIncluded: which of them.
    package static func serverChannels(
        where isIncluded: @escaping @Sendable (CompletedLine, String) -> Bool = { _, _ in true }
    ) -> CompletionKind {
        .lists { line in
            CompletionSource.current.channels(line, startsSandbox: false)
                .filter { isIncluded(line, $0.text) }
        }
    }
}
