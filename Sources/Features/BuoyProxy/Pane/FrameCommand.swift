import BuoyDashboard
import BuoyTextScreen
import ChannelsBasics

extension Command {
    static let injectFrame: Command = .init(
        "frame", .connection, keys: [], title: "Send a frame as the other side",
        summary: "Sends raw text to the shown buoy proxy client or to its server, such as "
            + ":frame client {\"event\":\"a\",\"data\":\"1\"}. The receiver takes it for one from the "
            + "other side.",
        argument: .words(
            "client|server TEXT", asks: "client or server, then the raw text of the frame",
            verb: "send", isConfidential: true,
            names: { $1.isEmpty ? FrameTarget.allCases.map(\.rawValue) : [] },
            perform: { try $0.injectFrame($1) }
        ).remarking { _, typed in
            (try? TypedFrame(typed)).map { PromptRemark($0.target.warning) }
        },
        needs: [.oneServer, .present],
        synonyms: ["inject", "forge", "fake", "raw", "send"],
        unavailable: { $0.holdReason },
        change: { $0.open(.argument(.injectFrame)) })
}

/// What follows `:frame`.
private struct TypedFrame {
    let target: FrameTarget
    let text: String

    init(_ typed: String) throws(PromptRefusal) {
        let parts = typed.split(separator: " ", maxSplits: 1)
        guard let word = parts.first, let target = FrameTarget(rawValue: String(word)) else {
            throw PromptRefusal(
                text: "type client or server, then the text of the frame, such as "
                    + "client {\"event\":\"a\"}")
        }
        guard parts.count == 2 else {
            throw PromptRefusal(text: "type the text of the frame after \(target.rawValue)")
        }
        (self.target, self.text) = (target, String(parts[1]))
    }
}

extension FrameTarget {
    /// The warning before a frame is sent.
    var warning: String {
        switch self {
        case .client: "the client will take this frame for one from the server"
        case .server: "the server will take this frame for one from the client"
        }
    }
}

extension DashboardState {
    mutating func injectFrame(_ typed: String) throws(PromptRefusal) -> [Effect] {
        guard let client = self.clients?.shown else { return [] }
        let frame = try TypedFrame(typed)
        return [.proxy(.inject(Array(frame.text.utf8), frame.target, of: client))]
    }
}
