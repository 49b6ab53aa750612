/** The Java half of module Html. */
package yona.library.html;
