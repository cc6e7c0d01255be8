import ArgumentParser
import BuoyProgramSupport
import BuoyServers
import BuoyTextScreen
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import ChannelsWebhooks
import Glibc

struct WebhooksCommand: AsyncParsableCommand, VariableTaking {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Receive, verify and forward webhooks.",
        usage: """
            buoy webhooks --key KEY --secret-file FILE [OPTIONS]
            buoy webhooks --replay FILE [--forward URL] [OPTIONS]
            """,
        discussion: """
            Prints one line per event. The line for a rejected webhook says whether its key, \
            signature, age or body is wrong. Press Ctrl-C to stop.

            Exit codes: 1 failed while running or a replayed webhook was rejected, 2 wrong usage, \
            128+n ended by signal n.
            """)

    static var variables: [OptionVariable] { AppKeyArguments.variables }

    @OptionGroup var app: AppKeyArguments

    @OptionGroup var secret: SecretArguments

    @Option(.listen) var listen = Self.standardPlace

    @OptionGroup var hosts: HostArguments

    @Option(
        name: .customLong("more-keys"),
        help: ArgumentHelp(
            "Another app key and a file with its secret, as KEY=@FILE. May be repeated.",
            valueName: "key=@file"))
    var moreKeys: [String] = []

    @Option(
        name: .customLong("max-age"),
        help: ArgumentHelp(
            "Refuse webhooks older than this; 0 accepts any age.", valueName: "time"))
    var maximumAge = "5m"

    @Option(
        help: ArgumentHelp(
            """
            Forward verified webhooks to this URL, byte for byte, and return its response. With \
            --replay, send webhooks to this URL (default: the --listen address).
            """, valueName: "url"))
    var forward: String?

    @Option(
        help: ArgumentHelp(
            """
            Append every webhook signed by the app to this file as received, one JSON line each, \
            up to 256 MiB.
            """,
            valueName: "file"),
        completion: .file())
    var save: String?

    @Flag(.json, help: "Print JSON objects, one per line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Resend the webhooks from a --save file instead of receiving new ones.",
            valueName: "file"),
        completion: .file())
    var replay: String?

    @Flag(
        name: .customLong("as-saved"),
        help: "Send the saved bytes and signature, instead of re-signing with the current time.")
    var asSaved = false

    func validate() throws {
        _ = try self.place()
        _ = try self.ageLimit()
        if self.replay == nil, self.asSaved {
            throw ValidationError("--as-saved requires --replay.")
        }
        if self.replay != nil, self.save != nil {
            throw ValidationError("Use --replay or --save, not both.")
        }
        if let forward { _ = try Self.target(forward) }
    }

    func run() async throws {
        try FileDescriptors.require()
        guard let file = self.replay else { return try await self.receive() }
        let place = try self.place()
        let url =
            self.forward ?? "http://\(ListenAddress.authority(place.address, place.port))/"
        let replay = WebhookReplay(
            carrier: WebhookCarrier(to: try Self.target(url)), url: url,
            signing: self.asSaved ? nil : try self.app.credentials(self.secret))
        try await replay.run(file)
    }

    private static let standardPlace = "127.0.0.1:6020"

    private func place() throws -> (address: String, port: Int) {
        try ListenAddress.listening(self.listen, standard: Self.standardPlace)
    }

    private func ageLimit() throws -> Duration? {
        let limit = try TypedTime.duration(
            self.maximumAge, "--max-age", in: .zero ... .seconds(366 * 86_400))
        return limit == .zero ? nil : limit
    }

    private static func target(_ url: String) throws -> WebhookTarget {
        do throws(WebhookTarget.Failure) { return try WebhookTarget(url) } catch {
            throw ValidationError(error.text)
        }
    }

    private func receive() async throws {
        let listening = try self.place()
        let receiver = WebhookReceiver(
            verifier: try self.verifier(),
            gate: WebPageGate(
                address: listening.address, allowedHosts: self.hosts.allowedHosts),
            forwarder: try self.forward.map { WebhookCarrier(to: try Self.target($0)) })
        let file = try self.save.map { try WebhookFile(appendingTo: $0) }
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let port = try await ServiceStart.port { () async throws(TransportError) in
            try await receiver.start(address: listening.address, port: listening.port)
        }
        let place = "http://\(ListenAddress.authority(listening.address, port))/"
        // With --json, standard output is for programs.
        let greeting = "Receiving webhooks at \(place). Press Ctrl-C to stop."
        if self.json { Console.errorLine(greeting) } else { try Console.print(greeting) }
        if let warning = ListenAddress.warning(listening.address, "send requests to it") {
            Console.errorLine(warning)
        }
        let refusals = Task { await Self.tell(receiver.refusals) }
        defer { refusals.cancel() }
        let isJSON = self.json
        let signal = try await ServiceStart.serve(until: signals, stop: { await receiver.stop() }) {
            try await Self.print(receiver.deliveries, asJSON: isJSON, to: file)
        }
        throw ExitCode(128 + signal)
    }

    private static func tell(_ refusals: AsyncStream<String>) async {
        var last: String?
        for await refusal in refusals where refusal != last {
            last = refusal
            Console.errorLine("buoy: a request was refused: \(refusal)")
        }
    }

    private func verifier() throws -> WebhookVerifier {
        let credentials = try self.app.credentials(self.secret)
        var keys = [credentials.key: credentials.secret]
        for pair in self.moreKeys {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ValidationError("--more-keys must be KEY=@FILE.") }
            let file = parts[1].hasPrefix("@") ? String(parts[1].dropFirst()) : parts[1]
            keys[parts[0]] = AppSecret(try SecretFile.read(file, option: "--more-keys"))
        }
        return WebhookVerifier(keys: keys, ageLimit: try self.ageLimit())
    }

    private static func print(
        _ deliveries: AsyncStream<ReceivedWebhook>, asJSON isJSON: Bool, to file: WebhookFile?
    ) async throws {
        let offset = LocalTime.utcOffsetSeconds
        var last = 0
        var saver = file.map(WebhookSaver.init)
        for await received in deliveries {
            let lost = received.number - last - 1
            last = received.number
            if lost > 0 {
                Console.errorLine("\(lost) webhooks were skipped: the output is too slow")
            }
            if let remark = try saver?.save(received) { Console.errorLine("buoy: \(remark)") }
            let lines =
                isJSON
                ? WebhookLines.json(of: received).map(\.compactText)
                : WebhookLines.text(of: received, utcOffsetSeconds: offset)
            guard !lines.isEmpty else { continue }
            try Console.print(
                lines.map { PlainOutput.line($0, alphabet: Console.alphabet) }
                    .joined(separator: "\n"))
        }
    }
}

extension WebhooksCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample(
                "buoy webhooks -k KEY --secret-file FILE", "receive them on 127.0.0.1:6020"),
            CommandExample("buoy webhooks … --save hooks.jsonl", "and save them"),
            CommandExample("buoy webhooks … --replay hooks.jsonl --forward URL", "send them again"),
        ]
    }
}
