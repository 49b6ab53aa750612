package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.TransactionAborted")
@Label("Transaction Aborted")
@Description("An attempt of a transaction is dropped and will be repeated")
@Category({"Yona", "Transactions"})
@Enabled(false)
@StackTrace(false)
final class TransactionAborted extends Event {

  @Label("Reason")
  @Nullable String reason;

  @Label("Attempt")
  @Description("How many attempts this transaction has made, this one included")
  int attempt;
}
