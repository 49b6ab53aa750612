/** Source texts, and what there is to say about them: codes, messages, explanations. */
@NullMarked
package yona.language.diagnostics;

import org.jspecify.annotations.NullMarked;
