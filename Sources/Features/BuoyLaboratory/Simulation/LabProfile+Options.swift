import ChannelsBasics
import ChannelsProtocol

struct LabProfileError: Error, Hashable, CustomStringConvertible {
    let description: String

    fileprivate init(_ description: String) { self.description = description }
}

extension LabProfile {
    /// A policy, and options behind it: `pusher-js tls=no transports=ws+wss activity-timeout=30`,
    /// `pusher-js in=browser`, `pusher-swift version=5`.
    static func typed(
        _ text: String, policies: [String]
    ) throws(LabProfileError) -> LabProfile {
        let words = text.split(separator: " ").map(String.init)
        let name = words.first ?? ""
        guard var profile = Self.named(name) else {
            throw LabProfileError(Suggestion.unknown("policy", name, among: policies))
        }
        var options = Options()
        for word in words.dropFirst() { try options.read(word) }
        if let version = options.version { profile = try profile.of(version: version) }
        if let limit = options.activityTimeout { profile.activityTimeout = limit }
        profile.isWithoutJitter = options.isWithoutJitter
        profile = try options.applyTransports(to: profile, name)
        profile.name = words.joined(separator: " ")
        return profile
    }

    private func of(version: String) throws(LabProfileError) -> LabProfile {
        let known = Self.versions[self.name] ?? []
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map {
            Int($0)
        }
        guard let major = numbers[0], numbers.count <= 3, !numbers.contains(nil) else {
            throw LabProfileError(
                "\(self.name) version=\(version): the version must be a number, such as 8.6")
        }
        let number = [major, numbers.count > 1 ? numbers[1] ?? 0 : 0]
        guard let version = known.first(where: { $0.contains(number) }),
            let profile = Self.named(version.policy)
        else {
            let forms = known.map(\.form)
            throw LabProfileError(
                "\(self.name) version=\(version): the laboratory supports "
                    + (forms.isEmpty ? "only one version" : forms.listed()))
        }
        return profile
    }

    private struct Version {
        let first: [Int]
        let end: [Int]
        let policy: String

        init(_ first: [Int], until end: [Int], _ policy: String) {
            (self.first, self.end, self.policy) = (first, end, policy)
        }

        func contains(_ number: [Int]) -> Bool {
            !number.lexicographicallyPrecedes(self.first)
                && number.lexicographicallyPrecedes(self.end)
        }

        var form: String {
            let texts = [self.first, self.end].map { $0.map(String.init).joined(separator: ".") }
            return "\(texts[0]) to before \(texts[1])"
        }
    }

    private static let versions: [String: [Version]] = [
        "pusher-js": [Version([8, 0], until: [9, 0], "pusher-js")],
        "pusher-swift": [
            Version([1, 0], until: [6, 0], "pusher-swift-5"),
            Version([6, 0], until: [11, 0], "pusher-swift"),
        ],
        "libpusher": [
            Version([1, 0], until: [1, 5], "libpusher-classic"),
            Version([1, 5], until: [2, 0], "libpusher"),
        ],
        "pysher": [Version([1, 0], until: [2, 0], "pysher")],
    ]

    private struct Options {
        var usesTLS: Bool?
        var transports: String?
        var activityTimeout: Duration?
        var version: String?
        var isInBrowser = false
        var isWithoutJitter = false

        mutating func read(_ word: String) throws(LabProfileError) {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Self.unknown(word) }
            let value = parts[1]
            switch parts[0] {
            case "in":
                guard value == "browser" else {
                    throw LabProfileError("\(word): in must be browser")
                }
                self.isInBrowser = true
            case "tls":
                guard ["yes", "no"].contains(value) else {
                    throw LabProfileError("\(word): tls must be yes or no")
                }
                self.usesTLS = value == "yes"
            case "transports":
                guard ["ws", "ws+wss"].contains(value) else {
                    throw LabProfileError("\(word): transports must be ws or ws+wss")
                }
                self.transports = value
            case "activity-timeout":
                guard let seconds = Int(value), (1...86_400).contains(seconds) else {
                    throw LabProfileError(
                        "\(word): the timeout must be between 1 and 86400 seconds")
                }
                self.activityTimeout = .seconds(seconds)
            case "version": self.version = value
            case "jitter":
                guard value == "none" else {
                    throw LabProfileError("\(word): jitter must be none")
                }
                self.isWithoutJitter = true
            default: throw Self.unknown(word)
            }
        }

        private static func unknown(_ word: String) -> LabProfileError {
            LabProfileError(
                "\(word) is not a policy option. The options are in=browser, tls=yes|no, "
                    + "transports=ws|ws+wss, activity-timeout=SECONDS, version=NUMBER and "
                    + "jitter=none")
        }

        /// Without TLS, pusher-js also tries `wss`, unless that transport is turned off
        /// (`default_strategy.ts`).
        func applyTransports(
            to profile: LabProfile, _ name: String
        ) throws(LabProfileError) -> LabProfile {
            guard self.usesTLS != nil || self.transports != nil || self.isInBrowser else {
                return profile
            }
            guard name == "pusher-js" else {
                throw LabProfileError("only pusher-js has the options in, tls and transports")
            }
            let usesTLS = self.usesTLS ?? true
            guard self.isInBrowser || !usesTLS || self.transports == nil else {
                throw LabProfileError(
                    "transports requires tls=no: with TLS, only wss is available")
            }
            var profile = profile
            let triesTLS = !usesTLS && self.transports != "ws"
            profile.habits.fallbacks = triesTLS ? [.init(start: .seconds(2))] : []
            guard self.isInBrowser else { return profile }
            return profile.inBrowser(usesTLS: usesTLS, triesHTTP: self.transports == nil)
        }
    }
}
