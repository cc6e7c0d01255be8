internal import Glibc

/// The environment variables that contain a secret. Programs that buoy starts do not get them.
package enum SecretVariable: String, CaseIterable, Sendable {
    /// The app's secret.
    case appSecret = "BUOY_SECRET"
    /// The token of a device for push notifications.
    case pushToken = "BUOY_PUSH_TOKEN"

    /// The value; `nil` if the variable is empty or not set.
    package func value(in environment: [String: String]) -> String? {
        environment[self.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether an environment entry (`NAME=value`) holds none of these secrets.
    static func isHarmless(_ entry: String) -> Bool {
        !Self.allCases.contains { entry.hasPrefix($0.rawValue + "=") }
    }

    /// The entries of this process's environment without those variables.
    static var otherEntries: [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if Self.isHarmless(text) { entries.append(text) }
            next += 1
        }
        return entries
    }
}
