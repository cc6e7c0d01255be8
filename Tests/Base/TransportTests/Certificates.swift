import Foundation
import Testing

@testable import ChannelsTransport

/// The certificates that `Corpora/gen-certs.sh` made once, and what must happen with each.
struct Certificates: Sendable {
    static let shared = Certificates()

    private let folder = Corpus.folder.appending(path: "certificates")

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
        guard
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
