# The ten most frequent words of a text.
{ for (i = 1; i <= NF; i++) words[$i]++ }
END {
  sort = "sort -k1,1nr -k2,2 | head -10"
  for (word in words) print words[word], word | sort
  close(sort)
}
