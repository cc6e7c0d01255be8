import ArgumentParser
package import BuoyScripts

extension ConnectionArguments {
    /// Completes the arguments from a server. Given arguments take precedence.
    ///
    /// - Parameter takesChannels: whether to subscribe to its channels if none were given.
    package func completed(
        from server: NamedServer, takesChannels: Bool = true
    ) throws -> ConnectionArguments {
        var known = server.settings
        if !takesChannels { known.channels = nil }
        if !self.identity.signsIn { known.userAuthEndpoint = nil }
        if self.app == nil { known.appID = nil }
        var arguments = self
        arguments.server.servers = []
        arguments.server.environmentPath = nil
        arguments.server.usesSandbox = false
        arguments.server.chosen.value = server
        arguments.identity.appEndpoint.value = server.appEndpoint
        if self.server.host == nil, self.server.cluster == nil {
            arguments.app?.publishingPlace.value = server.publishingPlace
        }
        arguments.settings = self.settings.filled(from: known)
        try arguments.server.validate()
        try arguments.route.checkProxy()
        try arguments.identity.validate()
        try arguments.validate()
        return arguments
    }

    package static func unset() throws -> ConnectionArguments {
        ConnectionArguments(
            server: try ServerArguments.parse([]), identity: try IdentityArguments.parse([]),
            route: try RouteArguments.parse([]),
            reconnection: try ReconnectionArguments.parse([]),
            timing: try TimingArguments.parse([]))
    }

    package func forAnyServer() throws -> ConnectionArguments {
        var arguments = self
        arguments.server = try ServerArguments.parse([])
        if self.app != nil { arguments.app = try AppIDArguments.parse([]) }
        arguments.subscribing?.subscribe = []
        arguments.route = try RouteArguments.parse([])
        arguments.route.proxy = self.route.proxy
        arguments.route.noProxy = self.route.noProxy
        arguments.identity = try IdentityArguments.parse([])
        arguments.identity.givenUserID = self.identity.givenUserID
        arguments.identity.givenUserInfo = self.identity.givenUserInfo
        arguments.identity.name = self.identity.name
        return arguments
    }
}
