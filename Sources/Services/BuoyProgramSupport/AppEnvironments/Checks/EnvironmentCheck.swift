import ChannelsBasics

/// Looks for what is wrong in a `.env` file, as far as the file itself shows it. Sentences quote
/// places and words of Laravel, never a key or a secret.
struct EnvironmentCheck {
    let file: DotenvFile
    let values: AppValues?
    private let path: String
    private(set) var findings: [SettingFinding] = []
    private var known: Set<SettingFinding> = []

    init(
        _ file: DotenvFile, _ values: AppValues?, path: String, environment: [String: String] = [:]
    ) {
        self.file = file
        self.values = values
        self.path = path
        self.checkLines()
        self.checkOverrides(by: environment)
        self.checkBroadcasting()
        if let values {
            self.checkCredentials(values)
            self.checkPlace(values)
            self.checkPages(values)
        } else {
            self.add(
                path, .unusable,
                "it has no app: set REVERB_APP_KEY, PUSHER_APP_KEY or ABLY_KEY, and the settings "
                    + "that belong to it")
        }
        self.checkQueue()
    }

    mutating func add(_ name: String, _ verdict: SettingFinding.Verdict, _ sentence: String) {
        let finding = SettingFinding(name, verdict, sentence)
        if self.known.insert(finding).inserted { self.findings.append(finding) }
    }

    /// Environment variables take precedence over the file, in Laravel as elsewhere.
    private mutating func checkOverrides(by environment: [String: String]) {
        for entry in self.ownEntries {
            guard let other = environment[entry.name], other != entry.value else { continue }
            self.add(
                entry.name, .warning,
                "this shell has another value, which wins over line \(entry.line) in programs that "
                    + "it starts: unset \(entry.name), or change the file")
        }
    }

    var isLaravel: Bool {
        self.values?.product == .reverb
            || Self.wordsOfLaravel.contains { self.file.entry($0) != nil }
    }

    private static let wordsOfLaravel = [
        "BROADCAST_CONNECTION", "BROADCAST_DRIVER", "QUEUE_CONNECTION", "APP_KEY",
    ]

    /// The entries that concern the connection, those for pages included.
    var ownEntries: [DotenvFile.Entry] {
        let names = Self.appNames.union([
            "PUSHER_URL", "BROADCAST_CONNECTION", "BROADCAST_DRIVER", "QUEUE_CONNECTION",
        ])
        return self.file.entries.filter { names.contains(Self.withoutPrefix($0.name)) }
    }

    static let appNames = Set(AppProduct.allCases.flatMap { AppNames($0).all })

    static func withoutPrefix(_ name: String) -> String {
        let prefix = AppValues.publicPrefixes.first { name.hasPrefix($0) } ?? ""
        return String(name.dropFirst(prefix.count))
    }

    /// A value in a sentence; `nil` if it may be a secret, or is too long to be what it should be.
    func shown(_ value: String) -> String? {
        let secrets = [self.values?.secret, self.values?.key].compactMap { $0?.value }
        let isSecret = secrets.contains { !$0.isEmpty && value.contains($0) }
        let isPlain = value.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 }
        return isSecret || !isPlain || value.isEmpty || value.count > 64 ? nil : value
    }
}
