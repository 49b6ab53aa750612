/** XML 1.0 without document types, which the JDK's StAX reads, and written. */
package yona.library.xml;
