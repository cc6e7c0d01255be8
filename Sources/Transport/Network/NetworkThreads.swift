import NIOCore

/// The threads that serve all connections of the process, those of the client and of the sandbox.
package enum NetworkThreads {
    /// Says how many there are to be, before the first connection. NIO starts one for each core
    /// otherwise, with three descriptors each, whether they are used or not.
    package static func limit(to count: Int) {
        NIOSingletons.groupLoopCountSuggestion = count
    }
}
