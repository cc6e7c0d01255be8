import BuoyTestBasics
import Foundation

/// What `swift package dump-package` says of a package, as far as tests need it.
struct PackageDump: Decodable {
    struct Target: Decodable {
        let name: String
        /// `executable`, `regular`, `system` or `test`.
        let type: String
        let path: String?
        let dependencies: [Dependency]
        let pkgConfig: String?
        let providers: [Provider]?
    }

    /// `{"product": ["Logging", "swift-log", …]}` or `{"byName": ["Channels", …]}`.
    struct Dependency: Decodable {
        let name: String
        /// The package of a product.
        let package: String?

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
            let parts = kinds.values.first ?? []
            self.name = parts.first?.text ?? ""
            self.package = kinds["product"].flatMap { $0.count > 1 ? $0[1].text : nil }
        }

        /// A string; conditions and `null` are passed over.
        private struct Part: Decodable {
            let text: String?
            init(from decoder: any Decoder) throws {
                self.text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }

    struct Provider: Decodable {
        let apt: [[String]]?
    }

    let name: String
    let targets: [Target]

    /// The description of a package in this repository.
    /// - Parameter path: its folder, from the root.
    init(of path: String) throws {
        let (process, output, scratch) = (Process(), Pipe(), try TestFolder())
        defer { withExtendedLifetime(scratch) {} }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path",
            Repository.root.appending(path: path).path(percentEncoded: false),
            "--scratch-path", scratch.path, "dump-package",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        self = try JSONDecoder().decode(Self.self, from: text)
    }

    /// That of buoy itself.
    static let ofBuoy = Result { try PackageDump(of: "") }
}
