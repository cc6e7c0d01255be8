import Foundation
import Testing

@testable import Transport

/// The certificates of `Corpora/gen-certs.sh`, made once for each run of the tests; `nil` where there
/// is no `openssl` command.
struct Certificates: Sendable {
    static let shared = Certificates()

    private let folder: URL

    private init?() {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-certificates-\(ProcessInfo.processInfo.processIdentifier)")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [Corpus.folder.appending(path: "gen-certs.sh").path, folder.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        self.folder = folder
        atexit {
            guard let shared = Certificates.shared else { return }
            try? FileManager.default.removeItem(at: shared.folder)
        }
    }

    var root: String { self.path("root.pem") }

    func path(_ name: String) -> String { self.folder.appending(path: name).path }

    func server(_ name: String) -> TLSServerSettings {
        TLSServerSettings(
            certificateFile: self.path("\(name).pem"), keyFile: self.path("\(name).key"))
    }

    /// A line of `expected.tsv`.
    struct Row: Sendable, CustomTestStringConvertible {
        var certificate: String
        var host: String
        var verdict: String
        var words: String

        var testDescription: String { "\(self.certificate) as \(self.host)" }
    }

    static let rows: [Row] = {
        guard let shared,
            let text = try? String(contentsOfFile: shared.path("expected.tsv"), encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init)
            return Row(
                certificate: fields[0], host: fields[1], verdict: fields[2],
                words: fields.count > 3 ? fields[3] : "")
        }
    }()
}
