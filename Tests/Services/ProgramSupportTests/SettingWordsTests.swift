import BuoyProgramSupport
import ChannelsBasics
import ChannelsTransport
import Foundation
import Testing

struct SettingWordsTests {
    private static let errors: [(TransportError, String, String)] = [
        (.speaksTLS, "remove --no-tls;", "set usesTLS to true;"),
        (
            .upgradeRefused(
                HTTPRefusal(status: 400, reason: "Bad Request", body: "to HTTPS port")),
            "The port uses TLS: remove --no-tls.", "The port uses TLS: set usesTLS to true."
        ),
        (
            .tlsFailed(
                TLSFailure(host: "a.example", reason: "wrong version number", isCertificate: false)),
            "add --no-tls, or write ws:// in place of wss://, or",
            "set usesTLS to false, or"
        ),
        (
            .tlsFailed(TLSFailure(host: "a.example", reason: "self-signed", isCertificate: true)),
            "add its certificate with --ca-file.", "add its certificate in trustRootsFile."
        ),
    ]

    @Test("a server from a .env file is advised by the lines of that file")
    func environment() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: ".env").path
        let text =
            "BROADCAST_CONNECTION=reverb\nREVERB_APP_KEY=k\nREVERB_APP_SECRET=s\n"
            + "REVERB_HOST=localhost\nREVERB_PORT=8080\nREVERB_SCHEME=http\n"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let words = SettingWords.program(environmentFile: file)
        #expect(words.useTLS == "set REVERB_SCHEME=https in \(file), line 6")
        #expect(words.connectPlainly == "set REVERB_SCHEME=http in \(file), line 6")
        #expect(words.checkKey == "Check REVERB_APP_KEY in \(file), line 2.")
        #expect(
            words.startServer
                == "Start the server with php artisan reverb:start, or check REVERB_HOST and "
                + "REVERB_PORT in \(file), lines 4 and 5.")
        #expect(words.checkPlace == "Check REVERB_HOST and REVERB_PORT in \(file), lines 4 and 5")
        #expect(words.useLocalhost == "set REVERB_HOST=localhost in \(file), line 4")
        try "REVERB_SERVER_PORT=9000\n\(text.replacing("REVERB_SCHEME=http\n", with: ""))".write(
            toFile: file, atomically: true, encoding: .utf8)
        let other = SettingWords.program(environmentFile: file)
        #expect(other.connectPlainly == "set REVERB_SCHEME=http in \(file)")
        #expect(
            other.startServer.hasSuffix(
                " Reverb itself listens on REVERB_SERVER_PORT=9000: if no proxy serves 8080, set "
                    + "REVERB_PORT=9000."))
        #expect(words.giveTrust == SettingWords.program.giveTrust)
        #expect(SettingWords.program(environmentFile: nil) == .program)
        #expect(SettingWords.program(environmentFile: "\(file)/none") == .program)
    }

    @Test("sentences name the options of the program, or those of the library", arguments: errors)
    func words(error: TransportError, program: String, library: String) {
        #expect(error.parts(in: .program).sentence.contains(program))
        #expect(!error.parts(in: .program).sentence.contains(library))
        #expect(error.description.contains(library) && !error.description.contains("--"))
    }

    private static let products = [
        ("SOKETI_DEFAULT_APP_KEY=k\nSOKETI_PORT=6001\n", "Start the server with soketi start, or"),
        ("SOCKUDO_DEFAULT_APP_KEY=k\nSOCKUDO_PORT=6001\n", "Start the server (sockudo), or"),
        ("PUSHER_APP_KEY=k\nPUSHER_HOST=a\n", "Start the server (soketi start, or sockudo), or"),
    ]

    @Test("a refused connection names the command of the server in the file", arguments: products)
    func start(text: String, words: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let start = SettingWords.program(environmentFile: file).startServer
        #expect(start.hasPrefix(words), "\(start)")
        #expect(start.contains("in \(file), line 2."))
    }
}
