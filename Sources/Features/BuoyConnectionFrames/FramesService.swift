import BuoyDashboard
import BuoyDashboardRuntime
import BuoyRecordingFiles
import BuoySessions
import Channels

struct FramesRequest: FeatureRequest {
    let isOn: Bool

    var words: String { "show frames" }
    var changesServer: Bool { false }
    var needs: Needs { .ownConnection }
    var order: RequestOrder { .inOrder }
}

extension Effect {
    static func frames(_ isOn: Bool) -> Effect { .feature(FramesRequest(isOn: isOn)) }
}

/// Reports frames while they are wanted. Nothing reads them otherwise, so that they cost nothing.
struct FramesService: RunningService, RequestService {
    private let client: ChannelsClient
    private let wishes = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))

    /// How many batches of frames wait for the screen; what is beyond is counted.
    private static let batchLimit = 64

    init(client: ChannelsClient) { self.client = client }

    func run(_ shown: any ShownDashboard) async {
        var reading: Task<Void, Never>?
        for await isOn in self.wishes.stream {
            reading?.cancel()
            await reading?.value
            reading = isOn ? Task { await self.read(shown) } : nil
        }
        reading?.cancel()
    }

    func perform(_ request: FramesRequest, _ shown: any ShownDashboard) {
        self.wishes.continuation.yield(request.isOn)
    }

    private func read(_ shown: any ShownDashboard) async {
        for await batch in self.client.frames(limit: Self.batchLimit) {
            await shown.handle(.service(.frames(batch.map(RecordedFrame.init))))
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
