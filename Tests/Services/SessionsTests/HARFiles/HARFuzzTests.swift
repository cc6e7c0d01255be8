import BuoyRecordingFiles
import BuoyTestBasics
import Foundation
import Testing

@testable import BuoySessions

/// HAR files are written by anybody.
@Suite("HAR files of any bytes: fuzz")
struct HARFuzzTests {
    private static let chrome = Result {
        Array(try SourceTree.text("Tests/Services/SessionsTests/HARFiles/Corpora/chrome.har").utf8)
    }

    /// Files that Chromium saved.
    private static let exported = Result {
        try ["chromium-refused", "chromium-unreachable"].map { name in
            Array(
                try SourceTree.text("Tests/Services/SessionsTests/HARFiles/Corpora/\(name).har")
                    .utf8)
        }
    }

    /// Reads a file as far as it can be read.
    private func read(_ bytes: [UInt8]) throws {
        do throws(HARError) {
            let har = try HARFile(parsing: bytes, path: "x.har")
            _ = try HARSession(har, path: "x.har")
        } catch { #expect(!error.description.isEmpty) }
    }

    @Test("a file that is cut anywhere is refused as no JSON")
    func cuts() throws {
        let bytes = try Self.chrome.get()
        let end = bytes.count - 2
        for place in stride(from: 0, to: end, by: 7) {
            #expect(throws: HARError.self) {
                try HARFile(parsing: Array(bytes.prefix(place)), path: "x.har")
            }
        }
    }

    @Test("a mutated file is read or refused", arguments: Mutations.seeds(8))
    func mutated(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let mutations = Mutations(
            of: try [Self.chrome.get()] + Self.exported.get(),
            pieces: ["\"", "\\", "{", "[", "null", ",", "\u{301}"])
        for _ in 0..<40 { try self.read(mutations.next(&dice)) }
    }

    @Test("messages and times that are replaced by any others make a recording that can be read")
    func replaced() throws {
        var dice = Dice(seed: 5)
        let text = String(decoding: try Self.chrome.get(), as: UTF8.self)
        let words = [
            #"\"socket_id\":\"123.456\""#, "presence-lobby", "subscription_succeeded", "user_id",
            "activity_timeout\\\":120", "pusher:subscribe", "1795269724.1", "\"status\": 101",
            "connection_established", "\"opcode\": 1", "\"receive\"",
        ]
        for word in words {
            for piece in ["", "\"send\"", "pusher:error", "1795269720", "private-encrypted-x"] {
                guard dice.number(0...1) == 0 else { continue }
                let changed = text.replacingOccurrences(of: word, with: piece)
                guard let har = try? HARFile(parsing: Array(changed.utf8), path: "x.har"),
                    let session = try? HARSession(har, path: "x.har")
                else { continue }
                let file = try HARRecording.file(of: har, session)
                var cursor = RecordingCursor(file, at: 0)
                while !cursor.next().isEmpty {}
                #expect(cursor.unreadable == 0)
            }
        }
    }
}
