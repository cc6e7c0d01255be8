import BuoyScripts
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

/// The laboratory is compared with what the libraries really did.
@Suite("the laboratory is the library that it names")
struct LibraryRecordingTests {
    @Test("each attempt and each state is as recorded", arguments: LibraryRecording.all)
    func recorded(_ recording: LibraryRecording) throws {
        let comparison = try #require(recording.comparison())
        let difference = try #require(
            comparison.difference, "other attempts or states: \(comparison.attempts)")
        #expect(difference <= recording.allowed)
        let (recorded, predicted) = comparison.attempts
        #expect(abs(recorded - predicted) <= recorded / 10)
    }

    @Test(
        "there is a recording of each ready script and library",
        arguments: FaultScript.all.filter { script in
            // A script in batches is about many clients; for one it is as `deploy`.
            !script.steps.contains { $0.batches != nil }
        })
    func complete(script: FaultScript) {
        let libraries = LibraryRecording.all.filter { $0.script.name == script.name }
            .map(\.library)
        #expect(Set(libraries) == Set(LibraryRecording.versions.keys))
    }

    @Test("fifty clients make as many attempts as fifty real ones")
    func herd() throws {
        let script = try #require(FaultScript.named("long-restart"))
        let profile = try LabProfile.typed("pusher-js tls=no", policies: [])
        let herd = LabHerd(
            script, profile, clients: 50, roundTrip: LibraryRecording.roundTrip)
        // Recorded on 2026-11-27: 50 at 11, 13, 26, 28 and 56 s.
        #expect(herd.totalAttempts == 250)
    }

    @Test("each of fifty browsers makes two attempts in the first second, and fourteen in all")
    func browsers() throws {
        let script = try #require(FaultScript.named("long-restart"))
        let profile = try LabProfile.typed("pusher-js in=browser tls=no", policies: [])
        let herd = LabHerd(
            script, profile, clients: 50, roundTrip: LibraryRecording.roundTrip)
        #expect(herd.totalAttempts == 700)
        #expect(herd.attempts[11] == 100)
    }
}
