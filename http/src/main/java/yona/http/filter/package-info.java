/** Functions that stand around handlers: they take one and give one that does more. */
package yona.http.filter;
