import BuoyProgramSupport
package import BuoyServers
import ChannelsTransport

extension SandboxServer {
    package func startOrFail() async throws -> Int {
        do throws(TransportError) {
            try await self.start()
        } catch .tlsSettings(let text) {
            throw ProgramFailure(.usage, "The sandbox cannot use TLS: \(text).")
        } catch {
            throw ListenAddress.failure(error)
        }
        guard let port = self.port else {
            throw ProgramFailure(.failed, "The sandbox could not be started: it has no port.")
        }
        return port
    }
}
