package import Transport

extension HTTPRequest {
    /// Refuses what a page posts as anything but JSON. A page of another server on this machine may
    /// post a form, but JSON only after a preflight request.
    package func requireJSONFromPages() throws(RouteRefusal) {
        let isJSON = self.header("content-type")?.lowercased().hasPrefix("application/json")
        guard self.header("origin") == nil || isJSON == true else {
            throw .badRequest("A page must send its fault as application/json")
        }
    }
}
