// The memory of the log, which those of all clients of a proxy share.
extension DashboardState {
    package var keptEventBytes: Int { self.events.keptBytes }

    /// - Parameter share: what this log may take; `nil` for what it has.
    mutating func share(_ memory: SharedMemory, _ share: Int?) {
        if share != nil || self.events.sharedMemory != memory { self.revision &+= 1 }
        self.events.share(memory, share: share)
    }
}
