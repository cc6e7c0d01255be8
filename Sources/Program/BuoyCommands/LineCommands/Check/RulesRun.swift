import BuoyDashboard
import BuoyProtocolCases

/// Plays the cases for servers that exceed no limit of the app.
enum RulesRun {
    static func steps(
        of server: TestedServer, _ isPlayed: (ConformCase) -> Bool = \.isForServers
    ) async throws -> [CheckStep] {
        let cases = try CaseFile.builtIn().filter(isPlayed)
        let results = await CaseRun(.server(server), granted: server.granted).run(cases)
        let outcomes = zip(cases, results).map { CaseOutcome($0.level, $1.verdict) }
        let broken = zip(cases, outcomes).filter { $1 == .failed }.map(\.0.id)
        return [CheckStep(rules: CaseOutcome.summary(outcomes), broken: broken)]
    }
}
