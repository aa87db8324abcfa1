internal import Metronome

/// The taps of somebody who shows a tempo.
final class TapCounter {
  private var taps = TapTempo()

  /// Takes a tap.
  ///
  /// - Parameter time: When it came, in seconds on any clock that does not go back.
  /// - Returns: Beats a minute; 0 at the first tap.
  func tap(at time: Double) -> Double { taps.tap(at: time) ?? 0 }
}

@_cdecl("metronome_taps_create")
func createTaps() -> UnsafeMutableRawPointer { handle(TapCounter()) }

@_cdecl("metronome_taps_take")
func takeTap(_ taps: UnsafeMutableRawPointer, _ time: Double) -> Double {
  (object(taps) as TapCounter).tap(at: time)
}

@_cdecl("metronome_taps_release")
func releaseTaps(_ taps: UnsafeMutableRawPointer) { release(TapCounter.self, taps) }
