import BuoyTestBasics
import Testing

@testable import BuoyProtocolCases

/// Every case passes through a relay, and fails if the relay breaks its rule.
@Suite("Mutants of the cases", .inTurn)
struct MutantTests {
    @Test("every case for servers fails without its rule") func servers() async throws {
        let cases = try CaseFile.builtIn().filter(\.isForServers)
        let relay = Relay(nil, subjectIsServer: true)
        for result in try await ServerCaseTests.play(cases, through: relay) {
            #expect(result.verdict == .passed, "\(result.id) through a relay: \(result.reason)")
        }
        try await Self.play(try Self.mutants(of: cases)) { mutant in
            let relay = Relay(mutant, subjectIsServer: true)
            return try await ServerCaseTests.play([mutant.entry], through: relay)
        }
    }

    @Test("every case for clients fails without its rule") func clients() async throws {
        let all = try CaseFile.builtIn().filter { !$0.isForServers }
        let lasts = { (entry: ConformCase) in entry.steps.contains { $0.verb == .meet } }
        let cases = all.filter(lasts) + all.filter { !lasts($0) }
        try await Self.play(try cases.map(Mutant.init) + Self.mutants(of: cases)) { mutant in
            let relay = Relay(mutant, subjectIsServer: false)
            return await ClientCaseTests.play([mutant.entry], through: relay)
        }
    }

    private static func mutants(of cases: [ConformCase]) throws -> [Mutant] {
        let mutants = try cases.flatMap(Mutant.all)
        #expect(Set(mutants.map(\.entry.id)) == Set(cases.map(\.id)))
        return mutants
    }

    /// Side by side, but not so many that a case waits too long for its turn.
    private static func play(
        _ mutants: [Mutant],
        _ play: @escaping @Sendable (Mutant) async throws -> [CaseResult]
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, mutant) in mutants.enumerated() {
                if number >= 20 { try await group.next() }
                group.addTask {
                    let result = try #require(try await play(mutant).first)
                    let isExpected =
                        mutant.fault == nil
                        ? result.verdict == .passed
                        : result.verdict == .failed
                            && result.reason.hasPrefix(mutant.line.prefix(160))
                    let fault = mutant.fault.map { "\($0)" } ?? "no fault"
                    #expect(isExpected, "\(mutant.entry.id) with \(fault): \(result.reason)")
                }
            }
            try await group.waitForAll()
        }
    }
}
