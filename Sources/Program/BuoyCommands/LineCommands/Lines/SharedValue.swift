import Synchronization

final class SharedValue<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<R: Sendable>(_ body: (inout Value) -> R) -> R {
        self.value.withLock { body(&$0) }
    }
}
