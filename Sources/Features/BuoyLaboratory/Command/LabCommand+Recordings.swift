import ArgumentParser
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoySessions
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol

extension LabCommand {
    func checkRecordings() throws {
        guard self.script == nil, !self.search, self.printsText else {
            throw ValidationError(
                "--from plays the restart in the recording, and prints text: leave out SCRIPT, "
                    + "--search, --json and --format.")
        }
        _ = try self.recordedProfile()
        _ = try self.recordedClients(.max)
    }

    func compareRecordings() async throws {
        var restarts: [MeasuredRestart] = []
        for path in self.recordings {
            let found = try Self.files(path).compactMap {
                MeasuredRestart.read(try RecordingFile.opened($0))
            }
            guard !found.isEmpty else {
                throw ProgramFailure(
                    .usage, "\(path) has no loss after which the client was connected again.")
            }
            restarts += found
        }
        let report = MeasuredReport(restarts: restarts, profile: try self.recordedProfile())
        let more = try await self.simulated(restarts)
        let sentences = report.serverSentences.flatMap(Self.chart.wrapped) + [""]
        try Console.print((report.lines + sentences + more).joined(separator: "\n"))
    }

    /// The longest outage, with as many clients as were recorded, and ten and a hundred times more.
    private func simulated(_ restarts: [MeasuredRestart]) async throws -> [String] {
        guard let longest = restarts.max(by: { $0.back ?? .zero < $1.back ?? .zero }) else {
            return []
        }
        let clients = try self.recordedClients(restarts.count)
        var herds: [LabHerd] = []
        var script = longest.script
        for factor in [1, 10, 100] {
            let plan = LabPlan(
                script, [try self.recordedProfile()], clients: clients * factor, jitters: [true],
                seed: self.seed ?? 1, capacity: try self.serverCapacity(),
                roundTrip: try self.parsedRoundTrip())
            let report = try await plan.run()
            script = report.script
            herds += report.herds
        }
        return Self.chart.growth(LabReport(script, herds: herds, isFleet: true))
    }

    /// The recordings in a folder, or the file.
    private static func files(_ path: String) throws -> [String] {
        guard let names = Folder.names(in: path) else { return [path] }
        let files = names.filter { $0.hasSuffix(".jsonl") }.sorted {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
        guard !files.isEmpty else {
            throw ProgramFailure(.usage, "\(path) contains no recordings.")
        }
        return files.map { "\(path)/\($0)" }
    }

    private func recordedProfile() throws -> LabProfile {
        guard self.namesPolicies else { return LabProfile(.standard) }
        if let name = self.reconnection.unchangedPolicy, self.compare == nil,
            let profile = LabProfile.named(name)
        {
            return try self.waiting(profile)
        }
        // A policy of one's own comes first, with all others behind it.
        let profiles = try self.profiles()
        guard let profile = profiles.first, self.compare == nil || profiles.count == 1 else {
            throw ValidationError("--from requires one policy: that of the recorded client.")
        }
        return profile
    }

    private func recordedClients(_ standard: Int) throws -> Int {
        guard let text = self.clients else { return standard }
        guard let clients = Int(text), (1...LabHerd.mostClients / 100).contains(clients) else {
            throw ValidationError(
                "--clients must be between 1 and \(LabHerd.mostClients / 100) with --from, which "
                    + "also plays a hundred times as many.")
        }
        return clients
    }
}
