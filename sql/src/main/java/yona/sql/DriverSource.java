package yona.sql;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A driver as pools want it. {@link java.sql.DriverManager} gives only drivers that the caller's
 * class loader knows.
 *
 * @param driver the driver
 * @param uri what it is asked for
 */
record DriverSource(Driver driver, DatabaseUri uri) implements DataSource {

  @Override
  public Connection getConnection() throws SQLException {
    Properties given = new Properties();
    given.putAll(uri.properties());
    Connection connection = driver.connect(uri.jdbcUrl(), given);
    if (connection == null) {
      throw new SQLException("the driver does not know such a URL", "08001");
    }
    return connection;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("user and password stand in the URI");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("there is nothing inside");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("there is no log");
  }

  /** Not with the URL, which may have a password in it. */
  @Override
  public String toString() {
    return uri.toString();
  }
}
