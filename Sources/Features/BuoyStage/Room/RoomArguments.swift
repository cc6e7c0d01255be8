import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import ChannelsProtocol
import ChannelsTransport

struct RoomArguments: ParsableArguments {
    @Flag(
        name: .customLong("room"),
        help: """
            Serve a page that people open on their telephones to join the channel; the stage shows \
            its QR code.
            """)
    var isOn = false

    @Option(
        name: .customLong("room-address"),
        help: ArgumentHelp(
            """
            The address of this machine for the page, with or without a port, such as \
            192.168.1.20:8080 (default: the likely one).
            """, valueName: "address:port"))
    var address: String?

    @Option(
        name: .customLong("room-limit"),
        help: ArgumentHelp(
            "How many people can be in the room, up to 200 (default: 200).", valueName: "number"))
    private var givenLimit: Int?

    @Option(
        name: .customLong("room-certificate"),
        help: ArgumentHelp(
            "A PEM file with a certificate, to serve the page with TLS.", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("room-key"),
        help: ArgumentHelp("A PEM file with the certificate's private key.", valueName: "file"),
        completion: .file())
    var key: String?

    /// The act's.
    var channel = AfterParsing<ChannelName>()

    init() {}

    func validate() throws {
        let isSet =
            self.address != nil || self.givenLimit != nil || self.certificate != nil
            || self.key != nil
        guard self.isOn || !isSet else { throw ValidationError("Options of the room need --room.") }
        guard (1...RoomServer.mostMembers).contains(self.limit) else {
            throw ValidationError("--room-limit must be between 1 and \(RoomServer.mostMembers).")
        }
        guard (self.certificate == nil) == (self.key == nil) else {
            throw ValidationError("TLS requires both --room-certificate and --room-key.")
        }
        _ = try self.place(likely: "127.0.0.1")
    }

    var limit: Int { self.givenLimit ?? RoomServer.mostMembers }

    var tls: TLSServerSettings? {
        guard let certificate, let key else { return nil }
        return TLSServerSettings(certificateFile: certificate, keyFile: key)
    }

    func place(likely: String) throws -> (address: String, port: Int) {
        guard let address else { return (likely, 0) }
        let isIPv6 = address.contains(":") && ListenAddress.hostAndPort(address) == nil
        let text =
            isIPv6 ? "[\(address)]:0" : address.contains(":") ? address : "\(address):0"
        return try ListenAddress.parsed(
            text, option: "--room-address", example: "192.168.1.20:8080")
    }
}

extension RoomArguments: ScreenOptions {
    func requireScreen() throws {
        guard !self.isOn else {
            throw ValidationError("--room shows the room on the stage, which requires a terminal.")
        }
    }
}
