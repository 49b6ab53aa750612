package yona.async.sync;

/** {@link PermitsLincheck} of a {@link RwLock}. */
public class RwLockLincheckTest extends PermitsLincheck {

  private final RwLock lock = new RwLock();

  /** Made anew for each scenario. */
  public RwLockLincheckTest() {}

  @Override
  Permits wanted(int which) {
    return which == 0 ? lock.write() : lock.read();
  }
}
