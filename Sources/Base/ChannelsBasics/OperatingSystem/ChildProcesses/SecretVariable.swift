/// Environment variables with secrets; programs that buoy starts do not get them.
package enum SecretVariable: String, CaseIterable, Sendable {
    case appSecret = "BUOY_SECRET"
    case pushToken = "BUOY_PUSH_TOKEN"

    package func value(in environment: [String: String]) -> String? {
        environment[self.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    static func isHarmless(_ entry: String) -> Bool {
        !Self.allCases.contains { entry.hasPrefix($0.rawValue + "=") }
    }

    static var otherEntries: [String] { ProcessEnvironment.entries.filter(Self.isHarmless) }
}
