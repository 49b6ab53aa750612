package yona.io.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import yona.io.medium.Operations;

/** What options of TLS become: certificates in memory, and engines for connections. */
final class TlsContexts {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  /** So many clients' contexts are kept: they have the sessions that connections take up again. */
  private static final int KEPT = 64;

  private static final Map<ClientTls, Dated> CLIENTS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ClientTls, Dated> eldest) {
          return size() > KEPT;
        }
      };

  /** A context, and when the files that it is made of had been changed. */
  private record Dated(SSLContext context, List<FileTime> changed) {}

  private TlsContexts() {}

  /** An engine for a connection to a host. May suspend, for reading files. */
  static SSLEngine client(ClientTls tls, String host, int port) throws IOException {
    String name = TlsNames.plain(tls.serverName() == null ? host : tls.serverName());
    SSLEngine engine = context(tls).createSSLEngine(name, port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS);
    SSLParameters parameters = engine.getSSLParameters();
    SNIHostName indication = TlsNames.indication(name);
    parameters.setServerNames(indication == null ? List.of() : List.of(indication));
    parameters.setApplicationProtocols(tls.protocols().toArray(String[]::new));
    if (tls.verify()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static SSLContext context(ClientTls tls) throws IOException {
    Path certificate = tls.certificate();
    Path key = tls.key();
    return Operations.inPlace(
        () -> {
          List<FileTime> changed = new ArrayList<>();
          for (Path file :
              Stream.concat(tls.authorities().stream(), Stream.of(certificate, key)).toList()) {
            if (file != null) {
              changed.add(Files.getLastModifiedTime(file));
            }
          }
          synchronized (CLIENTS) {
            Dated known = CLIENTS.get(tls);
            if (known != null && known.changed().equals(changed)) {
              return known.context();
            }
          }
          TrustManager trust = tls.verify() ? trust(tls.authorities()) : new TlsTrust.Everybody();
          TlsKey own = certificate == null || key == null ? null : TlsKey.read(certificate, key);
          SSLContext context = context(own, trust);
          synchronized (CLIENTS) {
            CLIENTS.put(tls, new Dated(context, changed));
          }
          return context;
        });
  }

  /** A context for a server. May suspend, for reading files. */
  static SSLContext server(ServerTls tls) throws IOException {
    return Operations.inPlace(
        () ->
            context(
                TlsKey.read(tls.certificate(), tls.key()),
                // Without authorities nobody is asked for a certificate.
                trust(tls.clientAuthorities())));
  }

  /** An engine for a connection of a client. */
  static SSLEngine server(SSLContext context, ServerTls tls) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(PROTOCOLS);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setNeedClientAuth(!tls.clientAuthorities().isEmpty());
    parameters.setApplicationProtocols(tls.protocols().toArray(String[]::new));
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static SSLContext context(@Nullable TlsKey key, TrustManager trust) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          key == null ? new KeyManager[0] : new KeyManager[] {key},
          new TrustManager[] {trust},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS: " + e.getMessage(), e);
    }
  }

  /** Believes the authorities in files, or those that the JDK believes if there are no files. */
  private static TrustManager trust(List<Path> files) throws IOException {
    try {
      KeyStore believed = null;
      if (!files.isEmpty()) {
        believed = KeyStore.getInstance(KeyStore.getDefaultType());
        believed.load(null, null);
        for (Path file : files) {
          for (X509Certificate certificate : Pem.read(file).certificates()) {
            believed.setCertificateEntry(Integer.toString(believed.size()), certificate);
          }
        }
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(believed);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager jdk) {
          return new TlsTrust(jdk);
        }
      }
      throw new IOException("TLS: this JDK cannot verify certificates");
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS: " + e.getMessage(), e);
    }
  }
}
