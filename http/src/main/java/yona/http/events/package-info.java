/** Server-sent events: news for a page, as they happen. */
package yona.http.events;
