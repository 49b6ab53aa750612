/** News for those who look after a service: whether it is well, and how much it does. */
package yona.http.monitor;
