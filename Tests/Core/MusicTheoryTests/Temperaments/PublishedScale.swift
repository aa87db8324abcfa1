import Testing

/// A scale as the archive of the program Scala has it (Manuel Op de Coul, Huygens-Fokker Foundation),
/// which cites the literature for each; the cents are those of its files, to three decimals.
struct PublishedScale: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  let cents: [Double]
  let period: Double

  init(_ name: String, file: String, _ cents: [Double], period: Double) {
    self.name = name
    self.file = file
    self.cents = cents
    self.period = period
  }

  var testDescription: String { name }

  static let archive: [PublishedScale] = [
    PublishedScale(
      "van-zwolle", file: "zwolle.scl",
      [
        90.225, 203.910, 294.135, 407.820, 498.045, 588.270, 701.955, 792.180, 905.865,
        996.090, 1109.775,
      ], period: 1200.000),
    PublishedScale(
      "just", file: "duodene.scl",
      [
        111.731, 203.910, 315.641, 386.314, 498.045, 590.224, 701.955, 813.686, 884.359,
        1017.596, 1088.269,
      ], period: 1200.000),
    PublishedScale(
      "just-marpurg", file: "marpurg1.scl",
      [
        70.672, 203.910, 315.641, 386.314, 498.045, 590.224, 701.955, 772.627, 884.359,
        1017.596, 1088.269,
      ], period: 1200.000),
    PublishedScale(
      "quarter-comma-meantone", file: "meanquar.scl",
      [
        76.049, 193.157, 310.265, 386.314, 503.422, 579.471, 696.578, 772.627, 889.735,
        1006.843, 1082.892,
      ], period: 1200.000),
    PublishedScale(
      "fifth-comma-meantone", file: "meanfifth.scl",
      [
        83.576, 195.307, 307.039, 390.615, 502.346, 585.922, 697.654, 781.230, 892.961,
        1004.693, 1088.269,
      ], period: 1200.000),
    PublishedScale(
      "sixth-comma-meantone", file: "meansixth.scl",
      [
        88.594, 196.741, 304.888, 393.482, 501.629, 590.224, 698.371, 786.965, 895.112,
        1003.259, 1091.853,
      ], period: 1200.000),
    PublishedScale(
      "third-comma-meantone", file: "meanthird.scl",
      [
        63.504, 189.572, 315.641, 379.145, 505.214, 568.717, 694.786, 758.290, 884.359,
        1010.428, 1073.931,
      ], period: 1200.000),
    PublishedScale(
      "two-sevenths-comma-meantone", file: "mean2sev.scl",
      [
        70.672, 191.621, 312.569, 383.241, 504.190, 574.862, 695.810, 766.483, 887.431,
        1008.379, 1079.052,
      ], period: 1200.000),
    PublishedScale(
      "two-ninths-comma-meantone", file: "mean2nine.scl",
      // The file has D♯ as its third degree; E♭ is three of its fifths (697.176) below C.
      [
        80.231, 194.352, 308.472, 388.703, 502.824, 583.055, 697.176, 777.407, 891.528,
        1005.648, 1085.879,
      ], period: 1200.000),
    PublishedScale(
      "rameau", file: "rameau.scl",
      [
        86.802, 193.157, 297.800, 386.314, 503.422, 584.847, 696.578, 788.757, 889.735,
        1006.843, 1082.892,
      ], period: 1200.000),
    PublishedScale(
      "werckmeister-iii", file: "werck3.scl",
      [
        90.225, 192.180, 294.135, 390.225, 498.045, 588.270, 696.090, 792.180, 888.270,
        996.090, 1092.180,
      ], period: 1200.000),
    PublishedScale(
      "werckmeister-iv", file: "werck4.scl",
      [
        82.405, 196.090, 294.135, 392.180, 498.045, 588.270, 694.135, 784.360, 890.225,
        1003.910, 1086.315,
      ], period: 1200.000),
    PublishedScale(
      "werckmeister-v", file: "werck5.scl",
      [
        96.090, 203.910, 300.000, 396.090, 503.910, 600.000, 701.955, 792.180, 900.000,
        1001.955, 1098.045,
      ], period: 1200.000),
    PublishedScale(
      "werckmeister-vi", file: "werck6_cor.scl",
      [
        90.661, 196.198, 298.065, 395.169, 498.045, 594.923, 697.544, 792.616, 893.214,
        1000.020, 1097.124,
      ], period: 1200.000),
    PublishedScale(
      "kirnberger-ii", file: "kirnberger1.scl",
      [
        90.225, 203.910, 294.135, 386.314, 498.045, 590.224, 701.955, 792.180, 895.112,
        996.090, 1088.269,
      ], period: 1200.000),
    PublishedScale(
      "kirnberger-iii", file: "kirnberger.scl",
      [
        90.225, 193.157, 294.135, 386.314, 498.045, 590.224, 696.578, 792.180, 889.735,
        996.090, 1088.269,
      ], period: 1200.000),
    PublishedScale(
      "neidhardt-1", file: "neidhardt1.scl",
      [
        94.135, 196.090, 296.090, 392.180, 498.045, 592.180, 698.045, 796.090, 894.135,
        996.090, 1092.180,
      ], period: 1200.000),
    PublishedScale(
      "neidhardt-2", file: "neidhardt2.scl",
      [
        96.090, 196.090, 298.045, 394.135, 500.000, 596.090, 698.045, 796.090, 894.135,
        1000.000, 1096.090,
      ], period: 1200.000),
    PublishedScale(
      "neidhardt-3", file: "neidhardt3.scl",
      [
        96.090, 196.090, 298.045, 394.135, 498.045, 596.090, 698.045, 796.090, 894.135,
        998.045, 1096.090,
      ], period: 1200.000),
    PublishedScale(
      "bendeler-iii", file: "bendeler3.scl",
      [
        96.090, 192.180, 294.135, 396.090, 498.045, 594.135, 696.090, 798.045, 894.135,
        996.090, 1092.180,
      ], period: 1200.000),
    PublishedScale(
      "bruder-1829", file: "bruder.scl",
      [
        95.112, 202.933, 297.067, 391.202, 499.022, 593.646, 701.466, 796.090, 897.067,
        998.045, 1092.180,
      ], period: 1200.000),
    PublishedScale(
      "kellner", file: "kellner.scl",
      [
        90.225, 194.526, 294.135, 389.052, 498.045, 588.270, 697.263, 792.180, 891.789,
        996.090, 1091.007,
      ], period: 1200.000),
    PublishedScale(
      "barnes", file: "barnes.scl",
      [
        94.135, 196.090, 298.045, 392.180, 501.955, 592.180, 698.045, 796.090, 894.135,
        1000.000, 1094.135,
      ], period: 1200.000),
    PublishedScale(
      "bach-lehman", file: "lehman-bach.scl",
      [
        98.045, 196.090, 298.045, 392.180, 501.955, 596.090, 698.045, 798.045, 894.135,
        998.045, 1094.135,
      ], period: 1200.000),
    PublishedScale(
      "bach-klais", file: "klais.scl",
      [
        90.225, 196.090, 294.135, 387.292, 498.045, 588.270, 700.000, 792.180, 892.180,
        996.090, 1086.315,
      ], period: 1200.000),
    PublishedScale(
      "vallotti", file: "vallotti.scl",
      [
        94.135, 196.090, 298.045, 392.180, 501.955, 592.180, 698.045, 796.090, 894.135,
        1000.000, 1090.225,
      ], period: 1200.000),
    PublishedScale(
      "young-1", file: "young1.scl",
      [
        93.856, 195.844, 297.791, 391.689, 499.870, 591.931, 697.926, 795.829, 893.733,
        999.756, 1091.821,
      ], period: 1200.000),
    PublishedScale(
      "young-2", file: "young.scl",
      [
        90.225, 196.090, 294.135, 392.180, 498.045, 588.270, 698.045, 792.180, 894.135,
        996.090, 1090.225,
      ], period: 1200.000),
    PublishedScale(
      "lambert-1774", file: "lambert.scl",
      [
        93.576, 197.207, 297.486, 394.414, 501.396, 591.621, 698.604, 795.531, 895.811,
        999.441, 1093.018,
      ], period: 1200.000),
    PublishedScale(
      "bohlen-pierce", file: "bohlen-p_et.scl",
      [
        146.304, 292.608, 438.913, 585.217, 731.521, 877.825, 1024.130, 1170.434, 1316.738,
        1463.042, 1609.347, 1755.651,
      ], period: 1901.955),
    PublishedScale(
      "bohlen-pierce-just", file: "bohlen-p.scl",
      [
        133.238, 301.847, 435.084, 582.512, 736.931, 884.359, 1017.596, 1165.024, 1319.443,
        1466.871, 1600.108, 1768.717,
      ], period: 1901.955),
    PublishedScale(
      "stopper", file: "stopper.scl",
      [
        100.103, 200.206, 300.309, 400.412, 500.514, 600.617, 700.720, 800.823, 900.926,
        1001.029, 1101.132, 1201.235, 1301.338, 1401.441, 1501.543, 1601.646, 1701.749,
        1801.852,
      ], period: 1901.955),
  ]
}
