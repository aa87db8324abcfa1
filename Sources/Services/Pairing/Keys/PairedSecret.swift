internal import Crypto

/// The secret that two paired devices share: 32 bytes.
///
/// Its memory is overwritten when its last copy is released. Callers must wipe copies that they
/// make with ``bytes`` or in files.
public struct PairedSecret: Sendable, Equatable {
  /// The number of its bytes.
  public static let byteCount = 32

  let key: SymmetricKey

  init(_ key: SymmetricKey) { self.key = key }

  /// Creates a secret from saved bytes.
  ///
  /// - Parameter bytes: 32 bytes; any other number gives `nil`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// A copy, which is not wiped.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Lends the bytes without a copy.
  ///
  /// - Parameter body: Reads the bytes; it must not keep the pointer.
  /// - Returns: The result of `body`.
  public func withUnsafeBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    try key.withUnsafeBytes(body)
  }
}

extension PairedSecret: CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing of it: secrets stay out of logs.
  public var description: String { "a shared secret" }

  /// The same.
  public var debugDescription: String { description }
}
