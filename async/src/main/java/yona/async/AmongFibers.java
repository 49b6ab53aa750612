package yona.async;

/**
 * Something at which a fiber waits until another fiber does something, and that no timer, no device
 * and no thread outside of this library ends. Where all fibers wait at such, they do for ever: see
 * {@link FiberWatch}. What does not say so may be ended from outside.
 */
public interface AmongFibers {}
