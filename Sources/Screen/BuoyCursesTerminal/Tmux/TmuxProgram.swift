import ChannelsBasics

enum TmuxProgram {
    typealias Problem = ChildProcess.Problem

    /// After this time, tmux is killed.
    static let limit = Duration.seconds(2)

    /// `tmux load-buffer -w -` asks tmux to pass the string on to its terminal too
    /// (`includesTerminal`); tmux before version 3.2 does not know `-w`. Returns the problem, or
    /// `nil`.
    static func load(
        _ text: [UInt8], includesTerminal: Bool = true, program: String = "tmux"
    ) async -> Problem? {
        let words = [program, "load-buffer"] + (includesTerminal ? ["-w"] : []) + ["-"]
        switch await ChildProcess.run(words, input: text, limit: Self.limit) {
        case .success: return nil
        case .failure(let problem): return problem
        }
    }

    /// `nil` if tmux does not say, as before version 3.2 or while no terminal is attached.
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
