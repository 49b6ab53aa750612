/**
 * Yona inside a Java program: an {@link yona.language.embedding.Engine} compiles {@linkplain
 * yona.language.embedding.Script scripts}, which are called as often as wanted from any number of
 * threads and give {@linkplain yona.language.embedding.Value values}. What the scripts may touch
 * and use is the engine's to say.
 */
package yona.language.embedding;
