import type { Rule } from '../rule'

/** Books and uncategorized releases. Numbers from 100,000 are a tracker's own, and say nothing. */
const isBook = (categoryRule: number) =>
  categoryRule >= 100_000 || (categoryRule >= 7000 && categoryRule < 9000) || categoryRule === 0

export const category: Rule = ({ release }) => {
  const categories = [release.category ?? []].flat()
  return categories.length > 0 && !categories.some(isBook)
    ? { code: 'rejected.category_mismatch', message: `Wrong category: ${categories.join(', ')} (not books)` }
    : undefined
}
