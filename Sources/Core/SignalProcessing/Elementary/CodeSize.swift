/// What is preferred where less code is slower code with the same results.
package enum CodeSize {
  #if arch(wasm32)
    /// Whether less code counts more than a few per cent of time: the page's modules are loaded over a
    /// network.
    package static let isSmall = true
  #else
    package static let isSmall = false
  #endif
}
