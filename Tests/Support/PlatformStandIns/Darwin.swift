// Lets `canImport(Darwin)` hold, so that the other branch of `ChannelsPOSIX` is compiled.
@_exported public import Glibc
