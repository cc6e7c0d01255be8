package import ArgumentParser
package import Channels
package import Scripts

/// The arguments for the server, and for the channels to watch.
package struct ServerArguments: ParsableArguments {
    /// The title of the group in the help.
    package static let title = "Server"

    @Option(
        name: .customLong("server"),
        help: ArgumentHelp(
            "A server of the configuration, by name. Other options win over what it says.",
            valueName: "name"),
        completion: ServerArguments.completion)
    package var servers: [String] = []

    /// The server of the configuration that the arguments were completed from; `nil` for none.
    package var chosen = AfterParsing<NamedServer>()

    @Option(
        help: ArgumentHelp(
            "The app key. Without a key, host and cluster, buoy starts its sandbox."))
    package var key: String?

    @Option(help: "The cluster of the hosted service: eu, us2, mt1, …")
    package var cluster: String?

    @Option(help: "The host of any compatible server.")
    package var host: String?

    @Option(help: "The port; 443 by default, 80 without TLS.")
    package var port: Int?

    @Option(help: "The part of the URL path before /app.")
    package var path: String?

    @Option(
        help: ArgumentHelp(
            "Channels to subscribe to at the start; may be given several times.",
            valueName: "a,b,…"))
    package var subscribe: [String] = []

    package init() {}

    package func validate() throws {
        if self.cluster != nil, self.host != nil {
            throw ValidationError("Give --cluster or --host, not both.")
        }
        if let port, !(1...65535).contains(port) {
            throw ValidationError("The port must be between 1 and 65535.")
        }
    }

    /// Checks what a server of the configuration may complete.
    func checkComplete() throws {
        if self.key != nil, self.cluster == nil, self.host == nil {
            throw ValidationError(
                "--key needs a server: give --cluster (eu, us2, …) or --host.")
        }
        if self.key == nil, self.cluster != nil || self.host != nil {
            throw ValidationError("Give the app key with --key (the public key, not the secret).")
        }
    }

    /// How a shell completes the name of a server.
    package static let completion = CompletionKind.shellCommand(
        "buoy config --servers 2>/dev/null | cut -d ' ' -f 1")

    /// The given options that need a server.
    package var namesOfServerOptions: [String] {
        [("--port", self.port != nil), ("--path", self.path != nil)].filter(\.1).map(\.0)
    }

    /// The server that the arguments name.
    package var channelsHost: ChannelsHost {
        if let cluster = self.cluster { .cluster(cluster) } else { .host(self.host ?? "") }
    }

    /// The channels to subscribe to at the start.
    package func channels() throws -> [ChannelName] {
        try Self.channels(in: self.subscribe, prefix: "--subscribe: ")
    }

    /// The channels of lists with commas between them.
    ///
    /// - Parameter prefix: the start of an error.
    package static func channels(in lists: [String], prefix: String = "") throws -> [ChannelName] {
        let names = lists.flatMap { $0.split(separator: ",") }
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        return try names.map { name in
            do {
                return try ChannelName(name)
            } catch {
                throw ValidationError("\(prefix)\(error)")
            }
        }
    }
}
