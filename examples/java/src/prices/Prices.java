package prices;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import yona.async.Async;
import yona.async.Future;
import yona.async.Source;
import yona.async.Timer;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;

/** Asks three shops for a price at the same time, in plain sequential code. */
public class Prices {

  /** A shop that answers after a while. */
  static int ask(String shop, int price, int millis) {
    Async.sleep(Duration.ofMillis(millis));
    return price + shop.length();
  }

  static void main() {
    Async.blocking(
        () -> {
          Future<Integer> here = Async.future(() -> ask("here", 30, 10));
          Future<Integer> there = Async.future(() -> ask("there", 20, 30));
          Future<Integer> nowhere = Async.future(() -> ask("nowhere", 10, 3_600_000));
          System.out.println("both: " + (here.value() + there.value()));

          String last =
              Source.race(
                      nowhere.map(price -> "nowhere: " + price.get()),
                      Timer.after(Duration.ofMillis(50)).map(fired -> "nowhere: no answer"))
                  .await();
          System.out.println(last);

          Channel<Integer> prices = new BufferedChannel<>(2);
          Async.future(
              () -> {
                for (int price = 1; price <= 5; price++) {
                  prices.send(price);
                }
                prices.close();
              });
          List<Integer> all = new ArrayList<>();
          for (int price : prices) {
            all.add(price);
          }
          System.out.println("read: " + all);
        });
    System.out.println("done: what still ran has been cancelled");
  }
}
