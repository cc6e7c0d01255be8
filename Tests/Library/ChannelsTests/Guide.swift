import Channels
import Synchronization

/// The code that the documents show, so that it always compiles: `// guide: NAME start` and
/// `// guide: NAME end` stand around what is copied. What it prints goes to a test that asks for
/// it.
enum Guide {
    /// Where the printed lines go; nowhere without a test.
    @TaskLocal static var output: Output?

    /// Stands in for the global function, so that a test can read what the guide prints.
    static func print(_ line: String) { self.output?.add(line) }

    /// The lines that were printed.
    final class Output: Sendable {
        private let storage = Mutex<[String]>([])

        var lines: [String] { self.storage.withLock { $0 } }

        func add(_ line: String) { self.storage.withLock { $0.append(line) } }
    }
}
