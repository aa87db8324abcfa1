# A Homebrew formula. Untried: nobody has run it yet. Scripts/package.sh recipes fills in the release; then
#   brew install --build-from-source ./kammerton.rb
class Kammerton < Formula
  desc "Instrument tuner, pitch tracker, tone generator and sound modem"
  homepage "@ADDRESS@"
  url "@SOURCE@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "binaryen" => :build
  depends_on "brotli" => :build
  depends_on "esbuild" => :build
  depends_on "librsvg" => :build
  depends_on "pkgconf" => :build
  depends_on "pngquant" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "cairo"
  depends_on "expat"
  depends_on "libsndfile"
  depends_on macos: :tahoe
  depends_on "portaudio"
  depends_on "qrencode"

  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    # The page's modules are WebAssembly, which needs the toolchain of swift.org.
    %w[kammerton kammerton-network _WebVocabulary].each do |product|
      system "swift", "build", "--disable-sandbox", "-c", "release", "--traits", "Services", "--product", product
    end
    system "Scripts/build-web.sh"
    system "Scripts/install.sh", prefix
  end

  test do
    assert_equal "kammerton #{version}", shell_output("#{bin}/kammerton --version").strip
    system bin/"kammerton", "tone", "A4", "--duration", "1s", "--output", "a.wav"
    assert_match ",440", shell_output("#{bin}/kammerton track a.wav")
  end
end
