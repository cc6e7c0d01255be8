package import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics
import ChannelsSigning

/// What an app's `.env` file says about its Channels server, and what is wrong with it. Holds
/// no secret, only the file that has it.
package struct AppEnvironment: Hashable, Sendable {
    package let path: String
    /// The folder and the file, as a name for the server: `shop/.env`.
    let name: String
    package let product: AppProduct?
    let settings: ServerSettings
    /// The most likely cause first.
    package let findings: [SettingFinding]

    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameter folder: where a relative path starts, for the name.
    package init(_ text: String, path: String, in folder: String = "") {
        let file = DotenvFile(text)
        let values = AppValues(file)
        self.path = path
        self.name = (path.hasPrefix("/") ? path : "\(folder)/\(path)")
            .split(separator: "/").filter { $0 != "." }.suffix(2).joined(separator: "/")
        self.product = values?.product
        self.settings = values.map { ServerSettings($0, path: path) } ?? ServerSettings()
        self.findings = EnvironmentCheck(file, values, path: path).findings
    }

    package static func read(
        _ path: String, in folder: String = ""
    ) throws(Failure) -> AppEnvironment {
        AppEnvironment(try Self.text(of: path), path: path, in: folder)
    }

    /// Reads the file again for each use.
    static func secret(inFile path: String) throws(Failure) -> AppSecret {
        guard let secret = AppValues(DotenvFile(try Self.text(of: path)))?.secret else {
            throw Failure(description: "\(path) no longer has an app secret.")
        }
        return AppSecret(secret.value)
    }

    private static func text(of path: String) throws(Failure) -> String {
        do throws(FileText.Failure) { return try FileText.read(path).text } catch {
            throw Failure(description: FileProblem.cannot(.read, path, reason: error.description))
        }
    }

    /// Mistakes in the app's settings that do not keep buoy from connecting.
    package var warning: String? {
        let wrong = self.findings.filter { $0.verdict == .wrong }
        guard let first = wrong.first else { return nil }
        let others =
            wrong.count > 1 ? " buoy check --env \(self.path) lists the other problems." : ""
        return "\(self.path): \(first.text).\(others)"
    }

    /// - Throws: `Failure` with everything that keeps buoy from connecting.
    package func server() throws(Failure) -> NamedServer {
        let reasons = self.findings.filter { $0.verdict == .unusable }.map(\.text)
        let place: NamedServer.Place? =
            self.settings.host.map { .host($0) } ?? self.settings.cluster.map { .cluster($0) }
        guard reasons.isEmpty, let place, let key = self.settings.key else {
            throw Failure(
                description: "\(self.path) does not say how to connect. "
                    + reasons.map { $0 + "." }.joined(separator: " "))
        }
        return NamedServer(name: self.name, place: place, key: key, settings: self.settings)
    }
}

extension ServerSettings {
    fileprivate init(_ values: AppValues, path: String) {
        self.init()
        self.key = values.key?.value
        self.appID = values.id?.value
        self.environmentFile = values.secret == nil ? nil : path
        let host = values.host.map(\.value)
        if let cluster = host.flatMap(AppPlace.cluster(ofAPIHost:)) ?? values.clusterOfPlace {
            self.cluster = cluster
            return
        }
        self.host = host
        self.port = values.port.flatMap { Int($0.value) }
        self.usesTLS = values.usesTLS
        self.path = values.path.flatMap { AppPlace.path($0.value) }
    }
}

extension AppValues {
    /// The cluster, if no host is given; Pusher's own one by default.
    fileprivate var clusterOfPlace: String? {
        guard self.product == .pusher, self.host == nil else { return nil }
        return self.cluster?.value ?? AppPlace.usualCluster
    }

    /// Laravel's default is TLS.
    var usesTLS: Bool {
        !["http", "ws"].contains(self.scheme?.value.lowercased() ?? "https")
    }
}

/// How Pusher and Laravel write places.
enum AppPlace {
    static let usualCluster = "mt1"

    /// The cluster in the name of a host of Pusher's HTTP API: `api-eu.pusher.com`.
    static func cluster(ofAPIHost host: String) -> String? {
        let host = host.lowercased()
        if ["api.pusherapp.com", "api.pusher.com"].contains(host) { return Self.usualCluster }
        guard host.hasPrefix("api-"), host.hasSuffix(".pusher.com") else { return nil }
        return String(host.dropFirst(4).dropLast(11))
    }

    /// A path that starts with a slash and does not end with one; `nil` for none.
    static func path(_ text: String) -> String? {
        let path = text.split(separator: "/").joined(separator: "/")
        return path.isEmpty ? nil : "/" + path
    }
}
