/** How well a word of a query fits a text in lower case: 3 for a whole word, 2 for the beginning of one, 1 for a part. */
export function wordFit(text: string, word: string): 0 | 1 | 2 | 3 {
  if (!text.includes(word)) return 0
  const words = text.split(/[^\p{L}\p{N}_]+/u)
  if (words.includes(word)) return 3
  return words.some((one) => one.startsWith(word)) ? 2 : 1
}

/** The words of a query in lower case. */
export const queryWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)
