import Channels
import Logging
import ServiceLifecycle

/// A service that logs every order, until the group shuts down.
struct OrderWatcher: Service {
    let orders: ClientStream<ReceivedEvent>
    let logger: Logger

    func run() async throws {
        self.logger.notice("waiting for orders")
        for await order in self.orders.cancelOnGracefulShutdown() {
            self.logger.notice("\(order.name)", metadata: ["order": "\(order.data.text)"])
        }
    }
}
