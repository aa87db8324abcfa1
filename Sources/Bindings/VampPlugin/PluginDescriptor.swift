public import CVamp

private let pitch = PluginDescriptor()

/// Returns the plug-ins of this library one by one: the function of vamp.h that hosts look for.
///
/// - Parameters:
///   - hostApiVersion: The version of the interface that the host knows. A version without durations
///     gets null.
///   - index: The number of the plug-in, from 0.
/// - Returns: Its description, which lives as long as the library; null if there is none.
@implementation @c
public func vampGetPluginDescriptor(
  _ hostApiVersion: UInt32, _ index: UInt32
) -> UnsafePointer<VampPluginDescriptor>! {
  index == 0 && hostApiVersion >= UInt32(VAMP_API_VERSION) ? pitch.pointer : nil
}

/// The description of the plug-in for hosts: its names, its parameters and its functions.
struct PluginDescriptor: Sendable {
  // Any thread may read it: what it points at is written in `init` only, before anyone has the pointer, and is never
  // changed or freed.
  nonisolated(unsafe) let pointer: UnsafePointer<VampPluginDescriptor>

  init() {
    let parameters = Parameter.allCases.map {
      Optional(UnsafePointer(lasting([$0.descriptor])))
    }
    let descriptor = VampPluginDescriptor(
      vampApiVersion: UInt32(VAMP_API_VERSION), identifier: Self.identifier.cString,
      name: Self.name.cString, description: Self.explanation.cString, maker: Self.maker.cString,
      pluginVersion: 1, copyright: Self.copyright.cString,
      parameterCount: UInt32(parameters.count), parameters: lasting(parameters), programCount: 0,
      programs: nil, inputDomain: vampTimeDomain,
      instantiate: { _, sampleRate in
        PitchPlugin.make(sampleRate: sampleRate).map { Unmanaged.passRetained($0).toOpaque() }
      },
      cleanup: { handle in
        handle.map { Unmanaged<PitchPlugin>.fromOpaque($0).release() }
      },
      initialise: { handle, channelCount, stepSize, blockSize in
        let isGood = plugin(handle)?.initialise(
          channelCount: channelCount, stepSize: stepSize, blockSize: blockSize)
        return isGood == true ? 1 : 0
      },
      reset: { plugin($0)?.reset() },
      getParameter: { plugin($0)?.value(of: $1) ?? 0 },
      setParameter: { plugin($0)?.set($1, to: $2) },
      getCurrentProgram: { _ in 0 }, selectProgram: { _, _ in },
      getPreferredStepSize: { _ in PitchPlugin.preferredBlockSize },
      getPreferredBlockSize: { _ in PitchPlugin.preferredBlockSize },
      getMinChannelCount: { _ in 1 },
      getMaxChannelCount: { _ in UInt32(PitchPlugin.mostChannels) },
      getOutputCount: { _ in UInt32(Output.allCases.count) },
      getOutputDescriptor: { plugin($0)?.descriptor(of: $1) },
      // Descriptors and features belong to the instance.
      releaseOutputDescriptor: { _ in },
      process: { plugin($0)?.process($1, seconds: $2, nanoseconds: $3) },
      getRemainingFeatures: { plugin($0)?.finish() }, releaseFeatureSet: { _ in })
    pointer = UnsafePointer(lasting([descriptor]))
  }

  private static var identifier: StaticString { "pitch" }
  private static var name: StaticString { "Kammerton: pitch and notes" }
  private static var explanation: StaticString {
    "Finds the fundamental frequency of one voice or instrument, and its notes."
  }
  private static var maker: StaticString { "The Kammerton authors" }
  private static var copyright: StaticString { "MIT License" }
}

private func plugin(_ handle: VampPluginHandle?) -> PitchPlugin? {
  handle.map { Unmanaged<PitchPlugin>.fromOpaque($0).takeUnretainedValue() }
}
