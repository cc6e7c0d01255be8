import CBuoyNcurses

package enum ThreadStacks {
    /// Gives new threads enough stack, however small `ulimit -s` is.
    package static func keepUsable() { threads_need_stack(1 << 20) }
}
