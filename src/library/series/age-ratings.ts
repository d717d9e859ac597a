/**
 * The one table from the words of age ratings to years. Ratings are stored as their source wrote them. Sources of the
 * words:
 *
 * - ComicInfo 2.0 and 2.1, enumeration AgeRating (anansi-project/comicinfo); "M" and "MA15+" are Australian.
 * - MetronInfo 1.0, enumeration ageRatingType (Metron-Project/metroninfo), which metron.cloud sends too. Publishers
 *   print "Teen Plus" as "T+".
 * - MangaDex, content rating of a manga (api.mangadex.org).
 * - Mylar and series.json, which write "All" and "All Ages".
 *
 * A number of years, such as "12+", stands for itself: Komga stores years.
 */
const YEARS = {
  Everyone: 0,
  G: 0,
  All: 0,
  'All Ages': 0,
  Safe: 0,
  'Early Childhood': 3,
  'Kids to Adults': 6,
  PG: 8,
  'Everyone 10+': 10,
  Teen: 13,
  Suggestive: 13,
  'Teen Plus': 15,
  'T+': 15,
  'MA15+': 15,
  Mature: 17,
  'Mature 17+': 17,
  M: 17,
  'R18+': 18,
  'X18+': 18,
  'Adults Only 18+': 18,
  Adult: 18,
  Explicit: 18,
  Erotica: 18,
  Pornographic: 18,
  Unknown: null,
  'Rating Pending': null,
} as const satisfies Record<string, number | null>

/** All known words with their years, from children to adults; null is unrated. */
export const ageRatings: readonly { word: string; years: number | null }[] = Object.entries(YEARS).map(
  ([word, years]) => ({ word, years }),
)

/**
 * Case, spaces and punctuation do not count, but a plus does: "Teen+" is "Teen Plus" and not "Teen". After a number the
 * plus adds nothing: "MA 15" is "MA15+".
 */
const keyOf = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('plus', '+')
    .replace(/[^\p{L}\p{N}+]/gu, '')
    .replace(/(?<=\d)\++$/, '')

const YEARS_BY_KEY = new Map(ageRatings.map(({ word, years }) => [keyOf(word), years]))

/** The years of a rating; null for a word that is in no table, and without a rating. */
export function yearsOf(word: string | null): number | null {
  if (word === null) return null
  const key = keyOf(word)
  return /^\d{1,2}$/.test(key) ? Number(key) : (YEARS_BY_KEY.get(key) ?? null)
}

/** The word with the most years; without a known word, the first one. */
export function strictestOf(words: readonly (string | null)[]): string | null {
  const years = (word: string | null) => yearsOf(word) ?? -1
  return words.reduce((best, word) => (best === null || years(word) > years(best) ? word : best), null)
}
