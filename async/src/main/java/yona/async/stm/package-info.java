/**
 * Software transactional memory: {@link yona.async.stm.STM} for those who need one memory, {@link
 * yona.async.stm.TransactionalMemory} for the rules and how they are kept, {@link
 * yona.async.stm.TVar} for the variables.
 */
package yona.async.stm;
