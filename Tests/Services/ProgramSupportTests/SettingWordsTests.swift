import BuoyProgramSupport
import ChannelsBasics
import ChannelsTransport
import Testing

struct SettingWordsTests {
    private static let errors: [(TransportError, String, String)] = [
        (.speaksTLS, "remove --no-tls;", "set usesTLS to true;"),
        (
            .upgradeRefused(
                UpgradeRefusal(status: 400, reason: "Bad Request", body: "to HTTPS port")),
            "The port uses TLS: remove --no-tls.", "The port uses TLS: set usesTLS to true."
        ),
        (
            .tlsFailed(
                TLSFailure(host: "a.example", reason: "wrong version number", isCertificate: false)),
            "add --no-tls (buoy proxy: --to ws://…), or",
            "set usesTLS to false, or"
        ),
        (
            .tlsFailed(TLSFailure(host: "a.example", reason: "self-signed", isCertificate: true)),
            "add its certificate with --ca-file.", "add its certificate in trustRootsFile."
        ),
    ]

    @Test("sentences name the options of the program, or those of the library", arguments: errors)
    func words(error: TransportError, program: String, library: String) {
        #expect(error.parts(in: .program).sentence.contains(program))
        #expect(!error.parts(in: .program).sentence.contains(library))
        #expect(error.description.contains(library) && !error.description.contains("--"))
    }
}
