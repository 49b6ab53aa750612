package yona.language.core;

import java.util.List;

/** A record type: its name and its fields in order. */
public record RecordShape(String name, List<String> fields) {}
