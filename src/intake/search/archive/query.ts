/**
 * Turns search words into the archive's Lucene syntax. Characters with a meaning in Lucene are removed from the words.
 */

/** Items that may be shared freely: by their licence, or by a collection that only has such items. */
const FREE = '(licenseurl:*publicdomain* OR licenseurl:*creativecommons* OR collection:digitalcomicmuseum)'
/** File formats of comics; PDF only when the item is tagged as a comic, since every scanned book has one. */
const COMICS =
  '(format:"Comic Book ZIP" OR format:"Comic Book RAR" OR (format:PDF AND (collection:comics OR collection:digitalcomicmuseum OR subject:comic OR subject:comics OR subject:manga)))'

/** Undefined for a text without words to search for. */
export function archiveQuery(text: string): string | undefined {
  const words = wordsOf(text)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const numbers = words.length > 1 ? spellings(last) : undefined
  const named = (numbers ? words.slice(0, -1) : words).map(quoted)
  if (numbers) named.push(`(${numbers.map(quoted).join(' OR ')})`)
  return `title:(${named.join(' AND ')}) AND mediatype:texts AND ${COMICS} AND ${FREE}`
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}½¼¾.]+/gu) ?? []
const quoted = (word: string) => `"${word}"`

/** `003` is also 3 and 03; undefined for a word that is not a number. */
function spellings(word: string): string[] | undefined {
  const [, sign, digits] = /^([vc]?)0*(\d{1,4})$/i.exec(word) ?? []
  if (digits === undefined) return undefined
  const all = [1, 2, 3].map((width) => digits.padStart(width, '0'))
  return [...new Set([...all, ...(sign ? all.map((each) => `${sign.toLowerCase()}${each}`) : [])])]
}
