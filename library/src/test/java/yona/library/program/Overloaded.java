package yona.library.program;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Methods that tell which of them was called. */
public class Overloaded {
  private final String made;

  public Overloaded() {
    this.made = "nothing";
  }

  public Overloaded(int n) {
    this.made = "int";
  }

  public Overloaded(CharSequence text) {
    this.made = "CharSequence";
  }

  public String made() {
    return made;
  }

  public static String integral(long n) {
    return "long";
  }

  public static String integral(int n) {
    return "int";
  }

  public static String integral(double n) {
    return "double";
  }

  public static String integral(Object n) {
    return "Object";
  }

  public static String narrow(byte n) {
    return "byte";
  }

  public static String narrow(short n) {
    return "short";
  }

  public static String narrow(int n) {
    return "int";
  }

  public static String lossless(int n) {
    return "int";
  }

  public static String lossless(double n) {
    return "double";
  }

  public static String decimal(float n) {
    return "float";
  }

  public static String decimal(double n) {
    return "double";
  }

  public static String onlyFloat(float n) {
    return "float";
  }

  public static String boxed(Long n) {
    return "Long";
  }

  public static String boxed(Number n) {
    return "Number";
  }

  public static String boxed(Object n) {
    return "Object";
  }

  public static String text(String text) {
    return "String";
  }

  public static String text(CharSequence text) {
    return "CharSequence";
  }

  public static String text(Object text) {
    return "Object";
  }

  public static String text(char[] text) {
    return "char[]";
  }

  public static String text(List<?> text) {
    return "List";
  }

  public static String letters(char[] text) {
    return "char[]";
  }

  public static String letters(List<?> text) {
    return "List";
  }

  public static String character(char c) {
    return "char";
  }

  public static String character(int c) {
    return "int";
  }

  public static String character(Object c) {
    return "Object";
  }

  public static String row(List<?> row) {
    return "List";
  }

  public static String row(Collection<?> row) {
    return "Collection";
  }

  public static String row(Object[] row) {
    return "Object[]";
  }

  public static String array(long[] row) {
    return "long[]";
  }

  public static String array(double[] row) {
    return "double[]";
  }

  public static String array(String[] row) {
    return "String[]";
  }

  public static String array(byte[] row) {
    return "byte[]";
  }

  public static String dict(Map<?, ?> map) {
    return "Map";
  }

  public static String dict(Object map) {
    return "Object";
  }

  public static String run(Runnable f) {
    return "Runnable";
  }

  public static String run(Callable<?> f) {
    return "Callable";
  }

  public static String run(Function<?, ?> f) {
    return "Function";
  }

  public static String rest(String first, Object... rest) {
    return "rest of " + rest.length;
  }

  public static String rest(String first, String second) {
    return "two Strings";
  }

  public static String phase(Object a) {
    return "Object";
  }

  public static String phase(long... a) {
    return "long...";
  }

  public static String across(long a, Object b) {
    return "long, Object";
  }

  public static String across(Object a, long b) {
    return "Object, long";
  }

  public static String nothing(String a) {
    return "String";
  }

  public static String nothing(Object a) {
    return "Object";
  }

  public static String nothing(int a) {
    return "int";
  }

  static String hidden() {
    return "not public";
  }
}
