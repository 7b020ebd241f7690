"""Players as readers see them: a page of each, rating lists, two against each other; on paper and in JSON the same."""
