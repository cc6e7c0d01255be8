import BuoyTestBasics
import ChannelsTransport
import Testing

@testable import BuoyProtocolCases

@Suite("Cases for clients", .inTurn)
struct ClientCaseTests {
    private static func cases() throws -> [ConformCase] {
        try CaseFile.builtIn().filter { !$0.isForServers }
    }

    @Test("buoy's client follows every rule") func own() async throws {
        let results = await Self.play(try Self.cases())
        #expect(results.count >= 40)
        for result in results {
            #expect(result.verdict == .passed, "\(result.id): \(result.reason)")
        }
    }

    /// - Parameter relay: stands between a client and the host.
    static func play(
        _ cases: [ConformCase], through relay: Relay? = nil
    ) async -> [CaseResult] {
        let launch: CaseRun.Launch = { place in
            guard let relay else { return await OwnClient.run(place) }
            do throws(TransportError) {
                let front = try await NIOServer.listen(
                    address: "127.0.0.1", port: 0, handler: relay)
                relay.connect(to: place.port)
                let problem = await OwnClient.run(
                    ClientPlace(port: front.port, channels: place.channels))
                await front.close()
                return problem
            } catch { return error.description }
        }
        return await CaseRun(.client(port: 0, launch: launch), granted: [], width: 16).run(cases)
    }
}
