import ArgumentParser
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen
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
        let restarts = try self.recordings.map { path in
            let file: RecordingFile
            do throws(RecordingFileError) { file = try RecordingFile(path) } catch {
                throw ProgramFailure(.usage, PlainOutput.line(error.description))
            }
            guard let restart = MeasuredRestart.read(file) else {
                throw ProgramFailure(
                    .usage,
                    "\(path) has no loss after which the client was connected again.")
            }
            return restart
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

    private func recordedProfile() throws -> LabProfile {
        guard self.namesPolicies else { return LabProfile(.standard) }
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
