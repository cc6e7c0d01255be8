import NIOCore

package enum NetworkThreads {
    /// Call before the first connection. By default, NIO starts one per core, each with three
    /// descriptors, used or not.
    package static func limit(to count: Int) {
        NIOSingletons.groupLoopCountSuggestion = count
    }
}
