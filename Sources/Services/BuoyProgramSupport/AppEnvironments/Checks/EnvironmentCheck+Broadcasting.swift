extension EnvironmentCheck {
    mutating func checkBroadcasting() {
        let product = self.values?.product ?? .reverb
        guard self.isLaravel, product != .soketi else { return }
        guard let driver = AppValues.driver(in: self.file) else {
            let name = "BROADCAST_CONNECTION"
            return self.add(
                name, .wrong,
                "it is missing, so Laravel sends no events: set \(name)=\(product.driver)")
        }
        let advice = "set \(driver.name)=\(product.driver)"
        switch driver.value.lowercased() {
        case "log":
            self.add(
                driver.name, .wrong,
                "log writes events to Laravel's log and sends none: \(advice)")
        case "null":
            self.add(driver.name, .wrong, "null sends no events: \(advice)")
        case "redis":
            self.add(
                driver.name, .warning,
                "redis publishes to Redis; another server has to forward the events: \(advice)"
            )
        case let word where AppProduct(rawValue: word) == nil || word == product.driver: break
        case let word:
            self.add(
                driver.name, .wrong,
                "it says \(self.shown(word) ?? "something else"), but the file has no app for it: "
                    + advice)
        }
    }

    mutating func checkQueue() {
        let name = "QUEUE_CONNECTION"
        guard let queue = self.file.value(name), queue != "sync", let shown = self.shown(queue)
        else { return }
        self.add(
            name, .warning,
            "with \(shown), events wait until a worker sends them: run php artisan queue:work, or "
                + "set \(name)=sync to try it")
    }
}
