import BuoyScripts

/// What an app connects to, by the names of its variables.
package enum AppProduct: String, CaseIterable, Hashable, Sendable {
    case reverb, pusher, soketi, ably

    package var name: String {
        switch self {
        case .reverb: "Reverb"
        case .pusher: "Pusher"
        case .soketi: "soketi"
        case .ably: "Ably"
        }
    }

    /// Laravel's word for it in `BROADCAST_CONNECTION`.
    var driver: String { self == .soketi ? "pusher" : self.rawValue }
}

/// May be the secret.
struct AppValue: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The values of an app, found under the names that Laravel, Rails and Node use. They contain the
/// secret, so they are not kept.
struct AppValues: Sendable {
    let product: AppProduct
    var id: AppValue?
    var key: AppValue?
    var secret: AppValue?
    /// Where the pages connect to.
    var pages: AppSide
    /// Where the app publishes.
    var app: AppSide

    /// What bundlers put before the names of variables that become part of the pages.
    static let publicPrefixes = [
        "VITE_", "NEXT_PUBLIC_", "NUXT_PUBLIC_", "REACT_APP_", "VUE_APP_", "EXPO_PUBLIC_",
        "PUBLIC_", "MIX_",
    ]

    /// `nil` without any app key or secret.
    init?(_ file: DotenvFile) {
        let driver = Self.driver(in: file)?.value.lowercased()
        let found = AppProduct.allCases.filter { AppNames($0).occur(in: file) }
        let product = found.first { $0.driver == driver } ?? found.first
        guard let product else { return nil }
        self.init(product, in: file)
    }

    private init(_ product: AppProduct, in file: DotenvFile) {
        self.product = product
        let names = AppNames(product)
        self.id = Self.first(names.id, in: file)
        self.key = Self.first(names.key, in: file) ?? Self.firstPublic(names.key, in: file)
        self.secret = Self.first(names.secret, in: file)
        self.pages = AppSide(names) { Self.firstPublic($0, in: file) ?? Self.first($0, in: file) }
        self.app = AppSide(names) { Self.first($0, in: file) ?? Self.firstPublic($0, in: file) }
        switch product {
        case .pusher: self.takeURL(in: file)
        case .ably: self.takeAblyKey(in: file)
        case .soketi: self.takeDefaults(in: file)
        case .reverb: break
        }
    }

    /// soketi's own file says little: without a certificate it speaks http on port 6001.
    private mutating func takeDefaults(in file: DotenvFile) {
        let hasCertificate = file.value("SOKETI_SSL_CERT") != nil
        self.changeSides { side in
            side.host = side.host ?? AppValue("SOKETI_HOST", "127.0.0.1")
            side.port = side.port ?? AppValue("SOKETI_PORT", "6001")
            side.scheme =
                side.scheme ?? AppValue("SOKETI_SSL_CERT", hasCertificate ? "https" : "http")
        }
    }

    /// How Laravel broadcasts: the name since version 11, or the one before.
    static func driver(in file: DotenvFile) -> AppValue? {
        Self.first(["BROADCAST_CONNECTION", "BROADCAST_DRIVER"], in: file)
    }

    private mutating func changeSides(_ change: (inout AppSide) -> Void) {
        change(&self.pages)
        change(&self.app)
    }

    private static func firstPublic(_ names: [String], in file: DotenvFile) -> AppValue? {
        Self.first(names.flatMap { name in Self.publicPrefixes.map { $0 + name } }, in: file)
    }

    private static func first(_ names: [String], in file: DotenvFile) -> AppValue? {
        for name in names {
            if let value = file.value(name) { return AppValue(name, value) }
        }
        return nil
    }

    /// `PUSHER_URL=https://KEY:SECRET@HOST:PORT/apps/ID`, as Rails and Heroku have it.
    private mutating func takeURL(in file: DotenvFile) {
        let name = "PUSHER_URL"
        guard let url = file.value(name), let scheme = url.firstRange(of: "://"),
            let at = url.lastIndex(of: "@"), scheme.upperBound < at,
            let colon = url[scheme.upperBound..<at].firstIndex(of: ":")
        else { return }
        let place = url[url.index(after: at)...].prefix { $0 != "/" }
        let path = url[place.endIndex...].split(separator: "/")
        self.key = self.key ?? AppValue(name, String(url[scheme.upperBound..<colon]))
        self.secret = self.secret ?? AppValue(name, String(url[url.index(after: colon)..<at]))
        if path.count == 2, path[0] == "apps" {
            self.id = self.id ?? AppValue(name, String(path[1]))
        }
        let parts = place.split(separator: ":", maxSplits: 1)
        let side = AppSide(
            host: parts.first.map { AppValue(name, String($0)) },
            port: parts.count == 2 ? AppValue(name, String(parts[1])) : nil,
            scheme: AppValue(name, String(url[..<scheme.lowerBound])))
        // The library that publishes takes the address from the URL.
        if self.app.host == nil { self.app = side }
        if self.pages.host == nil, self.pages.cluster == nil { self.pages = side }
    }

    /// `ABLY_KEY=APP.KEY:SECRET`. In Ably's adapter for Pusher, the key is the part before the
    /// colon.
    private mutating func takeAblyKey(in file: DotenvFile) {
        guard let whole = self.key else { return }
        let parts = whole.value.split(separator: ":", maxSplits: 1)
        guard let key = parts.first else { return }
        self.key = AppValue(whole.name, String(key))
        self.secret = parts.count == 2 ? AppValue(whole.name, String(parts[1])) : nil
        self.id = key.split(separator: ".").first.map { AppValue(whole.name, String($0)) }
        self.changeSides {
            $0.host = $0.host ?? AppValue(whole.name, "realtime-pusher.ably.io")
        }
    }
}

/// The address of a server, as the values of an app give it.
struct AppSide: Hashable, Sendable {
    var cluster: AppValue?
    var host: AppValue?
    var port: AppValue?
    var scheme: AppValue?
    var path: AppValue?
}

extension AppSide {
    fileprivate init(_ names: AppNames, _ value: ([String]) -> AppValue?) {
        self.init(
            cluster: value(names.cluster), host: value(names.host), port: value(names.port),
            scheme: value(names.scheme), path: value(names.path))
    }

    /// Laravel's default is TLS.
    var usesTLS: Bool { !["http", "ws"].contains(self.scheme?.value.lowercased() ?? "https") }

    /// - Returns: `nil` if nothing says where the server is.
    func place(of product: AppProduct) -> ServerPlace? {
        let host = self.host.map(\.value)
        if let cluster = host.flatMap(AppPlace.cluster(ofAPIHost:)) {
            return ServerPlace(.cluster(cluster))
        }
        guard let host else {
            guard product == .pusher else { return nil }
            return ServerPlace(.cluster(self.cluster?.value ?? AppPlace.usualCluster))
        }
        return ServerPlace(
            .host(host), port: self.port.flatMap { Int($0.value) }, usesTLS: self.usesTLS,
            path: self.path.flatMap { AppPlace.path($0.value) })
    }
}

/// The usual name of each comes first.
struct AppNames {
    let id: [String]
    let key: [String]
    let secret: [String]
    let cluster: [String]
    let host: [String]
    let port: [String]
    let scheme: [String]
    let path: [String]

    init(_ product: AppProduct) {
        let prefixes: [String] =
            switch product {
            case .reverb: ["REVERB_"]
            case .pusher: ["PUSHER_"]
            case .soketi: ["SOKETI_", "SOCKUDO_"]
            case .ably: ["ABLY_"]
            }
        let names = { (words: String...) in words.flatMap { word in prefixes.map { $0 + word } } }
        let parts = product == .soketi ? ["DEFAULT_APP_", "APP_"] : ["APP_", ""]
        let ofApp = { (word: String) in
            parts.flatMap { part in prefixes.map { $0 + part + word } }
        }
        self.id = product == .soketi ? ofApp("ID") : names("APP_ID")
        self.key = product == .ably ? names("KEY", "PUBLIC_KEY") : ofApp("KEY")
        self.secret = product == .ably ? [] : ofApp("SECRET")
        self.cluster = product == .pusher ? ofApp("CLUSTER") : []
        self.host = product == .ably ? [] : names("HOST")
        self.port = product == .ably ? [] : names("PORT")
        self.scheme = product == .ably ? [] : names("SCHEME")
        self.path = product == .reverb ? names("PATH", "SERVER_PATH") : names("PATH")
    }

    /// The names that concern an app, without those for pages.
    var all: [String] {
        self.id + self.key + self.secret + self.cluster + self.host + self.port + self.scheme
            + self.path
    }

    func occur(in file: DotenvFile) -> Bool {
        let plain = self.key + self.secret + self.id
        let shown = self.key.flatMap { key in AppValues.publicPrefixes.map { $0 + key } }
        let names = plain + shown + (self.key.contains("PUSHER_APP_KEY") ? ["PUSHER_URL"] : [])
        return names.contains { file.entry($0) != nil }
    }
}
