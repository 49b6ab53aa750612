package yona.async.sync;

/** {@link PermitsLincheck} of a {@link Semaphore}. */
public class SemaphoreLincheckTest extends PermitsLincheck {

  private final Semaphore semaphore = new Semaphore(3);

  /** Made anew for each scenario. */
  public SemaphoreLincheckTest() {}

  @Override
  Permits wanted(int which) {
    return semaphore.together(1 + which);
  }
}
