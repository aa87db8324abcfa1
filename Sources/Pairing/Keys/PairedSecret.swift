internal import Crypto

/// The secret that two paired devices share: 32 bytes.
///
/// Its memory is overwritten when its last copy goes. What somebody makes of it by ``bytes`` or in a
/// file of their own is theirs to wipe.
public struct PairedSecret: Sendable, Equatable {
  /// The number of its bytes.
  public static let byteCount = 32

  let key: SymmetricKey

  init(_ key: SymmetricKey) { self.key = key }

  /// Takes a secret that was kept.
  ///
  /// - Parameter bytes: 32 bytes; `nil` comes of any other number.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// A copy, which nobody wipes.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Lends the bytes without a copy.
  ///
  /// - Parameter body: What reads them; it must not keep the pointer.
  /// - Returns: What it returns.
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
