internal import ChannelsProtocol

/// Some work took longer than it may.
struct TimeLimitPassed: Error {
    let limit: Duration
}

extension TimeSource {
    /// Does some work, and cancels it when a time has passed. The work has to end when it is
    /// cancelled: its end is waited for.
    ///
    /// - Throws: `TimeLimitPassed`, or what the work throws.
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

    /// Does work that the program may have brought along.
    ///
    /// - Parameters:
    ///   - limit: `nil` for none.
    ///   - name: whose work it is, in the words of a sentence.
    func limit<Value: Sendable>(
        _ limit: Duration?, _ name: String,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws(AuthFault) -> Value {
        do {
            guard let limit else { return try await work() }
            return try await self.limit(limit, work)
        } catch let passed as TimeLimitPassed {
            throw AuthFault("\(name) took longer than \(passed.limit)")
        } catch let failure as SubscriptionFailure {
            throw AuthFault("\(name) failed: \(failure.text)")
        } catch let failure as SignInFailure {
            throw AuthFault("\(name) failed: \(failure.text)")
        } catch {
            throw AuthFault("\(name) failed: \(error)")
        }
    }
}
