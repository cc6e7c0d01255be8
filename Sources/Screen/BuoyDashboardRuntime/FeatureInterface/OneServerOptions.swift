package import ArgumentParser

/// Options of `buoy watch`, some of which cannot be used for several servers at once.
package protocol OneServerOptions: ParsableArguments {
    func requireOneServer() throws
}
