internal import OnsetDetection
internal import PitchEstimation

/// Tells whether the same note is played again at an onset while it still sounds.
///
/// A swell, a vibrato, a change of the bow, a loop of a sample and an echo have onsets at times too. What sets a stroke
/// or a tongued note apart from them:
///
/// - A stroke rises within ``longestRise``. Either it stands out from the sound before by ``clearStrength``; or it does not go
///   on to grow, as a growl or a swell does, and its partials stand out by ``leastTonalRise``, which they do more than wide bands
///   in a room and beside a string that rings; or it stands out by ``leastStrength`` and does not grow, what is new in it is not
///   far below the sound that rings, and it is in fewer bands than breath and the pulses of a low tone.
/// - A tongue or a bow that stops the sound for a moment leaves a dip of ``leastDip`` in the level, and the sound is back
///   within ``longestReturn``, less than 10 dB quieter. A tremolo is shallower or slower, and the beats of strings are slower.
/// - Where it stops altogether, by 20 dB for a few milliseconds, it may rise more slowly (``SoundReturn``), but not to less than
///   10 dB below the loudest of the note: in a room, the end of a note comes and goes.
enum Restrike {
  /// In seconds.
  static let longestRise = 0.015
  /// In powers of ten, as ``Onset/strength``.
  static let clearStrength = StrokeDetector.clearStrength
  static let leastStrength = 0.1
  /// In powers of ten, as ``Onset/tonalRise``.
  static let leastTonalRise = 0.14
  /// Relative to the whole sound, in decibels.
  static let quietestNew = -16.0
  /// In bands, as ``Onset/newBreadth``.
  static let largestBreadth = 12.0
  /// In decibels.
  static let leastDip = 4.0
  /// In seconds.
  static let longestReturn = 0.1

  /// Returns true if an onset within a note begins it again.
  ///
  /// - Parameters:
  ///   - onset: The onset.
  ///   - start: The start of the note, in seconds.
  ///   - readings: The readings around the onset, in order of time.
  /// - Returns: True if the note is struck, plucked or tongued again there.
  static func isHeard(at onset: Onset, from start: Double, _ readings: [PitchReading]) -> Bool {
    isStroke(onset)
      || onset.rise <= longestReturn && dip(at: onset.time, from: start, readings) >= leastDip
  }

  /// Returns true if a note begins again where its sound is back.
  ///
  /// - Parameters:
  ///   - sound: The return of the sound.
  ///   - note: The note.
  ///   - readings: Its readings.
  /// - Returns: True if the note is played again there.
  static func isHeard(at sound: SoundReturn, in note: PitchNote, _ readings: [PitchReading]) -> Bool
  {
    guard sound.isSuited(to: note.frequency) else { return false }
    let times = note.onset...note.offset
    var loudest = -Double.infinity
    for reading in readings where times.contains(reading.time) {
      loudest = max(loudest, reading.level)
    }
    return sound.level >= loudest - FirstPitchFollower.fall
  }

  private static func isStroke(_ onset: Onset) -> Bool {
    guard onset.rise <= longestRise else { return false }
    if onset.strength >= clearStrength { return true }
    guard !onset.grows else { return false }
    return onset.tonalRise >= leastTonalRise
      || onset.strength >= leastStrength && onset.newLevel >= quietestNew
        && onset.newBreadth < largestBreadth
  }

  /// How far the level at a time is below that of the note before and after, in decibels.
  private static func dip(
    at time: Double, from start: Double, _ readings: [PitchReading]
  ) -> Double {
    var (before, lowest, after) = (-Double.infinity, Double.infinity, -Double.infinity)
    for reading in readings {
      let distance = reading.time - time
      // The attack of the note itself is not yet its level.
      if distance >= -0.3, distance <= -0.05, reading.time >= start + 0.03 {
        before = max(before, reading.level)
      }
      if distance >= -0.08, distance <= 0.03 { lowest = min(lowest, reading.level) }
      if distance >= 0, distance <= 0.15 { after = max(after, reading.level) }
    }
    // What comes back far below is the end of the note, or its echo.
    guard after >= before - FirstPitchFollower.fall else { return 0 }
    return min(before, after) - lowest
  }
}
