/** Files of a folder as answers. */
package yona.http.files;
