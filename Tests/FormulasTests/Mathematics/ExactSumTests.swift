// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import NodeEval
import TestSupport
import Testing

/// Sums, means, variances, deviations and lengths, compared with results that were computed as fractions of integers of any
/// size and rounded once.
@Suite struct ExactSumTests {
  private struct Row {
    let values: [Double]
    let sum: Double
    let mean: Double
    let variance: Double
    let deviation: Double
    let length: Double

    init(
      _ values: [Double], _ sum: Double, _ mean: Double, _ variance: Double, _ deviation: Double, _ length: Double
    ) {
      (self.values, self.sum, self.mean) = (values, sum, mean)
      (self.variance, self.deviation, self.length) = (variance, deviation, length)
    }
  }

  /// A subnormal number.
  private static func tiny(_ bits: UInt64) -> Double { Double(bitPattern: bits) }

  private static let rows: [Row] = [
    Row(
      [-0x1.68ca5e0d58b24p-2, -0x1.6587cb4d766c8p-1], -0x1.0cf67d2a1162dp+0, -0x1.0cf67d2a1162dp-1,
      0x1.ea43831f168b4p-5, 0x1.f50395413c6efp-3, 0x1.90767afd7198p-1),
    Row(
      [0x1.351d220c5c7fcp-2, -0x1.b5d34316e07cp-1, 0x1.25f2046063ap-4], -0x1.ed0ce3094b904p-2, -0x1.48b3420632603p-3,
      0x1.801f4f46d75f4p-2, 0x1.3995a936f943ap-1, 0x1.d1c19669931e6p-1),
    Row(
      [-0x1.1311b06ace67cp-2, -0x1.c49bee0b8ed14p-1, 0x1.e74ee6deceb8p-7, -0x1.d99abcf4ffae6p-1, -0x1.0fc98b29e557p-3],
      -0x1.19052a993cf3ap+1, -0x1.c1a1ddc1fb1f6p-2, 0x1.86b19615b688fp-3, 0x1.bf40bf39a155fp-2, 0x1.506ea8b9ddf52p+0),
    Row(
      [
        -0x1.b877d1e131f48p-1, -0x1.a31c20b97748ap-1, -0x1.352b5de1bc45p-3, 0x1.4eb252c860c96p-1, -0x1.813a0f06b9f7ep-1,
        -0x1.1b673eaf47a68p-1, 0x1.04fbb5953f48cp-2,
      ], -0x1.1d13fa8d865fcp+1, -0x1.45cdb0a1be245p-2, 0x1.648a926efdb68p-2, 0x1.2e1de7d0ce31bp-1, 0x1.ac321a16b03c6p+0),
    Row(
      [0x1.ca743687eb186p+563, -0x1.cd3875830a12ap-156], 0x1.ca743687eb186p+563, 0x1.ca743687eb186p+562, .infinity,
      0x1.442d07e857bb1p+563, 0x1.ca743687eb186p+563),
    Row(
      [-0x1.d04ca138bf348p-516, -0x1.aee15394b34dcp-472, 0x1.4d4c7c789e87p+199], 0x1.4d4c7c789e87p+199,
      0x1.bc65fb4b7e095p+197, 0x1.214ab71d4b09ap+397, 0x1.80dc3aec6b639p+198, 0x1.4d4c7c789e87p+199),
    Row(
      [
        0x1.eda0ab43b6ap-324, -0x1.967890358e204p-292, -0x1.05546fe70eca4p-805, 0x1.07a70c1e840bp-220,
        -0x1.eda0ab43b6ap-324,
      ], 0x1.07a70c1e840bp-220, 0x1.a5d813640678p-223, 0x1.b2743fd8d2b6p-443, 0x1.d7a2cfaab5c8bp-222,
      0x1.07a70c1e840bp-220),
    Row(
      [
        0x1.1be1dc2835f96p+846, 0x1.5e761dd8cd4fp+793, -0x1.1b7ab5b342788p-45, 0x1.2d71d0970298cp-62,
        -0x1.ac2e33367948cp+168, 0x1.9cd1cbf5ff9p+341, -0x1.1be1dc2835f96p+846,
      ], 0x1.5e761dd8cd4fp+793, 0x1.9086fd8a0f35bp+790, .infinity, 0x1.47cc8b95d3357p+845, 0x1.91785bc1cbb1p+846),
    Row(
      [-0x1.830e01e398f1p+45, -0x1.5790fc1d3fcffp+11], -0x1.830e01e3eed54p+45, -0x1.830e01e3eed54p+44,
      0x1.2499ad3ca8cbcp+90, 0x1.11b063429753p+45, 0x1.830e01e398f1p+45),
    Row(
      [0x1.0a0976bf46c69p+77, -0x1.8ede0c3baea9ep+65, 0x1.b1fee57124242p+36], 0x1.09f088de83e4ap+77,
      0x1.62960bd35a863p+75, 0x1.70c21cdaa89e6p+152, 0x1.333fd007c2307p+76, 0x1.0a0977ea4937p+77),
    Row(
      [
        0x1.cc0119474031bp+50, -0x1.17f5ed70820fep+112, 0x1.b2715795e8229p+77, -0x1.bb2d40f88080bp+81,
        -0x1.cc0119474031bp+50,
      ], -0x1.17f5ed73c21c3p+112, -0x1.bfefe252d02d2p+109, 0x1.e9dcbfa9435dep+221, 0x1.f4cf1057d4e7p+110,
      0x1.17f5ed70820fep+112),
    Row(
      [
        0x1.b774e48db40afp+41, 0x1.f0ce505c6af07p+51, 0x1.9c6532b0537e6p+6, 0x1.37dc70f17a3p+90, 0x1.bd056211c70cfp+23,
        0x1.eab476415479cp+103, -0x1.b774e48db40afp+41,
      ], 0x1.eabe3524dc05bp+103, 0x1.186cb0a75927dp+101, 0x1.0cbbbe57aaedap+205, 0x1.72eeea73bd8e3p+102,
      0x1.eab4765a1ad9fp+103),
    Row(
      [tiny(0x8_e40e_8ca8_1811), -tiny(0xd_c6d5_d1bc_52d9)], -tiny(0x4_e2c7_4514_3ac8), -tiny(0x2_7163_a28a_1d64), 0,
      0x1.00743ab1f6a2ap-1022, 0x1.0657fda9d6199p-1022),
    Row(
      [tiny(0xd_4a1b_b4d6_6a3a), 0x1.c4b4eaec6f024p-1022, tiny(0x7_6250_f52d_df5d)], 0x1.87bddac659cdep-1021,
      0x1.05293c843bde9p-1022, 0, tiny(0xa_c7ac_d2aa_9820), 0x1.00f5c43199986p-1021),
    Row(
      [
        -tiny(0x5_a393_153e_7c2a), -0x1.512913b618676p-1022, -tiny(0xf_84d0_0316_909e), -tiny(0x9_0593_4343_5cc5),
        -tiny(0xd_6802_254b_0c4e),
      ], -0x1.02a226f113f14p-1020, -tiny(0xc_ee81_f274_3277), 0, tiny(0x5_f37c_0693_2337), 0x1.f4514c08ceab5p-1022),
    Row(
      [
        0x1.21f779c1caaf7p-1022, tiny(0x4_0406_f3fe_39c0), -0x1.cc8f974e69a5dp-1022, tiny(0xc_c46f_65e7_e423),
        tiny(0xf_68a2_1a81_682c), tiny(0x6_1979_0fef_7928), -tiny(0x6_ae30_fc13_2d0d),
      ], 0x1.4f2deaf79e2c4p-1022, tiny(0x2_fe1f_cfec_d741), 0, 0x1.04af0750154eap-1022, 0x1.457e7462232fp-1021),
    Row(
      [0x1p+0, -0x1.0624dd2f1a9fcp-10], 0x1.ff7ced916872bp-1, 0x1.ff7ced916872bp-2, 0x1.008323358f2ep-1,
      0x1.6a6694f8f3b9ap-1, 0x1.000008637bad3p+0),
    Row(
      [-0x1.1c37937e08p+53, -0x1.8p+1, -0x1.8p+1], -0x1.1c37937e08003p+53, -0x1.7af4c4a80aaafp+51,
      0x1.a4b9cf15c92c4p+104, 0x1.482f8590f6bcp+52, 0x1.1c37937e08p+53),
    Row(
      [-0x1.0624dd2f1a9fcp-10, -0x1.1c37937e08p+53, -0x1.8p+1, 0x1p+0, 0x1.0624dd2f1a9fcp-10], -0x1.1c37937e08001p+53,
      -0x1.c6bf526340002p+50, 0x1.f8def8808b023p+103, 0x1.fc6c495f85236p+51, 0x1.1c37937e08p+53),
    Row(
      [
        0x1.999999999999ap-4, -0x1.1c37937e08p+53, 0x1.999999999999ap-4, 0x1.999999999999ap-4, 0x1.1c37937e08p+53,
        -0x1.1c37937e08p+53, 0x1.0624dd2f1a9fcp-10,
      ], -0x1.1c37937e08p+53, -0x1.44d1cd2252492p+50, 0x1.2c84b87d468d9p+105, 0x1.8841c155d02b6p+52,
      0x1.ec474859721a2p+53),
    Row(
      [0x1.1c37937e08p+53, 0x1p+0, -0x1.1c37937e08p+53], 0x1p+0, 0x1.5555555555555p-2, 0x1.3b8b5b5056e17p+106,
      0x1.1c37937e08p+53, 0x1.91f19451be383p+53),
    Row(
      [0x1.1ccf385ebc8ap+1023, 0x1.1ccf385ebc8ap+1023, -0x1.1ccf385ebc8ap+1023], 0x1.1ccf385ebc8ap+1023,
      0x1.7bbef5d3a60d5p+1021, .infinity, 0x1.48dea00e0163cp+1023, 0x1.ed4df0150215ap+1023),
    Row(
      [0x1.1ccf385ebc8ap+1023, 0x1.1ccf385ebc8ap+1023], .infinity, 0x1.1ccf385ebc8ap+1023, 0, 0, 0x1.92c80954c51f5p+1023
    ),
    Row(
      [
        0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023,
        -0x1.fffffffffffffp+1023,
      ], 0x1.fffffffffffffp+1023, 0x1.9999999999999p+1021, .infinity, .infinity, .infinity),
    Row(
      [0x1p+53, 0x1p+0, 0x1p-60], 0x1.0000000000001p+53, 0x1.5555555555556p+51, 0x1.5555555555555p+104,
      0x1.279a74590331cp+52, 0x1p+53),
    Row(
      [0x1p+53, 0x1p+0, -0x1p-60], 0x1p+53, 0x1.5555555555556p+51, 0x1.5555555555555p+104, 0x1.279a74590331cp+52,
      0x1p+53),
    Row([tiny(0x1), tiny(0x1), -tiny(0x1)], tiny(0x1), 0, 0, tiny(0x1), tiny(0x2)),
    Row(
      [0x1.4e718d7d7625ap+664, -0x1.4e718d7d7625ap+664, 0x1.f5aa543c31387p+665], 0x1.f5aa543c31387p+665,
      0x1.4e718d7d7625ap+664, .infinity, 0x1.4e718d7d7625ap+665, 0x1.154e530e7fa1ap+666),
    Row(
      [
        0x1.999999999999ap-4, 0x1.999999999999ap-4, 0x1.999999999999ap-4, 0x1.999999999999ap-4, 0x1.999999999999ap-4,
        0x1.999999999999ap-4, 0x1.999999999999ap-4,
      ], 0x1.6666666666667p-1, 0x1.999999999999ap-4, 0, 0, 0x1.0eecc87dbfa55p-2),
    Row(
      [0x1.fffffffffffffp+52, 0x1.fffffffffffffp+52, 0x1p+0], 0x1p+54, 0x1.5555555555555p+52, 0x1.5555555555553p+104,
      0x1.279a74590331bp+52, 0x1.6a09e667f3bccp+53),
    Row(
      [0x1.1ccf385ebc8ap+1023, -0x1.1ccf385ebc8ap+1023], 0, 0, .infinity, 0x1.92c80954c51f5p+1023,
      0x1.92c80954c51f5p+1023),
  ]

  private static let products: [(lists: [[Double]], sum: Double)] = [
    (
      [
        [-0x1.5e42115e8114p-5, 0x1.89550f29540a4p-2, 0x1.0b9ff02f4ccep-5],
        [-0x1.2ddc1e06461aep-1, 0x1.cede94439df02p-1, -0x1.1b2186da7841cp-2],
      ], 0x1.7426e521f923dp-2
    ),
    (
      [
        [-0x1.87322c215a82ap+30, -0x1.d86f4b239f3c7p+25, 0x1.2ac34e883a1d4p+37],
        [-0x1.8aa428857f9a4p+91, 0x1.39194a2eddbbdp+70, -0x1.3d488ce5b2a92p+96],
      ], -0x1.7222d2ba8fbfap+133
    ),
    (
      [
        [-0x1.96cbfc852f5d8p-135, -0x1.3348b33dbe03cp+957, -0x1.27ced344dcec4p-944],
        [0x1.f55aa48393712p+83, -0x1.c6d19ded35fep-272, 0x1.8a48f19aea64p+348],
      ], 0x1.10f744e512b64p+686
    ),
    (
      [
        [-0x1.b04f94c40758p-4, 0x1.bf827c5c8f74ep-1, 0x1.f3c03facbd0f6p-1, 0x1.d1ebaf7cbce82p-1, 0x1.b04f94c40758p-4],
        [
          -0x1.1e3f1ff2ec83cp-1, -0x1.17b5ba43d46b6p-1, -0x1.3692a8d4c504cp-1, -0x1.2eb8bfc2386acp-1,
          -0x1.1e3f1ff2ec83cp-1,
        ],
      ], -0x1.9b8c9109b359ap+0
    ),
    (
      [
        [
          -0x1.e8c147abec539p+75, 0x1.a4a45ccb573d9p+2, -0x1.63771e8e72789p+92, -0x1.e39637a605a91p+14,
          0x1.e8c147abec539p+75,
        ],
        [
          -0x1.f237ecd02c5e1p+84, 0x1.66c147691b06fp+87, -0x1.28aacb98c67c2p+13, -0x1.26b1c070d7109p+67,
          -0x1.f237ecd02c5e1p+84,
        ],
      ], 0x1.9bf132cab3d1ep+105
    ),
    (
      [
        [
          0x1.c9011fa72c618p+879, 0x1.4215e0effddecp+373, -0x1.60587e39c582p-525, -0x1.ea16fd7e2d49ap-641,
          -0x1.c9011fa72c618p+879,
        ],
        [
          -0x1.0f1dd606e2ffp-266, 0x1.4dfba46fdc2ep-197, -0x1.e3559cdfc3e08p-190, -0x1.a801197fb3da4p-77,
          -0x1.0f1dd606e2ffp-266,
        ],
      ], 0x1.a4330fee7923ap+176
    ),
    (
      [
        [-0x1.ecd22674a54c4p-2, -0x1.4bb97e54e465p-3, -0x1.79c7d2783447ep-1],
        [0x1.a3db82deb5c4p-1, -0x1.2b73481a30124p-2, -0x1.56bec559a033p-4],
        [0x1.556585a14dd8p-3, 0x1.9dfff9422538p-1, -0x1.451b4a588126p-3],
      ], -0x1.3179684afbcaap-5
    ),
    (
      [
        [-0x1.26deb8825ae56p+59, -0x1.70ac0df703017p+91, -0x1.0101b9bca3cb7p+91],
        [-0x1.243d32c1eea1fp+52, -0x1.0fcf38e752fdfp+33, 0x1.c6c80c8c614b2p+5],
        [-0x1.30f973f9d52f9p+27, -0x1.1905dc5b2e75ap+56, 0x1.072238fcd7f4p+89],
      ], -0x1.e2b887bfa71dfp+185
    ),
    (
      [
        [0x1.9377e6f4cc686p-1, -0x1.bf1c3d4743a3p-1, -0x1.6524ad63315f8p-2],
        [0x1.e4b88cc0b5f7p-1, 0x1.b2bd6d063a07p-3, -0x1.33cfa52754974p-1],
        [-0x1.c852f28c3311p-2, 0x1.0b42c888564cp-6, 0x1.3abd243d304b4p-1],
      ], -0x1.a715fad0bae4cp-3
    ),
    (
      [
        [0x1.fc069e20c6f8p-7, -0x1.026684a680076p-1], [0x1.7c4457032508p-5, 0x1.81000578995f8p-1],
        [0x1.b613a4213a51ep-1, 0x1.b0ee58479e25ep-1], [0x1.922e59f8bcf96p-1, -0x1.308ca2147ae32p-1],
      ], 0x1.87e76f5ee0eb5p-3
    ),
    (
      [
        [0x1.6aa8b231b3e14p+7, 0x1.50e40712ea6b3p+1], [-0x1.12b806da79a87p+19, 0x1.1f525c8b007eep+106],
        [-0x1.b753af0836085p+74, 0x1.40cba249a4584p+105], [-0x1.77bd8f7b103dfp+20, -0x1.e28af65f42986p+54],
      ], -0x1.be8d38652325ep+267
    ),
    (
      [
        [-0x1.594c39014be48p-1, 0x1.57b8cfd51b18p-2], [-0x1.1aeb326b5514ap-1, 0x1.a68cf66e78368p-2],
        [0x1.f9ee2bc1ff58ap-1, -0x1.89fec9525f5e8p-3], [-0x1.4273999bc75bp-3, -0x1.25a724ae751bcp-2],
      ], -0x1.9c5d51604a213p-5
    ),
    (
      [
        [-0x1.a197e3a3908fcp-1, -0x1.12877cfb032acp-2, -0x1.4bd14e7229c38p-2, 0x1.a197e3a3908fcp-1],
        [0x1.a00dd404a1054p-2, -0x1.d9b9855645e9p-3, 0x1.1da2e4fdcd7ap-5, 0x1.a00dd404a1054p-2],
        [0x1.d7d553883aae4p-1, -0x1.8c710f81e8caep-1, 0x1.ac97e2e4e914ap-1, 0x1.d7d553883aae4p-1],
      ], -0x1.d6d58a563d779p-5
    ),
    (
      [
        [-0x1.43fc015850a03p+26, -0x1.c76c6e7e8f9f6p+15, 0x1.212a8c17a9262p+96, 0x1.43fc015850a03p+26],
        [0x1.263cf67ec326ap+60, 0x1.53b97b34e8ecep+3, 0x1.ccb1c0eba0ea8p+80, 0x1.263cf67ec326ap+60],
        [0x1.044f1f037afc6p+73, -0x1.42b38cd37880ep+2, -0x1.43b30110e2cb6p+102, 0x1.044f1f037afc6p+73],
      ], -0x1.48ff467797779p+279
    ),
    (
      [
        [0x1.fa2b52c6cacep-1, -0x1.50da8a258b9bp-3, 0x1.a9659e22493a6p-1, -0x1.fa2b52c6cacep-1],
        [-0x1.d3c1e33c8e0c8p-1, 0x1.ad21963d0a27p-2, 0x1.c0a4148e02816p-1, -0x1.d3c1e33c8e0c8p-1],
        [-0x1.e7a370f31a50cp-2, -0x1.4681abe62c756p-1, 0x1.ba9eeda7ef5dep-1, -0x1.e7a370f31a50cp-2],
      ], 0x1.58bfff7ab6a7bp-1
    ),
  ]

  @Test func sumsMeansAndDeviationsAreRoundedOnce() {
    for row in Self.rows {
      #expect(ExactSum.sum(row.values) == row.sum, "\(row.values)")
      #expect(ExactSum.mean(row.values) == row.mean, "\(row.values)")
      let moments = ExactMoments(row.values)
      #expect(moments.mean == row.mean, "\(row.values)")
      #expect(moments.variance == row.variance, "\(row.values)")
      #expect(moments.deviation == row.deviation, "\(row.values)")
      #expect(ExactSum.rootOfSquares(row.values) == row.length, "\(row.values)")
    }
  }

  @Test func sumsOfProductsAreRoundedOnce() {
    for (lists, sum) in Self.products { #expect(ExactSum.sumOfProducts(lists) == sum, "\(lists)") }
  }

  @Test func theOrderAndThePartsOfASumDontMatter() throws {
    var random = SplitMix64(seed: 11)
    for row in Self.rows {
      let whole = ExactMoments(row.values)
      for _ in 0..<5 {
        var values = row.values
        values.shuffle(using: &random)
        #expect(ExactSum.sum(values) == row.sum && ExactSum.mean(values) == row.mean, "\(values)")
        let place = Int(random.next() % UInt64(values.count))
        var joined = ExactMoments(values[place...])
        joined.merge(ExactMoments(values[..<place]))
        #expect(joined == whole && joined.deviation == row.deviation, "\(values)")
      }
    }
  }

  /// Compares lists of about one and two blocks: numbers of similar size, whose sum two numbers can hold, and others.
  @Test(arguments: [0, 1, 511, 512, 513, 1_100]) func longListsAddUpAsTheirDigitsDo(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for spread in [1, 30, 900] as [Int] {
      let values = (0..<count).map { place in
        let exponent = place < 600 ? 0 : Int(random.next() % UInt64(spread)) - spread / 2
        return Double(
          sign: random.next() & 1 == 0 ? .plus : .minus, exponent: exponent,
          significand: 1 + Double(random.next() >> 11) * 0x1p-53)
      }
      var digits = ExactSum()
      for value in values { digits.add(value) }
      #expect(ExactSum.sum(values) == digits.value, "\(spread)")
      if count > 0 { #expect(ExactSum.mean(values) == digits.mean(of: count), "\(spread)") }
    }
  }

  @Test func infinitiesAndNaNsAreTheirOwnSums() {
    let (infinity, nan) = (Double.infinity, Double.nan)
    #expect(ExactSum.sum([1, infinity, 2]) == infinity && ExactSum.mean([1, -infinity]) == -infinity)
    #expect(ExactSum.sum([infinity, 1, -infinity]).isNaN && ExactSum.sum([1, nan, infinity]).isNaN)
    #expect(ExactSum.sumOfProducts([[infinity, 1], [0, 1]]).isNaN)
    #expect(ExactSum.sumOfProducts([[infinity, 1], [-2, 1]]) == -infinity)
    #expect(ExactSum.rootOfSquares([3, -infinity]) == infinity && ExactMoments([1, infinity]).deviation.isNaN)
    #expect(ExactSum.mean([]).isNaN && ExactMoments([1]).variance.isNaN)
  }

  @Test func aSumIsReadAsItWasWritten() throws {
    for row in Self.rows {
      let moments = ExactMoments(row.values)
      let sum = try #require(ExactSum(moments.sum.text, ofProductsOf: 1), "\(moments.sum.text)")
      let squares = try #require(ExactSum(moments.squares.text, ofProductsOf: 2), "\(moments.squares.text)")
      #expect(sum == moments.sum && squares == moments.squares)
      #expect(ExactMoments(count: row.values.count, sum: sum, squares: squares)?.deviation == row.deviation)
    }
    var sum = ExactSum()
    for value in [-4, 0.125] { sum.add(value) }
    #expect(sum.text == "-1fp-3")
    #expect(ExactSum("-inf", ofProductsOf: 1)?.value == -.infinity)
    for text in ["", "p", "1", "1p", "gp0", "1p-1075", "1p2000", "--1p0", "1p99999999999999999999", "1p\(Int.max)"] {
      #expect(ExactSum(text, ofProductsOf: 1) == nil, "\(text)")
    }
    // No list of numbers has these moments.
    #expect(ExactMoments(count: 1, sum: sum, squares: ExactSum(ofProductsOf: 2)) == nil)
  }
}
