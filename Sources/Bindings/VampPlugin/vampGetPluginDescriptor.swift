public import CVamp

private let pitch = PluginDescriptor()

/// The plug-ins of this library, one after the other: what a host looks for, as vamp.h declares it.
///
/// - Parameters:
///   - hostApiVersion: The version of the interface that the host knows; one without durations gets
///     nothing.
///   - index: The number of the plug-in, from 0.
/// - Returns: Its description, which lives as long as the library; null if there is none.
@implementation @c
public func vampGetPluginDescriptor(
  _ hostApiVersion: UInt32, _ index: UInt32
) -> UnsafePointer<VampPluginDescriptor>! {
  index == 0 && hostApiVersion >= UInt32(VAMP_API_VERSION) ? pitch.pointer : nil
}
