// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Some rows of a grey image. A class, so that two bands are equal exactly if they are the same object.
final class Band: Sendable {
  let width: Int
  /// The rows of the image in this band.
  let rows: Range<Int>
  let pixels: [Float]

  init(width: Int, rows: Range<Int>, pixel: (_ x: Int, _ y: Int) -> Float) {
    self.width = width
    self.rows = rows
    pixels = [Float](unsafeUninitializedCapacity: width * rows.count) { buffer, count in
      for y in rows {
        for x in 0..<width { buffer[(y - rows.lowerBound) * width + x] = pixel(x, y) }
      }
      count = buffer.count
    }
  }

  var byteCount: Int { pixels.count * MemoryLayout<Float>.stride }

  subscript(x: Int, y: Int) -> Float { pixels[(y - rows.lowerBound) * width + x] }
}

/// Operations on bands: functions that are independent of graphs.
enum Filter {
  /// Makes a test picture of rings and stripes.
  static func photograph(width: Int, height: Int, rows: Range<Int>) -> Band {
    Band(width: width, rows: rows) { x, y in
      let (u, v) = (Float(x) / Float(width) - 0.5, Float(y) / Float(height) - 0.5)
      let ring = sin(60 * (u * u + v * v).squareRoot())
      return 0.5 + 0.3 * ring + (((x / 64) ^ (y / 64)) & 1 == 0 ? 0.1 : -0.1)
    }
  }

  /// Brightens a band by some stops.
  static func expose(_ band: Band, stops: Double) -> Band {
    let factor = Float(exp2(stops))
    return Band(width: band.width, rows: band.rows) { x, y in
      let value = band[x, y] * factor
      return value / (1 + 0.3 * value)
    }
  }

  /// Blurs along rows by the mean of a window, which moves by one pixel at a time.
  static func blurRows(_ band: Band, radius: Int) -> Band {
    var sum: Float = 0
    let last = band.width - 1
    return Band(width: band.width, rows: band.rows) { x, y in
      if x == 0 {
        sum = 0
        for offset in -radius...radius { sum += band[min(max(offset, 0), last), y] }
      } else {
        sum += band[min(x + radius, last), y] - band[max(x - 1 - radius, 0), y]
      }
      return sum / Float(2 * radius + 1)
    }
  }

  /// Blurs along columns, which needs the bands above and below.
  static func blurColumns(_ bands: [Band], at index: Int, radius: Int) -> Band {
    let (band, height) = (bands[index], bands[bands.count - 1].rows.upperBound)
    let bandHeight = bands[0].rows.count
    func row(_ y: Int) -> (Band, Int) {
      let y = min(max(y, 0), height - 1)
      return (bands[y / bandHeight], y)
    }
    var sums = [Float](repeating: 0, count: band.width)
    var incoming: (Band, Int)?
    var outgoing: (Band, Int)?
    return Band(width: band.width, rows: band.rows) { x, y in
      if x == 0 {
        let isFirst = y == band.rows.lowerBound
        if isFirst {
          for offset in -radius...radius {
            let (other, line) = row(y + offset)
            for column in 0..<band.width { sums[column] += other[column, line] }
          }
        }
        (incoming, outgoing) = isFirst ? (nil, nil) : (row(y + radius), row(y - 1 - radius))
      }
      if let incoming, let outgoing {
        sums[x] += incoming.0[x, incoming.1] - outgoing.0[x, outgoing.1]
      }
      return sums[x] / Float(2 * radius + 1)
    }
  }

  /// Adds the detail that blurring has removed.
  static func sharpen(_ band: Band, _ blurred: Band, amount: Double) -> Band {
    let amount = Float(amount)
    return Band(width: band.width, rows: band.rows) { x, y in
      band[x, y] + amount * (band[x, y] - blurred[x, y])
    }
  }

  /// Counts the pixels of each of 64 shades.
  static func histogram(_ band: Band) -> [Int] {
    var counts = [Int](repeating: 0, count: 64)
    for pixel in band.pixels { counts[Int(max(0, min(63, pixel * 48)))] += 1 }
    return counts
  }

  /// Samples pixels and rows at regular intervals, and converts them to characters.
  static func preview(_ bands: [Band], columns: Int, lines: Int) -> String {
    let shades = Array(" .:-=+*#%@")
    let (width, bandHeight) = (bands[0].width, bands[0].rows.count)
    let height = bands[bands.count - 1].rows.upperBound
    return (0..<lines).map { line in
      let y = line * height / lines
      let band = bands[y / bandHeight]
      return String(
        (0..<columns).map { shades[Int(max(0, min(9, band[$0 * width / columns, y] * 8)))] })
    }.joined(separator: "\n")
  }
}
