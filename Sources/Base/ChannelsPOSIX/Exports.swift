// The system's C library. Files that call it import this module, and do not name the system.
#if canImport(Darwin)
@_exported public import Darwin
#else
@_exported public import Glibc
#endif
