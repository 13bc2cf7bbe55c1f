// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a WAV file: one channel of 16 bits.
func wave(_ samples: [Float]) -> Data {
  var data = Data()
  func append(_ text: String) { data.append(contentsOf: text.utf8) }
  func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
  }
  append("RIFF")
  append(UInt32(36 + 2 * samples.count))
  append("WAVEfmt ")
  append(UInt32(16))
  append(UInt16(1))
  append(UInt16(1))
  append(UInt32(sampleRate))
  append(UInt32(2 * sampleRate))
  append(UInt16(2))
  append(UInt16(16))
  append("data")
  append(UInt32(2 * samples.count))
  for sample in samples { append(Int16(max(-1, min(1, sample)) * 32_767)) }
  return data
}
