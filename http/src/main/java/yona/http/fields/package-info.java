/** Values of header fields, for the packages of this module. */
package yona.http.fields;
