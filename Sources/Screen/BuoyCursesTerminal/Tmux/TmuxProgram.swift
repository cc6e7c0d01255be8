import ChannelsBasics

/// Runs tmux, to pass it a string or to query it.
enum TmuxProgram {
    typealias Problem = ChildProcess.Problem

    /// After this time, the program is killed.
    static let limit = Duration.seconds(2)

    /// Passes a string to `tmux load-buffer -w -`. `includesTerminal` asks tmux to pass it on to
    /// its terminal too; tmux before version 3.2 does not know `-w`, and keeps the text to itself.
    /// Returns `nil` if tmux accepted the text, otherwise the problem.
    static func load(
        _ text: [UInt8], includesTerminal: Bool = true, program: String = "tmux"
    ) async -> Problem? {
        let words = [program, "load-buffer"] + (includesTerminal ? ["-w"] : []) + ["-"]
        switch await ChildProcess.run(words, input: text, limit: Self.limit) {
        case .success: return nil
        case .failure(let problem): return problem
        }
    }

    /// Whether tmux supports direct colour on the terminal attached to this pane; `nil` if it does
    /// not say, as before version 3.2 or while no terminal is attached.
    static func hasDirectColor(pane: String?, program: String = "tmux") async -> Bool? {
        let target = pane.map { ["-t", $0] } ?? []
        let words = [program, "display-message", "-p"] + target + ["#{client_termfeatures}"]
        guard
            case .success(let output) = await ChildProcess.run(
                words, input: [], limit: Self.limit)
        else { return nil }
        let features = String(decoding: output, as: UTF8.self).split { $0 == "," || $0.isNewline }
        return features.isEmpty ? nil : features.contains("RGB")
    }
}
