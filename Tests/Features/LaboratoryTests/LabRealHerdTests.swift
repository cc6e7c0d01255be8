import BuoyScripts
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

/// Recordings of herds of pusher-js 8.6 in one node process, on Linux 6.18. Their server was
/// stopped for 3 s, then completed a limited number of handshakes per second. Times are counted
/// from the end of the outage.
@Suite("the laboratory's herds behave like real ones")
struct LabRealHerdTests {
    struct Herd: CustomTestStringConvertible, Sendable {
        let clients: Int
        let capacity: LabCapacity
        var profile = "pusher-js tls=no transports=ws"
        let half: Double
        let all: Double
        let attempts: Int

        var testDescription: String { "\(self.clients), \(self.capacity.words)" }
    }

    private static let real = [
        Herd(
            clients: 50, capacity: LabCapacity(perSecond: 2, backlog: 4096), half: 25.6, all: 38.2,
            attempts: 100),
        Herd(
            clients: 50, capacity: LabCapacity(perSecond: 5, queue: 20, overflow: .reset),
            half: 43.5, all: 104.5, attempts: 130),
        Herd(
            clients: 50, capacity: LabCapacity(perSecond: 5, backlog: 20), half: 18.2, all: 23.3,
            attempts: 100),
        Herd(
            clients: 200, capacity: LabCapacity(perSecond: 10, backlog: 50), half: 23.1, all: 45.4,
            attempts: 420),
        Herd(
            clients: 50, capacity: LabCapacity(perSecond: 2, backlog: 4096),
            profile: "pusher-js tls=no", half: 28.8, all: 41.4, attempts: 200),
        Herd(
            clients: 50, capacity: LabCapacity(perSecond: 1, backlog: 4096), half: 38.0, all: 83.1,
            attempts: 120),
    ]

    /// One busy process handles one client after another, 10 ms each. The server took 0.15 s to
    /// start: about 35 of 50 TLS hellos found it open.
    private static func script(_ clients: Int) -> FaultScript {
        FaultScript(
            name: "", duration: .seconds(300),
            [
                .init(at: .seconds(10), .cut, for: .milliseconds(10) * clients),
                .init(at: .seconds(10), .refuse, for: .milliseconds(3150)),
            ])
    }

    @Test("half and all are back when recorded, after as many attempts", arguments: Self.real)
    func herd(_ real: Herd) throws {
        let herd = LabHerd(
            Self.script(real.clients), try LabProfile.typed(real.profile, policies: []),
            clients: real.clients, capacity: real.capacity)
        let half = Double(try #require(herd.second(connecting: 0.5)) - 13)
        let all = Double(try #require(herd.second(connecting: 1)) - 13)
        #expect(abs(half - real.half) <= 0.15 * real.half)
        #expect(abs(all - real.all) <= 0.15 * real.all)
        #expect(abs(herd.totalAttempts - real.attempts) * 20 <= real.attempts)
        if real.capacity.perSecond == 1 { #expect((19...20).contains(herd.load?.late ?? 0)) }
    }
}
