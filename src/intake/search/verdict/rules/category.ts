import type { Rule } from '../rule'

/** Books and what is not sorted. Numbers from 100,000 are a tracker's own and say nothing. */
const isBook = (category: number) => category >= 100_000 || (category >= 7000 && category < 9000) || category === 0

export const category: Rule = ({ release }) => {
  const categories = [release.category ?? []].flat()
  return categories.length > 0 && !categories.some(isBook)
    ? { code: 'rejected.category_mismatch', message: `Wrong category: ${categories.join(', ')} (not books)` }
    : undefined
}
