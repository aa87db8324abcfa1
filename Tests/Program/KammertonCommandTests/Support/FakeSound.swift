import Foundation

#if os(Linux)
  /// A sound system whose one device goes away and comes back when a test says so: a library in the
  /// place of PortAudio, which is as talkative on standard error as those below the real one.
  final class FakeSound: Sendable {
    /// The start of all that the library prints.
    static let voice = "foreign library:"

    private let directory: TemporaryDirectory

    struct NotCompiled: Error { var status: Int32 }

    init() async throws {
      directory = try TemporaryDirectory()
      try Data(Self.source.utf8).write(to: directory.file("fake.c"))
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = [
        "cc", "-shared", "-fPIC", "-o", directory.path("libportaudio.so.2"),
        directory.path("fake.c"), "-lm", "-lpthread",
      ]
      try await compiler.runToEnd()
      guard compiler.terminationStatus == 0 else {
        throw NotCompiled(status: compiler.terminationStatus)
      }
    }

    /// Makes a program use this sound, and its settings and history a directory of their own.
    var environment: [String: String] {
      [
        "LD_LIBRARY_PATH": directory.url.path, "FAKE_SOUND": directory.url.path,
        "HOME": directory.url.path, "XDG_CONFIG_HOME": directory.path("config"),
        "XDG_DATA_HOME": directory.path("data"),
        "SWIFT_BACKTRACE": "enable=no",  // it would ask questions after a crash
      ]
    }

    func path(_ name: String) -> String { directory.path(name) }

    /// True once a device has run for a third of a second.
    var hasRun: Bool { FileManager.default.fileExists(atPath: directory.path("has-run")) }

    /// Takes the device away.
    func lose() throws { try Data().write(to: directory.file("lost")) }

    /// Gives the device back.
    func giveBack() throws { try FileManager.default.removeItem(at: directory.file("lost")) }

    /// Makes the library abort the process.
    func abort() throws { try Data().write(to: directory.file("abort")) }

    /// A decaying A4 every 1.5 seconds, for a microphone; what is played is thrown away.
    private static let source = """
      #include <math.h>
      #include <portaudio.h>
      #include <pthread.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <unistd.h>

      #define SAY(text) fputs("\(voice) \\x1b[31m" text "\\x1b[0m\\n", stderr)
      enum { rate = 48000, block = 480 };

      typedef struct {
        PaStreamCallback *callback;
        PaStreamFinishedCallback *finished;
        void *context;
        int inputs, outputs;
        volatile int isStopped;
        pthread_t thread;
      } Stream;

      static void name(char *path, const char *file) {
        snprintf(path, 4096, "%s/%s", getenv("FAKE_SOUND"), file);
      }
      static int exists(const char *file) {
        char path[4096];
        name(path, file);
        return access(path, F_OK) == 0;
      }

      static void *run(void *argument) {
        Stream *stream = argument;
        float *input = calloc(block * 32, sizeof(float)), *output = calloc(block * 32, sizeof(float));
        PaStreamCallbackTimeInfo time = {0, 0, 0};
        for (long frame = 0; !stream->isStopped; frame += block) {
          if (exists("lost")) {
            SAY("the device is gone");
            break;
          }
          if (exists("abort")) {
            SAY("this cannot go on");
            abort();
          }
          for (int index = 0; index < block; ++index) {
            double second = fmod((frame + index) / (double)rate, 1.5) - 0.3, sum = 0;
            for (int order = 1; second > 0 && order < 9; ++order)
              sum += sin(2 * M_PI * 440 * order * second + order) / order;
            for (int channel = 0; channel < stream->inputs; ++channel)
              input[index * stream->inputs + channel] = (float)(0.1 * sum * exp(-second));
          }
          if (stream->callback(stream->inputs ? input : NULL, stream->outputs ? output : NULL, block,
                &time, 0, stream->context))
            break;
          if (frame == 33 * block) {
            char path[4096];
            name(path, "has-run");
            FILE *file = fopen(path, "w");
            if (file) fclose(file);
          }
          usleep(10000);
        }
        if (stream->finished) stream->finished(stream->context);
        return NULL;
      }

      static PaDeviceInfo device = {2, "Fake", 0, 2, 2, 0.01, 0.01, 0.03, 0.03, rate};
      static PaHostApiInfo host = {1, paALSA, "Fake", 1, 0, 0};

      PaError Pa_Initialize(void) { SAY("looking for devices"); return 0; }
      PaError Pa_Terminate(void) { SAY("it is over"); return 0; }
      PaDeviceIndex Pa_GetDeviceCount(void) { return exists("lost") ? 0 : 1; }
      PaDeviceIndex Pa_GetDefaultInputDevice(void) { return 0; }
      PaDeviceIndex Pa_GetDefaultOutputDevice(void) { return 0; }
      const PaDeviceInfo *Pa_GetDeviceInfo(PaDeviceIndex number) { return &device; }
      const PaHostApiInfo *Pa_GetHostApiInfo(PaHostApiIndex number) { return &host; }
      const char *Pa_GetErrorText(PaError code) { return "fake error"; }

      PaError Pa_OpenStream(PaStream **result, const PaStreamParameters *input,
          const PaStreamParameters *output, double sampleRate, unsigned long frames,
          PaStreamFlags flags, PaStreamCallback *callback, void *context) {
        Stream *stream = calloc(1, sizeof(Stream));
        stream->callback = callback;
        stream->context = context;
        stream->inputs = input ? input->channelCount : 0;
        stream->outputs = output ? output->channelCount : 0;
        *result = stream;
        return 0;
      }
      PaError Pa_SetStreamFinishedCallback(PaStream *stream, PaStreamFinishedCallback *finished) {
        ((Stream *)stream)->finished = finished;
        return 0;
      }
      PaError Pa_StartStream(PaStream *stream) {
        return pthread_create(&((Stream *)stream)->thread, NULL, run, stream);
      }
      PaError Pa_AbortStream(PaStream *argument) {
        Stream *stream = argument;
        SAY("stopping");
        stream->isStopped = 1;
        pthread_join(stream->thread, NULL);
        return 0;
      }
      PaError Pa_CloseStream(PaStream *stream) { free(stream); return 0; }
      """
  }
#endif
