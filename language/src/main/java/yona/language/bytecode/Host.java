package yona.language.bytecode;

import java.lang.constant.ClassDesc;

/**
 * A class that holds functions.
 *
 * @param unit the source that it belongs to
 * @param type the class
 * @param constants its constants
 */
record Host(Unit unit, ClassDesc type, Constants constants) {}
