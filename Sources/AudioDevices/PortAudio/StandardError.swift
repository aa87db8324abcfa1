#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs work while standard error is closed to everybody.
///
/// ALSA and JACK print dozens of lines about devices that do not exist whenever the list is made,
/// and offer PortAudio's users no way to turn that off. What other threads print meanwhile (some
/// 50 ms) is lost as well, which is why only the start of the sound system and the opening of
/// devices are wrapped.
func withoutStandardError<Result>(_ work: () -> Result) -> Result {
  let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
  let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
  if saved >= 0, nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
  defer {
    if saved >= 0, nowhere >= 0 { dup2(saved, STDERR_FILENO) }
    if saved >= 0 { close(saved) }
    if nowhere >= 0 { close(nowhere) }
  }
  return work()
}
