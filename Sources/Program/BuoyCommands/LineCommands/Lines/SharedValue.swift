import Synchronization

/// A value that several tasks change.
final class SharedValue<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    /// Reads or changes the value, while nobody else does.
    func withLock<R: Sendable>(_ body: (inout Value) -> R) -> R {
        self.value.withLock { body(&$0) }
    }
}
