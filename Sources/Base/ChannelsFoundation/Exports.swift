// What the library uses of Foundation. Darwin has it only as a whole.
#if canImport(Darwin)
@_exported public import Foundation
#else
@_exported public import FoundationEssentials
#endif
