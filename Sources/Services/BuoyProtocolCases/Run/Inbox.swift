/// A queue for one reader, which waits up to a deadline.
actor Inbox<Element: Sendable> {
    private var elements: [Element] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var isOver = false
    /// How often a reader began to wait.
    private(set) var waits = 0

    func put(_ element: Element) {
        self.elements.append(element)
        self.wake()
    }

    /// Nothing more will arrive.
    func end() {
        self.isOver = true
        self.wake()
    }

    /// - Returns: `nil` if nothing arrives before the deadline.
    func next(before deadline: ContinuousClock.Instant) async -> Element? {
        while self.elements.isEmpty {
            guard !self.isOver, !Task.isCancelled, ContinuousClock.now < deadline else {
                return nil
            }
            self.waits += 1
            let alarm = Task {
                // A cancelled alarm must not wake the next waiter.
                guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil
                else { return }
                self.wake()
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { self.waiter = $0 }
            } onCancel: {
                alarm.cancel()
            }
            alarm.cancel()
        }
        return self.elements.removeFirst()
    }

    private func wake() {
        self.waiter?.resume()
        self.waiter = nil
    }
}
