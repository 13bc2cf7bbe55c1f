// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The calculator of the ShinpuruNodeUI demo, with a few more nodes: a product, a colour computed from numbers, and a test.
enum Demo {
  static let script = """
    One = Number(value: 1)
    Two = Number(value: 2)
    Add = Add(x: One, z: Two)
    Multiply = Multiply(x: Add, y: 40)
    brand = Color(red: 30, green: Multiply, blue: 200)
    soft = ColorAdjust(color: brand, multiplier: 128)
    isLarge = Multiply > 100
    .move One 24 40
    .move Two 24 150
    .move Add 232 48
    .move Multiply 472 24
    .move brand 704 24
    .move soft 928 60
    .move isLarge 704 216
    """
}
