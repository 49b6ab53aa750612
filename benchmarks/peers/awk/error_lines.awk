# How many lines of a log are errors, and how many characters these have.
/ ERROR / { count++; length_of_all += length($0) }
END { print count " errors, " length_of_all " characters" }
