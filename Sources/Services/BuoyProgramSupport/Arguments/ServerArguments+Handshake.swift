import ArgumentParser
import BuoyScripts
import Channels

extension ServerArguments {
    func applyHandshake(to options: inout ChannelsOptions) throws {
        try self.checkOrigin()
        options.origin = self.origin
        options.headers = RequestFields(try self.headerFields().map(\.field))
        if let problem = options.problemOfHandshake {
            throw ValidationError("\(ServerSetting.headers.option.argument): \(problem)")
        }
    }

    /// Kept out of everything written for others.
    var headerSecrets: [[UInt8]] {
        get throws {
            try self.headerFields().filter(\.isSecret).map { Array($0.field.value.utf8) }
        }
    }

    /// Headers with a credential that other users of this machine can see in the arguments.
    package func warnings(environment: [String: String]) -> [String] {
        let variable = OptionVariable(ServerSetting.headers.option)?.name ?? ""
        return FieldArgument.warnings(
            about: self.headers.filter { $0 != environment[variable] },
            of: ServerSetting.headers.option.argument)
    }

    private func headerFields() throws -> [FieldArgument] {
        try self.headers.map(FieldArgument.init(header:))
    }

    /// Browsers send a scheme and a host, and servers compare them as they are.
    private func checkOrigin() throws {
        guard let origin, origin != "null" else { return }
        let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let isOrigin =
            parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && origin.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !parts[1].contains("/")
        guard isOrigin else {
            throw ValidationError(
                "--origin must be a scheme and a host without a path, such as https://example.com.")
        }
    }
}
