/**
 * The commands of Redis and Valkey: what each takes and gives, in one table, and what follows from
 * that: commands ready to be sent, replies as values of Java, and an interface with a method for
 * each command. Knows nothing of connections.
 *
 * <p>The table is text, a file for each group of the servers' documentation, beside the classes:
 *
 * <pre>
 * LPOP: key [count:integer]
 *   Returns and removes one or more elements from the beginning of a list.
 *   | since 1.0.0; write; keys 1
 *   = bulk?
 *   = [bulk]? with count
 * </pre>
 *
 * <p>First the name, a colon and the arguments, further lines indented by six spaces: {@code
 * name:type} is an argument ({@code string} if no type is said, {@code key} for one called key), a
 * word in capitals a token, which belongs to the argument or the group that follows it; {@code
 * [...]} is optional, {@code (...)} a group, {@code a | b} a choice, {@code name=} the name of the
 * group or of the token that follows, {@code a...} one or more, {@code a*} none or more, {@code
 * [GET a]...} repeated with its token, {@code #n} the number of the repeated argument that follows,
 * which nobody has to give. A {@code +} within a token separates words.
 *
 * <p>Then what it does; then lines of facts, apart by semicolons:
 *
 * <table>
 * <caption>facts</caption>
 * <tr><th>fact</th><th>meaning</th></tr>
 * <tr><td>{@code since 1.0.0}</td><td>the first version of the server that has it</td></tr>
 * <tr><td>{@code needs an option}</td><td>it does nothing without any of its options</td></tr>
 * <tr><td>{@code any order}</td><td>the order of what is repeated makes no difference: it may be a
 *     set</td></tr>
 * <tr><td>{@code readonly}, {@code write}</td><td>what it does to the data, if anything</td></tr>
 * <tr><td>{@code keys 1 to -1 step 2, ...}</td><td>where keys are, counted in words of the command
 *     from 0, from the end if negative: {@link yona.redis.command.KeyRange}</td></tr>
 * <tr><td>{@code request_policy all_shards}</td><td>{@link
 *     yona.redis.command.RequestPolicy}: where a cluster's client sends it</td></tr>
 * <tr><td>{@code response_policy agg_sum}</td><td>{@link
 *     yona.redis.command.ResponsePolicy}: how such answers become one</td></tr>
 * <tr><td>{@code blocks -1 seconds}, {@code blocks BLOCK milliseconds}</td><td>it may wait at the
 *     server; the word that says how long, or the one before it</td></tr>
 * <tr><td>{@code secret from 1}, {@code secret from AUTH}</td><td>the words that no log may show:
 *     from there to the end</td></tr>
 * <tr><td>{@code instead ...}</td><td>its meaning is the connection, so that it is refused on a
 *     shared one; the way to go</td></tr>
 * <tr><td>{@code elsewhere scan}</td><td>the client has a method of its own for it</td></tr>
 * <tr><td>{@code no method: ...}</td><td>why there is none</td></tr>
 * <tr><td>{@code replaced by ...}</td><td>what is to be used instead of it</td></tr>
 * </table>
 *
 * <p>Last, after {@code =}, what it gives: a {@link yona.redis.command.Shape}; the first one if
 * none of the options that other lines name is given.
 */
@NullMarked
package yona.redis.command;

import org.jspecify.annotations.NullMarked;
