package yona.async.stack;

/**
 * Overflows early: before something is taken whose release would not fit on the stack.
 *
 * <p>The stack is tried out by calls of a method with a large frame. How large a frame is, Java
 * does not say, so this one is made large in both ways of running it: interpreted, a frame has room
 * for all local variables of its method, used or not; compiled, for the arguments of the calls in
 * it, made or not. So {@link #check} declares variables, and holds a call with many arguments.
 *
 * <p>HotSpot's first compiler, C1, compiles calls whether it has seen them made or not. The second
 * one, C2, would leave them out, and refuses methods with so many arguments as of JDK 25, so that
 * C1 keeps them; for one that does not refuse, every {@link #RARELY 256th} check makes the calls.
 * And it would put small methods into their callers, which would leave one frame; {@link #check}
 * and {@link #wide} are longer than the 325 bytes up to which it does so.
 *
 * <p>A frame is 1.6 kB interpreted and 2 kB compiled (64-bit Intel, JDK 25) and costs two to three
 * nanoseconds: for as much room, a tenth of a recursion through small frames, of which three times
 * as many fit into the same room when they are compiled as when they are not. Only without C1
 * ({@code -XX:-TieredCompilation}) it stays interpreted and takes half a microsecond. Safe for use
 * by any number of threads.
 */
public final class StackReserve {

  /**
   * Frames for what waiting, waking and giving back need: 2.7 kB when interpreted, and less when
   * compiled.
   */
  public static final int WAKING = 3;

  /** Frames for a commit and for those that it wakes. */
  public static final int COMMITTING = 2 * WAKING;

  /** Frames for a scope around a release, and for what a release usually needs. */
  public static final int RELEASING = 12;

  /** A power of two, less one. */
  private static final int RARELY = 255;

  private StackReserve() {}

  /**
   * Raises the {@link StackOverflowError} here if so many frames do not fit on the stack.
   *
   * @param frames one of the numbers above
   * @param turn a number that is another one when the caller comes by again, like a count
   * @return nothing of use
   */
  @SuppressWarnings("UnusedVariable") // the variables are there to take up room
  public static int check(int frames, int turn) {
    long l0,
        l1,
        l2,
        l3,
        l4,
        l5,
        l6,
        l7,
        l8,
        l9,
        l10,
        l11,
        l12,
        l13,
        l14,
        l15,
        l16,
        l17,
        l18,
        l19,
        l20,
        l21,
        l22,
        l23,
        l24,
        l25,
        l26,
        l27,
        l28,
        l29,
        l30,
        l31,
        l32,
        l33,
        l34,
        l35,
        l36,
        l37,
        l38,
        l39,
        l40,
        l41,
        l42,
        l43,
        l44,
        l45,
        l46,
        l47,
        l48,
        l49,
        l50,
        l51,
        l52,
        l53,
        l54,
        l55,
        l56,
        l57,
        l58,
        l59,
        l60,
        l61,
        l62,
        l63,
        l64,
        l65,
        l66,
        l67,
        l68,
        l69,
        l70,
        l71,
        l72,
        l73,
        l74,
        l75,
        l76,
        l77,
        l78,
        l79,
        l80,
        l81,
        l82,
        l83,
        l84,
        l85,
        l86,
        l87,
        l88,
        l89;
    int rest = frames == 1 ? 0 : check(frames - 1, 1);
    int t = turn & RARELY;
    if (t == 0) {
      int first =
          wide(
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t);
      return wide(
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t, t,
              t, t, t, t, t, t, t, t, t, t, t, t)
          + first;
    }
    return rest + 1;
  }

  /** So many parameters that they take up room on the stack of whoever calls this. */
  private static int wide(
      int a0,
      int a1,
      int a2,
      int a3,
      int a4,
      int a5,
      int a6,
      int a7,
      int a8,
      int a9,
      int a10,
      int a11,
      int a12,
      int a13,
      int a14,
      int a15,
      int a16,
      int a17,
      int a18,
      int a19,
      int a20,
      int a21,
      int a22,
      int a23,
      int a24,
      int a25,
      int a26,
      int a27,
      int a28,
      int a29,
      int a30,
      int a31,
      int a32,
      int a33,
      int a34,
      int a35,
      int a36,
      int a37,
      int a38,
      int a39,
      int a40,
      int a41,
      int a42,
      int a43,
      int a44,
      int a45,
      int a46,
      int a47,
      int a48,
      int a49,
      int a50,
      int a51,
      int a52,
      int a53,
      int a54,
      int a55,
      int a56,
      int a57,
      int a58,
      int a59,
      int a60,
      int a61,
      int a62,
      int a63,
      int a64,
      int a65,
      int a66,
      int a67,
      int a68,
      int a69,
      int a70,
      int a71,
      int a72,
      int a73,
      int a74,
      int a75,
      int a76,
      int a77,
      int a78,
      int a79,
      int a80,
      int a81,
      int a82,
      int a83,
      int a84,
      int a85,
      int a86,
      int a87,
      int a88,
      int a89,
      int a90,
      int a91,
      int a92,
      int a93,
      int a94,
      int a95,
      int a96,
      int a97,
      int a98,
      int a99,
      int a100,
      int a101,
      int a102,
      int a103,
      int a104,
      int a105,
      int a106,
      int a107,
      int a108,
      int a109,
      int a110,
      int a111,
      int a112,
      int a113,
      int a114,
      int a115,
      int a116,
      int a117,
      int a118,
      int a119,
      int a120,
      int a121,
      int a122,
      int a123,
      int a124,
      int a125,
      int a126,
      int a127) {
    return a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12 + a13 + a14 + a15 + a16
        + a17 + a18 + a19 + a20 + a21 + a22 + a23 + a24 + a25 + a26 + a27 + a28 + a29 + a30 + a31
        + a32 + a33 + a34 + a35 + a36 + a37 + a38 + a39 + a40 + a41 + a42 + a43 + a44 + a45 + a46
        + a47 + a48 + a49 + a50 + a51 + a52 + a53 + a54 + a55 + a56 + a57 + a58 + a59 + a60 + a61
        + a62 + a63 + a64 + a65 + a66 + a67 + a68 + a69 + a70 + a71 + a72 + a73 + a74 + a75 + a76
        + a77 + a78 + a79 + a80 + a81 + a82 + a83 + a84 + a85 + a86 + a87 + a88 + a89 + a90 + a91
        + a92 + a93 + a94 + a95 + a96 + a97 + a98 + a99 + a100 + a101 + a102 + a103 + a104 + a105
        + a106 + a107 + a108 + a109 + a110 + a111 + a112 + a113 + a114 + a115 + a116 + a117 + a118
        + a119 + a120 + a121 + a122 + a123 + a124 + a125 + a126 + a127;
  }
}
