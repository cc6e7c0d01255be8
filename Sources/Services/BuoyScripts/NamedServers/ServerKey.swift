/// A key of `[servers.NAME]`: a row of the table from which the reader of the configuration, its
/// documentation and its schema are made.
package struct ServerKey: TableKey, Sendable {
    /// The subject of a setting. Settings with the same subject are taken from the configuration
    /// together.
    package enum Part: Hashable, Sendable {
        case app
        case place
        case route
        case clientCertificate
        case secret
        case endpoint
        case endpointRequest
        case user
        case channels
        case display
    }

    /// The path in the table of a server: `auth.endpoint`.
    package let name: String
    package let part: Part
    package let form: SettingForm
    package let summary: String
    package let set: @Sendable (inout ServerSettings, SettingValue) -> Void
    package let isGiven: @Sendable (ServerSettings) -> Bool
    /// Takes the value from other settings, unless there is one.
    let fill: @Sendable (inout ServerSettings, ServerSettings) -> Void

    init<Value>(
        _ name: String, _ kind: SettingKind<Value>,
        _ path: any WritableKeyPath<ServerSettings, Value?> & Sendable, of part: Part,
        _ summary: String
    ) {
        self.name = name
        self.part = part
        self.form = kind.form
        self.summary = summary
        self.set = { $0[keyPath: path] = kind.value($1) }
        self.isGiven = { $0[keyPath: path] != nil }
        self.fill = { $0[keyPath: path] = $0[keyPath: path] ?? $1[keyPath: path] }
    }
}

// Keys are compared by name.
extension ServerKey: Hashable {
    package static func == (one: ServerKey, other: ServerKey) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.name) }
}

/// A setting of a server that also has an option.
package struct ServerSetting: Sendable {
    package let key: ServerKey
    package let option: SettingOption

    init(_ key: ServerKey, _ option: SettingOption) {
        self.key = key
        self.option = option
    }
}

extension SettingKind where Value == SecretProgram {
    static var program: Self {
        Self(.program("[\"pass\", \"show\", \"buoy/prod\"]")) {
            if case .texts(let words) = $0 { .words(words) } else { nil }
        }
    }
}
