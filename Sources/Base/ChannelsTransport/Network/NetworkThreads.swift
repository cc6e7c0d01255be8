import NIOCore

/// The threads that serve all connections of the process, including those of the sandbox.
package enum NetworkThreads {
    /// Sets the number of threads, before the first connection. By default, NIO starts one for each
    /// core, each with three descriptors, whether they are used or not.
    package static func limit(to count: Int) {
        NIOSingletons.groupLoopCountSuggestion = count
    }
}
