import ArgumentParser
import BuoyDashboard
import BuoyProgramSupport
import BuoySessions
import ChannelsProtocol

/// `buoy compare` of two recordings.
struct RecordingComparison {
    private var sides: [ComparedRecording]
    private let channels: Set<ChannelName>
    private let window: Duration
    private let options: ComparingArguments

    /// - Throws: `ProgramFailure` if the files have nothing that can be compared.
    init(_ paths: [String], channels: [String], _ options: ComparingArguments) throws {
        self.sides = try zip(paths, Self.names(of: paths)).map { path, name in
            try ComparedRecording(path, name: name)
        }
        self.options = options
        var common = self.sides[0].channels.intersection(self.sides[1].channels)
        if !channels.isEmpty {
            common.formIntersection(channels.map { ChannelName(wire: $0) })
        }
        self.channels = common
        guard !common.isEmpty else {
            throw ProgramFailure(
                .usage,
                "These recordings have no such channel in common: name another, or none for all.")
        }
        let spans = self.sides.map(\.span)
        guard let start = spans.map(\.lowerBound).max(), let end = spans.map(\.upperBound).min(),
            start < end
        else {
            throw ProgramFailure(
                .usage, "These recordings were not made at the same time, so nothing can match.")
        }
        self.window = try options.window(of: end.duration(since: start))
    }

    /// Their file names, or their paths if those are the same.
    private static func names(of paths: [String]) -> [String] {
        let names = paths.map { path in
            path.split(separator: "/").last.map(String.init) ?? path
        }
        return Set(names).count == paths.count ? names : paths
    }

    /// - Throws: `ExitCode` if they differ.
    mutating func run() async throws {
        let printer = DifferencePrinter(
            ComparisonFeed(of: self.channels, window: self.window),
            names: self.sides.map(\.name), self.options, countsChannels: false,
            alphabet: await OutputTerminal.alphabet(ascii: self.options.ascii))
        var reached = self.sides.map { Optional($0.span.lowerBound) }
        while let side = Self.earliest(reached) {
            if let batch = self.sides[side].next(of: self.channels) {
                await printer.received(batch, from: side)
                reached[side] = batch.last?.time ?? reached[side]
            } else {
                await printer.received([self.sides[side].disconnection], from: side)
                reached[side] = nil
            }
            if let time = reached.compactMap(\.self).min() { try await printer.passed(to: time) }
        }
        let end = self.sides.map(\.span.upperBound).max() ?? .zero
        guard try await printer.finish(at: end) else {
            throw ExitCode(ProgramExit.different.rawValue)
        }
    }

    /// The side to read from next: the one that has come less far and has not ended.
    private static func earliest(_ reached: [ChannelsTimestamp?]) -> Int? {
        reached.indices.filter { reached[$0] != nil }.min { one, other in
            (reached[one] ?? .zero) < (reached[other] ?? .zero)
        }
    }
}
