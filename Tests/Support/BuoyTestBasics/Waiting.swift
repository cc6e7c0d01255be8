import Glibc

// The time limits here are only for what never happens: a busy machine may take seconds for what
// takes milliseconds.

/// Checks every few milliseconds whether a condition holds. Blocks its thread.
///
/// - Returns: whether it held within the time.
@discardableResult
package func waitUntil(seconds: Int = 60, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        guard .now < end else { return false }
        usleep(5000)
    }
    return true
}

/// Checks every few milliseconds whether a condition holds, and blocks no thread.
///
/// - Throws: `TookTooLong`.
package func eventually(
    seconds: Int = 60, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try await !condition() {
        guard .now < end else { throw TookTooLong() }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Waits for something, but not longer than this.
package func within<Value: Sendable>(
    seconds: Int, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw TookTooLong()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw TookTooLong() }
        return value
    }
}

/// What was waited for did not happen.
package struct TookTooLong: Error {
    package init() {}
}
