import BuoyDashboard
import BuoyDashboardRuntime
import BuoyRecordingFiles
import BuoySessions
import Channels
import ChannelsDiagnostics
import ChannelsProtocol

enum FramesRequest: FeatureRequest {
    /// Turns the collection of every frame on or off.
    case all(Bool)
    /// Requests the kept frames.
    case kept

    var words: String { "show frames" }
    var changesServer: Bool { false }
    var needs: Needs { .ownConnection }
    var order: RequestOrder { .inOrder }
}

extension Effect {
    static func frames(_ isOn: Bool) -> Effect { .feature(FramesRequest.all(isOn)) }
    static let keptFrames: Effect = .feature(FramesRequest.kept)
}

/// Reports every frame while they are wanted. The client keeps the newest meanwhile, which costs
/// little.
struct FramesService: RunningService, RequestService {
    private let client: ChannelsClient
    private let wishes = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))

    /// How many batches of frames wait for the screen; what is beyond is counted.
    private static let batchLimit = 64

    init(client: ChannelsClient) {
        self.client = client
        client.keepFrames()
    }

    func run(_ shown: any ShownDashboard) async {
        var reading: Task<Void, Never>?
        for await isOn in self.wishes.stream {
            reading?.cancel()
            await reading?.value
            reading = isOn ? Task { await self.read(shown) } : nil
        }
        reading?.cancel()
    }

    func perform(_ request: FramesRequest, _ shown: any ShownDashboard) async {
        switch request {
        case .all(let isOn): self.wishes.continuation.yield(isOn)
        case .kept: await Self.report(self.client.takeKeptFrames(), to: shown)
        }
    }

    private func read(_ shown: any ShownDashboard) async {
        for await batch in self.client.framesAfterKept(limit: Self.batchLimit) {
            await Self.report(batch, to: shown)
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    private static func report(_ frames: [FrameRecord], to shown: any ShownDashboard) async {
        guard !frames.isEmpty else { return }
        await shown.handle(.service(.frames(frames.map(RecordedFrame.init))))
    }
}
