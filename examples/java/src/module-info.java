/** Uses the concurrency library as any Java program would. */
module prices {
  requires yona.async;
}
