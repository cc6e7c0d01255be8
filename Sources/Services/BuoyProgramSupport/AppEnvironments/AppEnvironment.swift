package import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics
import ChannelsSigning

/// What an app's `.env` file says about its Channels server, and what is wrong with it. Holds
/// no secret, only the file that has it.
package struct AppEnvironment: Hashable, Sendable {
    package let path: String
    /// The folder and the file, as a name for the server: `shop/.env`.
    private(set) var name: String
    package let product: AppProduct?
    let settings: ServerSettings
    private let place: ServerPlace?
    /// Where the app publishes, if its pages connect to another address.
    private let publishingPlace: ServerPlace?
    private let endpoint: String?
    /// A channel that the app authorizes; `nil` if its sources name none.
    package let authorizedChannel: String?
    /// The most likely cause first.
    package let findings: [SettingFinding]

    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - folder: where a relative path starts, for the name.
    ///   - sources: what the app says itself.
    ///   - environment: of this process, which programs that are started from it inherit.
    package init(
        _ text: String, path: String, in folder: String = "", sources: AppSources = AppSources(),
        environment: [String: String] = [:]
    ) {
        let file = DotenvFile(text, defaults: sources.defaults)
        let values = AppValues(file)
        self.path = path
        self.name = (path.hasPrefix("/") ? path : "\(folder)/\(path)")
            .split(separator: "/").filter { $0 != "." }.suffix(2).joined(separator: "/")
        self.product = values?.product
        self.settings = values.map { ServerSettings($0, path: path) } ?? ServerSettings()
        self.place = values.flatMap { $0.pages.place(of: $0.product) }
        let publishing = values.flatMap { $0.app.place(of: $0.product) }
        self.publishingPlace = publishing == self.place ? nil : publishing
        let check = EnvironmentCheck(file, values, path: path, environment: environment)
        self.findings = check.findings
        self.authorizedChannel = sources.channel.map { "private-\($0)" }
        self.endpoint = AppEndpoint.url(
            in: file, isLaravel: check.isLaravel, prefix: sources.routePrefix)
    }

    package static func read(
        _ path: String, in folder: String = "", named name: String? = nil,
        environment: [String: String] = [:]
    ) throws(Failure) -> AppEnvironment {
        let own = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var read = AppEnvironment(
            try Self.text(of: path), path: path, in: folder,
            sources: AppSources(folder: own), environment: environment)
        if let name { read.name = name }
        return read
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

    /// `Reverb, app 1, ws://127.0.0.1:8080; pages use wss://ws.shop.test`; `nil` if the file has no
    /// app.
    package var summary: String? {
        guard let product else { return nil }
        let app = self.settings.appID.map { "app \($0)" }
        let place = (self.publishingPlace ?? self.place)?.address
        let parts = [product.name, app, place].compactMap(\.self).joined(separator: ", ")
        guard self.publishingPlace != nil, let pages = self.place?.address else { return parts }
        return "\(parts); pages use \(pages)"
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
        guard reasons.isEmpty, let place, let key = self.settings.key else {
            throw Failure(
                description: "\(self.path) does not say how to connect. "
                    + reasons.map { $0 + "." }.joined(separator: " "))
        }
        var server = NamedServer(
            name: self.name, at: place, key: key, settings: self.settings)
        server.publishingPlace = self.publishingPlace
        server.appEndpoint = self.endpoint
        return server
    }
}

extension ServerSettings {
    fileprivate init(_ values: AppValues, path: String) {
        self.init()
        self.key = values.key?.value
        self.appID = values.id?.value
        self.environmentFile = values.secret == nil ? nil : path
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
