package yona.language.bytecode;

import java.lang.constant.ClassDesc;

/**
 * A class that holds functions.
 *
 * @param generator writes the classes of its source
 * @param type the class
 * @param constants its constants
 */
record Host(ClassGenerator generator, ClassDesc type, Constants constants) {}
