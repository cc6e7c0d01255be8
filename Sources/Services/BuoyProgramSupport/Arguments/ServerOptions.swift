package import ArgumentParser
package import BuoyScripts

package protocol ServerOptions: ParsableArguments, Sendable {
    static var bindings: [SettingBinding<Self>] { get }
}

/// A property of a group of options, and the setting that it gives. It is not given if it is `nil`,
/// empty, or a flag that is off.
package struct SettingBinding<Group: Sendable>: Sendable {
    fileprivate let read: @Sendable (Group, inout ServerSettings) -> Void
    fileprivate let write: @Sendable (inout Group, ServerSettings) -> Void

    package init<Value>(
        _ option: any WritableKeyPath<Group, Value?> & Sendable,
        _ setting: any WritableKeyPath<ServerSettings, Value?> & Sendable
    ) {
        self.read = { $1[keyPath: setting] = $0[keyPath: option] }
        self.write = { $0[keyPath: option] = $1[keyPath: setting] }
    }

    init<Value>(
        _ options: any WritableKeyPath<Group, [Value]> & Sendable,
        _ setting: any WritableKeyPath<ServerSettings, [Value]?> & Sendable
    ) {
        self.read = { group, settings in
            let values = group[keyPath: options]
            settings[keyPath: setting] = values.isEmpty ? nil : values
        }
        self.write = { $0[keyPath: options] = $1[keyPath: setting] ?? [] }
    }

    init(
        off flag: any WritableKeyPath<Group, Bool> & Sendable,
        _ setting: any WritableKeyPath<ServerSettings, Bool?> & Sendable
    ) {
        self.read = { $1[keyPath: setting] = $0[keyPath: flag] ? false : nil }
        self.write = { $0[keyPath: flag] = $1[keyPath: setting] == false }
    }
}

extension ServerOptions {
    func add(to settings: inout ServerSettings) {
        for binding in Self.bindings { binding.read(self, &settings) }
    }

    package mutating func take(_ settings: ServerSettings) {
        for binding in Self.bindings { binding.write(&self, settings) }
    }
}

extension ServerSettings {
    package init(_ groups: any ServerOptions...) {
        self.init()
        for group in groups { group.add(to: &self) }
    }

    package func checkPlace() throws {
        if self.cluster != nil, self.host != nil {
            throw ValidationError("Use --cluster or --host, not both.")
        }
        if let port, !(1...65535).contains(port) {
            throw ValidationError("The port must be between 1 and 65535.")
        }
    }

    var namesOfServerOptions: [String] {
        ServerSetting.all.filter { setting in
            switch setting.key.part {
            case .user, .channels, .display: false
            case .app, .place, .route, .clientCertificate, .secret, .endpoint, .endpointRequest:
                setting.key.isGiven(self)
            }
        }
        .map(\.option.argument)
    }
}
