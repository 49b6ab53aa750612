/**
 * The Java half of module Statistics. A {@link yona.library.statistics.Sample} is a Seq of numbers
 * or a {@link yona.library.statistics.Digest}; both have {@link yona.library.statistics.Moments}
 * for means and variances, and a {@link yona.library.statistics.Ranking} for quantiles.
 */
package yona.library.statistics;
