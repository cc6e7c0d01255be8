package import ArgumentParser
package import BuoyScripts
package import Channels
import ChannelsBasics

package struct ServerArguments: ServerOptions {
    package static let title = "Server"

    @Option(.server, completion: ServerArguments.completion)
    package var servers: [String] = []

    @Option(.environmentFile) package var environmentPath: String?

    @Flag(.sandbox) package var usesSandbox = false

    package var chosen = AfterParsing<NamedServer>()

    package var subscribe = AfterParsing<[String]>()

    package var environmentWarning = AfterParsing<String>()

    @Option(.key) var key: String?

    @Option(.cluster) package var cluster: String?

    @Option(.host) package var host: String?

    @Option(.port) var port: Int?

    @Option(.path) var path: String?

    @Option(.origin) var origin: String?

    @Option(.headers) var headers: [String] = []

    package static let bindings: [SettingBinding<Self>] = [
        SettingBinding(\.key, \.key), SettingBinding(\.cluster, \.cluster),
        SettingBinding(\.host, \.host), SettingBinding(\.port, \.port),
        SettingBinding(\.path, \.path), SettingBinding(\.subscribe.value, \.channels),
        SettingBinding(\.origin, \.origin), SettingBinding(\.headers, \.headers),
    ]

    package init() {}

    package func validate() throws { try ServerSettings(self).checkPlace() }

    package var subjects: [ServerSubject] {
        ServerSubject.all(self.servers, self.environmentPath, self.usesSandbox)
    }

    /// Whether nothing says which server to use.
    package var isEmpty: Bool {
        self.subjects.isEmpty && [self.key, self.host, self.cluster].allSatisfy { $0 == nil }
    }

    func checkComplete() throws {
        if self.key != nil, self.cluster == nil, self.host == nil {
            throw ValidationError(
                "--key needs a server: use --cluster (eu, us2, …) or --host.")
        }
        if self.key == nil, self.cluster != nil || self.host != nil {
            throw ValidationError("Set the app key with --key (the public key, not the secret).")
        }
    }

    func channels() throws -> [ChannelName] {
        try Self.channels(in: self.subscribe.value ?? [])
    }

    package static func channels(in lists: [String], prefix: String = "") throws -> [ChannelName] {
        let names = lists.flatMap { $0.split(separator: ",") }
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        return try names.map { name in
            guard name != "-", !name.hasPrefix("@") else {
                throw ValidationError(
                    "\(prefix)\"\(name)\" is no channel: use --channels-file to read channels from a "
                        + "file, or from standard input.")
            }
            do {
                return try ChannelName(name)
            } catch {
                throw ValidationError("\(prefix)\(error.words)")
            }
        }
    }
}
