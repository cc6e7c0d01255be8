/// The scripted network and the manual clock are a product, and the tests of the library use them
/// too.
@_exported public import ChannelsTesting
