// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that what only benchmarks need stays out of Kammerton's dependencies.
// FFTW (GPL) and KissFFT are linked here for comparison, and nowhere else.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "kammerton", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.30.0", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
    .systemLibrary(
      name: "CKissFFT", providers: [.apt(["libkissfft-dev"]), .brew(["kissfft"])]),
    .executableTarget(
      name: "FourierBenchmarks",
      dependencies: [
        "CFFTW", "CKissFFT",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Kammerton", package: "kammerton"),
      ],
      path: "Benchmarks/FourierBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "PitchBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Kammerton", package: "kammerton"),
      ],
      path: "Benchmarks/PitchBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "ToneBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Kammerton", package: "kammerton"),
      ],
      path: "Benchmarks/ToneBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
