package yona.resolver;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/**
 * Resolves Java libraries with all that they need, by Maven's own resolver and with the user's
 * Maven settings (mirrors, proxies, passwords, local repository).
 *
 * <p>A process of its own, since its libraries are none of a program's affair, and few runs need
 * them. Lines on standard input: {@code dependency group:artifact:version}, with all that it needs;
 * {@code jar group:artifact:extension:version}, that one alone; {@code repository name url}. Lines
 * on standard output: {@code group:artifact:extension:version path}, with a classifier before the
 * version where there is one. If anything could not be found, the exit status is 1 and the lines
 * say what, and where it was looked for. Standard error tells what is downloaded.
 */
public final class Main {
  private static final String SCOPE = "runtime";

  private Main() {}

  /**
   * Resolves what standard input asks for.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) throws IOException {
    List<Dependency> dependencies = new ArrayList<>();
    List<ArtifactRequest> jars = new ArrayList<>();
    List<RemoteRepository> repositories = new ArrayList<>();
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
          case "dependency" ->
              dependencies.add(new Dependency(new DefaultArtifact(words[1]), SCOPE));
          case "jar" -> jars.add(new ArtifactRequest(new DefaultArtifact(words[1]), null, null));
          case "repository" ->
              repositories.add(new RemoteRepository.Builder(words[1], "default", words[2]).build());
          default -> throw new IllegalArgumentException(line);
        }
      }
    }
    // Not closed: the process ends here. Libraries that log do not write among the results.
    PrintStream results = System.out;
    System.setOut(System.err);
    if (repositories.stream().noneMatch(Main::isCentral)) {
      repositories.add(ContextOverrides.CENTRAL);
    }
    ContextOverrides overrides =
        ContextOverrides.create()
            .withUserSettings(true)
            .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.PREPEND)
            .repositories(repositories)
            // A library does not decide where others come from.
            .ignoreArtifactDescriptorRepositories(true)
            .transferListener(new Downloads())
            .build();
    int status = 0;
    Context context = Runtimes.INSTANCE.getRuntime().create(overrides);
    try {
      List<ArtifactResult> found = new ArrayList<>(resolve(context, dependencies));
      found.addAll(fetch(context, jars));
      for (ArtifactResult result : found) {
        Artifact artifact = result.getArtifact();
        results.print(artifact + " " + artifact.getFile() + "\n");
      }
    } catch (RepositoryException problem) {
      results.print(problem(problem, context));
      status = 1;
    }
    results.flush();
    Runtime.getRuntime().halt(status);
  }

  /** Whether it stands in the place of Maven Central. */
  private static boolean isCentral(RemoteRepository repository) {
    return repository.getId().equals(ContextOverrides.CENTRAL.getId());
  }

  private static List<ArtifactResult> resolve(Context context, List<Dependency> dependencies)
      throws RepositoryException {
    if (dependencies.isEmpty()) {
      return List.of();
    }
    CollectRequest request = new CollectRequest();
    request.setDependencies(dependencies);
    request.setRepositories(context.remoteRepositories());
    return context
        .repositorySystem()
        .resolveDependencies(
            context.repositorySystemSession(),
            new DependencyRequest(request, DependencyFilterUtils.classpathFilter(SCOPE)))
        .getArtifactResults();
  }

  private static List<ArtifactResult> fetch(Context context, List<ArtifactRequest> jars)
      throws RepositoryException {
    jars.forEach(jar -> jar.setRepositories(context.remoteRepositories()));
    return context.repositorySystem().resolveArtifacts(context.repositorySystemSession(), jars);
  }

  /** What could not be found and why, and where it was looked for. */
  private static String problem(RepositoryException problem, Context context) {
    StringBuilder text = new StringBuilder();
    String before = "";
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && !message.isBlank() && !before.contains(message.strip())) {
        before = message.strip();
        text.append(before).append('\n');
      }
    }
    text.append("looked for in ")
        .append(context.repositorySystemSession().getLocalRepository().getBasedir());
    for (RemoteRepository repository : context.remoteRepositories()) {
      text.append(", ").append(repository.getId()).append(" (").append(repository.getUrl() + ")");
    }
    return text.toString();
  }

  /** Says what is downloaded. */
  private static final class Downloads extends AbstractTransferListener {
    @Override
    public void transferSucceeded(TransferEvent event) {
      String name = event.getResource().getResourceName();
      if (name.endsWith(".jar")) {
        System.err.println("yona: downloaded " + name.substring(name.lastIndexOf('/') + 1));
      }
    }
  }
}
