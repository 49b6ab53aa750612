package yona.language.core;

import yona.language.interop.Overloads;

/**
 * The static methods of one name of a Java class.
 *
 * @param owner the name of the class
 * @param name their name
 * @param overloads which of them a call means
 */
public record JavaMethod(String owner, String name, Overloads overloads) {}
