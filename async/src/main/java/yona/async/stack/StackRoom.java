package yona.async.stack;

/**
 * Overflows early: before something is taken or begun whose release or end would not fit on the
 * stack.
 *
 * <p>A compiled method must be able to go back to the interpreter wherever it may call something,
 * so on entry HotSpot touches as many pages of the stack as its interpreted frames would take, and
 * those of the methods that are compiled into it too. {@link #require} is a method with nothing but
 * a large interpreted frame and, in a branch that is never taken, such a place: four stores, 0.3 ns
 * to 3, where C2 or C1 has compiled it; in the interpreter, which clears the variables, 0.7 us.
 *
 * <p>So where a compiled method makes this check part of itself, it is made on entry to that, and
 * on entry to whatever that is part of: before what these do. That is too early for code that has
 * taken something and calls an operation that checks; such code calls {@link #requireHere}, for 4
 * ns. Safe for use by any number of threads.
 */
public final class StackRoom {

  /** Never true, which the compilers do not know. */
  @SuppressWarnings("FieldMayBeFinal")
  private static boolean exhausted = false;

  /** Each is 128 bytes long at least, as it keeps what is in {@link #kept} over a call. */
  private static final int FRAMES = 1_024;

  private static final long[] kept = new long[16];

  private StackRoom() {}

  /**
   * Makes sure that 16 KiB of stack are left. Waiting, waking and giving back need 2 to 4, the
   * release of a resource is the program's own; the rest is for classes that are used for the first
   * time.
   *
   * @throws StackOverflowError if they are not; raised by the virtual machine
   */
  @SuppressWarnings("UnusedVariable")
  public static void require() {
    // 1,024 variables of 16 bytes, which would be as many lines if they were formatted.
    // spotless:off
    long w000, w001, w002, w003, w004, w005, w006, w007, w008, w009, w00a, w00b, w00c, w00d, w00e,
        w00f, w010, w011, w012, w013, w014, w015, w016, w017, w018, w019, w01a, w01b, w01c, w01d,
        w01e, w01f, w020, w021, w022, w023, w024, w025, w026, w027, w028, w029, w02a, w02b, w02c,
        w02d, w02e, w02f, w030, w031, w032, w033, w034, w035, w036, w037, w038, w039, w03a, w03b,
        w03c, w03d, w03e, w03f, w040, w041, w042, w043, w044, w045, w046, w047, w048, w049, w04a,
        w04b, w04c, w04d, w04e, w04f, w050, w051, w052, w053, w054, w055, w056, w057, w058, w059,
        w05a, w05b, w05c, w05d, w05e, w05f, w060, w061, w062, w063, w064, w065, w066, w067, w068,
        w069, w06a, w06b, w06c, w06d, w06e, w06f, w070, w071, w072, w073, w074, w075, w076, w077,
        w078, w079, w07a, w07b, w07c, w07d, w07e, w07f, w080, w081, w082, w083, w084, w085, w086,
        w087, w088, w089, w08a, w08b, w08c, w08d, w08e, w08f, w090, w091, w092, w093, w094, w095,
        w096, w097, w098, w099, w09a, w09b, w09c, w09d, w09e, w09f, w0a0, w0a1, w0a2, w0a3, w0a4,
        w0a5, w0a6, w0a7, w0a8, w0a9, w0aa, w0ab, w0ac, w0ad, w0ae, w0af, w0b0, w0b1, w0b2, w0b3,
        w0b4, w0b5, w0b6, w0b7, w0b8, w0b9, w0ba, w0bb, w0bc, w0bd, w0be, w0bf, w0c0, w0c1, w0c2,
        w0c3, w0c4, w0c5, w0c6, w0c7, w0c8, w0c9, w0ca, w0cb, w0cc, w0cd, w0ce, w0cf, w0d0, w0d1,
        w0d2, w0d3, w0d4, w0d5, w0d6, w0d7, w0d8, w0d9, w0da, w0db, w0dc, w0dd, w0de, w0df, w0e0,
        w0e1, w0e2, w0e3, w0e4, w0e5, w0e6, w0e7, w0e8, w0e9, w0ea, w0eb, w0ec, w0ed, w0ee, w0ef,
        w0f0, w0f1, w0f2, w0f3, w0f4, w0f5, w0f6, w0f7, w0f8, w0f9, w0fa, w0fb, w0fc, w0fd, w0fe,
        w0ff, w100, w101, w102, w103, w104, w105, w106, w107, w108, w109, w10a, w10b, w10c, w10d,
        w10e, w10f, w110, w111, w112, w113, w114, w115, w116, w117, w118, w119, w11a, w11b, w11c,
        w11d, w11e, w11f, w120, w121, w122, w123, w124, w125, w126, w127, w128, w129, w12a, w12b,
        w12c, w12d, w12e, w12f, w130, w131, w132, w133, w134, w135, w136, w137, w138, w139, w13a,
        w13b, w13c, w13d, w13e, w13f, w140, w141, w142, w143, w144, w145, w146, w147, w148, w149,
        w14a, w14b, w14c, w14d, w14e, w14f, w150, w151, w152, w153, w154, w155, w156, w157, w158,
        w159, w15a, w15b, w15c, w15d, w15e, w15f, w160, w161, w162, w163, w164, w165, w166, w167,
        w168, w169, w16a, w16b, w16c, w16d, w16e, w16f, w170, w171, w172, w173, w174, w175, w176,
        w177, w178, w179, w17a, w17b, w17c, w17d, w17e, w17f, w180, w181, w182, w183, w184, w185,
        w186, w187, w188, w189, w18a, w18b, w18c, w18d, w18e, w18f, w190, w191, w192, w193, w194,
        w195, w196, w197, w198, w199, w19a, w19b, w19c, w19d, w19e, w19f, w1a0, w1a1, w1a2, w1a3,
        w1a4, w1a5, w1a6, w1a7, w1a8, w1a9, w1aa, w1ab, w1ac, w1ad, w1ae, w1af, w1b0, w1b1, w1b2,
        w1b3, w1b4, w1b5, w1b6, w1b7, w1b8, w1b9, w1ba, w1bb, w1bc, w1bd, w1be, w1bf, w1c0, w1c1,
        w1c2, w1c3, w1c4, w1c5, w1c6, w1c7, w1c8, w1c9, w1ca, w1cb, w1cc, w1cd, w1ce, w1cf, w1d0,
        w1d1, w1d2, w1d3, w1d4, w1d5, w1d6, w1d7, w1d8, w1d9, w1da, w1db, w1dc, w1dd, w1de, w1df,
        w1e0, w1e1, w1e2, w1e3, w1e4, w1e5, w1e6, w1e7, w1e8, w1e9, w1ea, w1eb, w1ec, w1ed, w1ee,
        w1ef, w1f0, w1f1, w1f2, w1f3, w1f4, w1f5, w1f6, w1f7, w1f8, w1f9, w1fa, w1fb, w1fc, w1fd,
        w1fe, w1ff, w200, w201, w202, w203, w204, w205, w206, w207, w208, w209, w20a, w20b, w20c,
        w20d, w20e, w20f, w210, w211, w212, w213, w214, w215, w216, w217, w218, w219, w21a, w21b,
        w21c, w21d, w21e, w21f, w220, w221, w222, w223, w224, w225, w226, w227, w228, w229, w22a,
        w22b, w22c, w22d, w22e, w22f, w230, w231, w232, w233, w234, w235, w236, w237, w238, w239,
        w23a, w23b, w23c, w23d, w23e, w23f, w240, w241, w242, w243, w244, w245, w246, w247, w248,
        w249, w24a, w24b, w24c, w24d, w24e, w24f, w250, w251, w252, w253, w254, w255, w256, w257,
        w258, w259, w25a, w25b, w25c, w25d, w25e, w25f, w260, w261, w262, w263, w264, w265, w266,
        w267, w268, w269, w26a, w26b, w26c, w26d, w26e, w26f, w270, w271, w272, w273, w274, w275,
        w276, w277, w278, w279, w27a, w27b, w27c, w27d, w27e, w27f, w280, w281, w282, w283, w284,
        w285, w286, w287, w288, w289, w28a, w28b, w28c, w28d, w28e, w28f, w290, w291, w292, w293,
        w294, w295, w296, w297, w298, w299, w29a, w29b, w29c, w29d, w29e, w29f, w2a0, w2a1, w2a2,
        w2a3, w2a4, w2a5, w2a6, w2a7, w2a8, w2a9, w2aa, w2ab, w2ac, w2ad, w2ae, w2af, w2b0, w2b1,
        w2b2, w2b3, w2b4, w2b5, w2b6, w2b7, w2b8, w2b9, w2ba, w2bb, w2bc, w2bd, w2be, w2bf, w2c0,
        w2c1, w2c2, w2c3, w2c4, w2c5, w2c6, w2c7, w2c8, w2c9, w2ca, w2cb, w2cc, w2cd, w2ce, w2cf,
        w2d0, w2d1, w2d2, w2d3, w2d4, w2d5, w2d6, w2d7, w2d8, w2d9, w2da, w2db, w2dc, w2dd, w2de,
        w2df, w2e0, w2e1, w2e2, w2e3, w2e4, w2e5, w2e6, w2e7, w2e8, w2e9, w2ea, w2eb, w2ec, w2ed,
        w2ee, w2ef, w2f0, w2f1, w2f2, w2f3, w2f4, w2f5, w2f6, w2f7, w2f8, w2f9, w2fa, w2fb, w2fc,
        w2fd, w2fe, w2ff, w300, w301, w302, w303, w304, w305, w306, w307, w308, w309, w30a, w30b,
        w30c, w30d, w30e, w30f, w310, w311, w312, w313, w314, w315, w316, w317, w318, w319, w31a,
        w31b, w31c, w31d, w31e, w31f, w320, w321, w322, w323, w324, w325, w326, w327, w328, w329,
        w32a, w32b, w32c, w32d, w32e, w32f, w330, w331, w332, w333, w334, w335, w336, w337, w338,
        w339, w33a, w33b, w33c, w33d, w33e, w33f, w340, w341, w342, w343, w344, w345, w346, w347,
        w348, w349, w34a, w34b, w34c, w34d, w34e, w34f, w350, w351, w352, w353, w354, w355, w356,
        w357, w358, w359, w35a, w35b, w35c, w35d, w35e, w35f, w360, w361, w362, w363, w364, w365,
        w366, w367, w368, w369, w36a, w36b, w36c, w36d, w36e, w36f, w370, w371, w372, w373, w374,
        w375, w376, w377, w378, w379, w37a, w37b, w37c, w37d, w37e, w37f, w380, w381, w382, w383,
        w384, w385, w386, w387, w388, w389, w38a, w38b, w38c, w38d, w38e, w38f, w390, w391, w392,
        w393, w394, w395, w396, w397, w398, w399, w39a, w39b, w39c, w39d, w39e, w39f, w3a0, w3a1,
        w3a2, w3a3, w3a4, w3a5, w3a6, w3a7, w3a8, w3a9, w3aa, w3ab, w3ac, w3ad, w3ae, w3af, w3b0,
        w3b1, w3b2, w3b3, w3b4, w3b5, w3b6, w3b7, w3b8, w3b9, w3ba, w3bb, w3bc, w3bd, w3be, w3bf,
        w3c0, w3c1, w3c2, w3c3, w3c4, w3c5, w3c6, w3c7, w3c8, w3c9, w3ca, w3cb, w3cc, w3cd, w3ce,
        w3cf, w3d0, w3d1, w3d2, w3d3, w3d4, w3d5, w3d6, w3d7, w3d8, w3d9, w3da, w3db, w3dc, w3dd,
        w3de, w3df, w3e0, w3e1, w3e2, w3e3, w3e4, w3e5, w3e6, w3e7, w3e8, w3e9, w3ea, w3eb, w3ec,
        w3ed, w3ee, w3ef, w3f0, w3f1, w3f2, w3f3, w3f4, w3f5, w3f6, w3f7, w3f8, w3f9, w3fa, w3fb,
        w3fc, w3fd, w3fe, w3ff;
    // spotless:on
    if (exhausted) {
      throw new StackOverflowError();
    }
  }

  /**
   * Makes sure of as much as {@link #require}, and never earlier than where it is called: the
   * method is too long to become part of another.
   *
   * @throws StackOverflowError if 16 KiB are not left; raised by the virtual machine
   */
  public static void requireHere() {
    require();
    if (exhausted) {
      // Longer than what the compilers put into a caller, 325 bytes.
      int[] padding = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      };
      throw new StackOverflowError("of " + padding.length);
    }
  }

  /**
   * Whether there is room for code that may be the first to use classes and calls of the JDK: 128
   * KiB at least; interpreted, the check itself needs three times as much. A class of which the
   * initialization overflows the stack can never be used again in this process.
   *
   * @return whether it is left
   */
  public static boolean isLeftForFirstUses() {
    try {
      return descend(FRAMES, kept) == 0;
    } catch (StackOverflowError end) {
      return false;
    }
  }

  private static long descend(int frames, long[] values) {
    if (frames == 0) {
      return 0;
    }
    long a = values[0], b = values[1], c = values[2], d = values[3];
    long e = values[4], f = values[5], g = values[6], h = values[7];
    long i = values[8], j = values[9], k = values[10], l = values[11];
    long m = values[12], n = values[13], o = values[14], p = values[15];
    long below = descend(frames - 1, values);
    below = (((below * 3 + a) * 3 + b) * 3 + c) * 3 + d;
    below = (((below * 3 + e) * 3 + f) * 3 + g) * 3 + h;
    below = (((below * 3 + i) * 3 + j) * 3 + k) * 3 + l;
    return (((below * 3 + m) * 3 + n) * 3 + o) * 3 + p;
  }
}
