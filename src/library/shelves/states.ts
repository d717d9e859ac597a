/** More series than this are a filter, not a collection. */
export const MOST_SERIES = 2000
export const MOST_COLLECTIONS = 500
export const MOST_VIEWS = 30
export const MOST_TAGS = 50
/** Covers that represent a collection. */
export const COVERS = 4
/** Series that one request may tag. */
export const MOST_TAGGED = 5000
