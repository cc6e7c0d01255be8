import ChannelsBasics
import ChannelsProtocol

struct TimeLimitPassed: Error {
    let limit: Duration
}

extension TimeSource {
    /// Cancels the operation at the limit. It must then return, because its end is awaited.
    /// - Throws: `TimeLimitPassed`, or the error of the operation.
    func limit<Value: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await self.sleep(until: self.now().advanced(by: limit))
                return nil
            }
            defer { group.cancelAll() }
            guard case .some(.some(let value)) = try await group.next() else {
                throw TimeLimitPassed(limit: limit)
            }
            return value
        }
    }

    func limit<Value: Sendable>(
        _ limit: Duration?, _ name: String,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws(AuthFault) -> Value {
        do {
            guard let limit else { return try await work() }
            return try await self.limit(limit, work)
        } catch let passed as TimeLimitPassed {
            var fault = AuthFault("\(name) took longer than \(passed.limit)")
            fault.parts.origin.isTemporary = true
            throw fault
        } catch {
            throw AuthFault(name, threw: error)
        }
    }
}
