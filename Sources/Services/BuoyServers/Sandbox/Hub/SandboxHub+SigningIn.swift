import ChannelsProtocol
import ChannelsSigning

extension SandboxHub {
    mutating func signIn(
        _ id: ConnectionID, auth: String, userData: String
    ) -> [HubAction] {
        do {
            let user = try self.user(id, auth: auth, userData: userData)
            return self.signedIn(id, user, userData: userData)
        } catch {
            return Self.refuse(id, error)
        }
    }

    mutating func userCame(_ id: UserID) -> [HubAction] {
        self.presentUsers[id, default: 0] += 1
        return self.presentUsers[id] == 1 ? self.tellWatchers(of: id, "online") : []
    }

    mutating func userLeft(_ id: UserID) -> [HubAction] {
        guard let count = self.presentUsers[id] else { return [] }
        self.presentUsers[id] = count > 1 ? count - 1 : nil
        return count > 1 ? [] : self.tellWatchers(of: id, "offline")
    }

    /// The hosted service's close code is not known; this is soketi's.
    mutating func terminate(_ user: UserID, at now: Duration) -> [HubAction] {
        let ids = self.connections.filter { $0.value.user?.id == user }.keys.sorted()
        let farewells = ids.flatMap {
            Self.refuse($0, 4009, "The app ended the connections of this user")
        }
        return farewells + ids.flatMap { self.closed($0, at: now) }
    }

    private mutating func signedIn(
        _ id: ConnectionID, _ user: HubUser, userData: String
    ) -> [HubAction] {
        let isFirst = self.connections[id]?.user == nil
        // Reported to the others before the user watches, so that nobody is notified about
        // themselves.
        let news = isFirst ? self.userCame(user.id) : []
        self.connections[id]?.user = user
        self.connections[id]?.isAuthorized = true
        var actions = news + [.send(.signInSucceeded(userData: userData), to: [id])]
        if user.isWatchlistCut {
            actions += Self.refuse(id, .watchlist(limit: self.limits.watchlist))
        }
        let online = user.watchlist.filter { self.presentUsers[$0] != nil }
        if !online.isEmpty {
            let change = WatchlistChange(name: "online", userIDs: online)
            actions.append(.send(.watchlist([change]), to: [id]))
        }
        return actions
    }

    private func tellWatchers(of user: UserID, _ name: String) -> [HubAction] {
        let watchers = self.connections.filter { $0.value.user?.watchlist.contains(user) == true }
        guard !watchers.isEmpty else { return [] }
        let change = WatchlistChange(name: name, userIDs: [user])
        return [.send(.watchlist([change]), to: watchers.keys.sorted())]
    }

    private func user(
        _ id: ConnectionID, auth: String, userData: String
    ) throws(HubRefusal) -> HubUser {
        guard let connection = self.connections[id] else {
            throw .signIn(reason: "there is no connection")
        }
        try self.check(auth, userData, connection.socketID)
        let user: HubUser
        do { user = try HubUser(userData, limits: self.limits) } catch {
            throw .signIn(reason: error.description)
        }
        if let present = connection.user, present.id != user.id {
            throw .signIn(reason: "this connection is already signed in as \(present.id)")
        }
        return user
    }

    private func check(
        _ auth: String, _ userData: String, _ socketID: SocketID
    ) throws(HubRefusal) {
        let outcome: ChannelSignature.CheckOutcome
        do {
            outcome = try self.app.channelSignature.check(
                auth, socketID: socketID, userData: userData)
        } catch {
            throw .signIn(reason: "the signature cannot be checked, \(error.description)")
        }
        switch outcome {
        case .valid: break
        case .malformed: throw .signIn(reason: "auth should be of format 'key:signature'")
        case .foreignKey(let key): throw .foreignSignInKey(key)
        case .wrongSignature(let signature, let text):
            throw .wrongSignInSignature(signature, stringToSign: text)
        }
    }
}
