import BuoyTestBasics
import Testing

@testable import BuoyConformance

/// Every case passes through a relay, and fails if the relay breaks its rule.
@Suite("Mutants of the cases", .inTurn)
struct MutantTests {
    @Test("every case for servers fails without its rule") func servers() async throws {
        let cases = try CaseFile.builtIn().filter(\.isForServers)
        Self.expectPassed(
            try await ServerCaseTests.play(cases, through: Relay(nil, subjectIsServer: true)))
        let mutants = try cases.flatMap(Mutant.all)
        try await Self.expectFailures(mutants, of: cases, width: 24) { mutant in
            let relay = Relay(mutant, subjectIsServer: true)
            return try await ServerCaseTests.play([mutant.entry], through: relay)
        }
    }

    @Test("every case for clients fails without its rule") func clients() async throws {
        let cases = try CaseFile.builtIn().filter { !$0.isForServers }
        async let plain = ClientCaseTests.play(cases) { Relay(nil, subjectIsServer: false) }
        // Those that last come first.
        let mutants = try cases.reversed().flatMap(Mutant.all)
        try await Self.expectFailures(mutants, of: cases, width: 24) { mutant in
            let relay = Relay(mutant, subjectIsServer: false)
            return await ClientCaseTests.play([mutant.entry]) { relay }
        }
        Self.expectPassed(await plain)
    }

    private static func expectPassed(_ results: [CaseResult]) {
        for result in results {
            #expect(result.verdict == .passed, "\(result.id) through a relay: \(result.reason)")
        }
    }

    private static func expectFailures(
        _ mutants: [Mutant], of cases: [ConformCase], width: Int,
        _ play: @escaping @Sendable (Mutant) async throws -> [CaseResult]
    ) async throws {
        #expect(Set(mutants.map(\.entry.id)) == Set(cases.map(\.id)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, mutant) in mutants.enumerated() {
                if number >= width { try await group.next() }
                group.addTask {
                    let result = try await play(mutant).first
                    #expect(
                        result?.verdict == .failed
                            && result?.reason.hasPrefix(mutant.line.prefix(160)) == true,
                        "\(mutant.entry.id) with \(mutant.fault): \(result?.reason ?? "-")")
                }
            }
            try await group.waitForAll()
        }
    }
}
