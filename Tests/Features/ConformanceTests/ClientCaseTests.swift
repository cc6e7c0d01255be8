import BuoyConformance
import BuoyTestBasics
import Testing

@Suite("Cases for clients", .inTurn)
struct ClientCaseTests {
    private static func cases() throws -> [ConformCase] {
        try CaseFile.builtIn().filter { !$0.isForServers }
    }

    @Test("buoy's client follows every rule") func own() async throws {
        let results = try await Self.play(Self.cases())
        #expect(results.count >= 40)
        for result in results {
            #expect(result.verdict == .passed, "\(result.id): \(result.reason)")
        }
    }

    @Test("every case can fail") func broken() async throws {
        for (step, cases) in try Self.cases().byLastStep {
            for result in try await Self.play(cases, brokenStep: step) {
                #expect(result.verdict == .failed, "\(result.id) passes without its last step")
            }
        }
    }

    private static func play(
        _ cases: [ConformCase], brokenStep: Int? = nil
    ) async throws -> [CaseResult] {
        var run = CaseRun(
            .client(port: 0, launch: { await OwnClient.run($0) }), granted: [], width: 24)
        run.brokenStep = brokenStep
        return await run.run(cases)
    }
}
