import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyServers
import Channels
import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

struct RoomService: RunningService, RequestService, FactService, WarningService, StoppableService {
    private let server: RoomServer
    private let place: RoomPlace
    let warnings: [String]

    var facts: [any Hashable & Sendable] { [self.place] }

    /// - Throws: `ProgramFailure` if the page cannot be served.
    init(
        _ arguments: RoomArguments, _ subject: WatchedSubject, _ channel: ChannelName
    ) async throws {
        let addresses = RoomAddresses.sorted(RoomAddresses.current)
        let (address, port) = try arguments.place(likely: addresses.first ?? "127.0.0.1")
        let options = RoomServer.Options(
            address: address, port: port, tls: arguments.tls, limit: arguments.limit,
            channel: channel)
        self.server = try Self.server(options, subject)
        do throws(TransportError) {
            self.place = RoomPlace(try await self.server.start(), isOwn: subject.sandbox != nil)
        } catch .tlsSettings(let text) {
            throw ProgramFailure(.usage, "The room cannot use TLS: \(text).")
        } catch {
            throw ProgramFailure(.failed, "\(error.words) The option is --room-address.")
        }
        let others = addresses.filter { $0 != address }
        self.warnings = Self.warnings(address, others, subject)
    }

    private static func server(
        _ options: RoomServer.Options, _ subject: WatchedSubject
    ) throws -> RoomServer {
        if let sandbox = subject.sandbox {
            let app = SandboxApp.standard
            return RoomServer(
                options, signer: ChannelsSigner(appKey: app.key, secret: app.secret),
                sandbox: sandbox)
        }
        guard let app = subject.options, case .inline(let secret, _, _) = app.authMethod else {
            throw ProgramFailure(
                .usage,
                "--room must sign for visitors: specify the app's secret with --env or "
                    + "--secret-file.")
        }
        let origin = try app.route.origin()
        return RoomServer(
            options, signer: ChannelsSigner(appKey: app.appKey, secret: secret), sandbox: nil,
            appURL: "\(origin.url)/app/\(app.appKey)")
    }

    private static func warnings(
        _ address: String, _ others: [String], _ subject: WatchedSubject
    ) -> [String] {
        var warnings: [String] = []
        if ListenAddress.isLoopback(address) {
            warnings.append(
                "Only this machine can open the page: specify --room-address for telephones.")
        } else if !others.isEmpty {
            warnings.append(
                "The page is at \(address); for another address, use --room-address: "
                    + others.prefix(3).joined(separator: ", "))
        }
        if subject.sandbox == nil, let origin = try? subject.options?.route.origin(),
            ListenAddress.isLoopback(origin.host)
        {
            warnings.append(
                "Telephones cannot reach \(origin.host), the app's server: specify an address of "
                    + "this machine in their network.")
        }
        return warnings
    }

    func run(_ shown: any ShownDashboard) async {
        for await report in self.server.reports { await shown.report(report) }
    }

    func perform(_ request: RoomRequest, _ shown: any ShownDashboard) async throws {
        let order = request.roomOrder
        guard self.place.isOwn || order.isForEveryServer else {
            throw StageRefusal("only possible in the sandbox, not on an app's own server")
        }
        if let end = order.end {
            let herd = StageHerd(order, end: end, await self.server.present, at: await shown.now)
            await shown.report(RoomReport.herd(herd))
        }
        try await self.server.perform(order)
        if case .lock(let isLocked) = order { await shown.report(RoomReport.locked(isLocked)) }
    }

    func stop() async { await self.server.stop() }
}

extension RoomOrder {
    /// Whether it needs only the page, and not the visitors' connections.
    fileprivate var isForEveryServer: Bool {
        switch self {
        case .lock, .clear, .hide, .code: true
        case .cut, .freeze, .close, .slow, .kick: false
        }
    }
}

/// Where the page is, which the stage knows from the start.
struct RoomPlace: Hashable, Sendable {
    let address: String
    let code: QRCode?
    /// Whether visitors connect to this program, and not to an app's own server.
    let isOwn: Bool

    init(_ address: String, isOwn: Bool) {
        self.address = address.lowercased()
        self.code = QRCode(address)
        self.isOwn = isOwn
    }
}
