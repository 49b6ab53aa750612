package yona.async.sync;

/** {@link PermitsLincheck} of a {@link Mutex}. */
public class MutexLincheckTest extends PermitsLincheck {

  private final Mutex mutex = new Mutex();

  /** Made anew for each scenario. */
  public MutexLincheckTest() {}

  @Override
  Permits wanted(int which) {
    return mutex;
  }
}
