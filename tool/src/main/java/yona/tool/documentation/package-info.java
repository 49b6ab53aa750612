/** Pages about modules, in Markdown, from their documentation comments. */
@NullMarked
package yona.tool.documentation;

import org.jspecify.annotations.NullMarked;
