package import ArgumentParser

/// A group of options of `buoy watch` with some that cannot be used for several servers at once.
package protocol OneServerOptions: ParsableArguments {
    /// - Throws: `ValidationError` that says why, if one of them was given.
    func requireOneServer() throws
}
