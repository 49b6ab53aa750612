/** Forms as browsers send them: fields, and files that are uploaded. */
package yona.http.form;
