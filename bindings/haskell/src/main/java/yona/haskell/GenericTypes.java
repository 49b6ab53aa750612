package yona.haskell;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Types with all that they are made of, as {@code Language.Java.Export} describes them. */
final class GenericTypes {
  private final String text;
  private int at;

  private GenericTypes(String text) {
    this.text = text;
  }

  /**
   * The type that a text describes: {@code [} before what an array is of, and the arguments of a
   * generic type behind its name.
   *
   * @throws IllegalArgumentException if there is no such class
   */
  static Type parse(String text) {
    return new GenericTypes(text).next();
  }

  private Type next() {
    if (text.charAt(at) == '[') {
      at++;
      Type component = next();
      return component instanceof Class<?> type ? type.arrayType() : new ArrayOf(component);
    }
    int start = at;
    while (at < text.length() && "<,>".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    Class<?> type = Entry.classNamed(text.substring(start, at));
    if (at == text.length() || text.charAt(at) != '<') {
      return type;
    }
    List<Type> arguments = new ArrayList<>();
    while (text.charAt(at) != '>') {
      at++;
      arguments.add(next());
    }
    at++;
    return new Applied(type, arguments.toArray(Type[]::new));
  }

  /** The class of objects of a type. */
  static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType applied -> (Class<?>) applied.getRawType();
      case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
      default -> throw new IllegalArgumentException(type.getTypeName());
    };
  }

  private record ArrayOf(Type component) implements GenericArrayType {
    @Override
    public Type getGenericComponentType() {
      return component;
    }

    @Override
    public String toString() {
      return component.getTypeName() + "[]";
    }
  }

  private static final class Applied implements ParameterizedType {
    private final Class<?> type;
    private final Type[] arguments;

    Applied(Class<?> type, Type[] arguments) {
      this.type = type;
      this.arguments = arguments;
    }

    @Override
    public Type[] getActualTypeArguments() {
      return arguments.clone();
    }

    @Override
    public Class<?> getRawType() {
      return type;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return type.getDeclaringClass();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ParameterizedType applied
          && type.equals(applied.getRawType())
          && Arrays.equals(arguments, applied.getActualTypeArguments());
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(arguments) ^ type.hashCode();
    }

    @Override
    public String toString() {
      return Stream.of(arguments)
          .map(Type::getTypeName)
          .collect(Collectors.joining(", ", type.getTypeName() + "<", ">"));
    }
  }
}
