import type { ParsedFile } from './parsed-file'

const SHORTEST_NAME = 6
const LONGEST_NAME = 80

/**
 * One letter too many, missing or different, or two that changed places. Digits distinguish series, so they have to
 * match.
 */
export function isTypoOf(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < SHORTEST_NAME) return false
  if (one.replace(/\D/g, '') !== other.replace(/\D/g, '')) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const ends = (from: number, otherFrom: number) => one.slice(from) === other.slice(otherFrom)
  const [a, b] = [one[start], one[start + 1]]
  const swapped = a === other[start + 1] && b === other[start] && ends(start + 2, start + 2)
  return swapped || ends(start + 1, start + 1) || ends(start + 1, start) || ends(start, start + 1)
}

/**
 * For each name the series that has almost that name and more files. Similar keys share a spelling with one letter left
 * out, so each is compared with few others.
 */
export function findLargerNamesake(
  families: ReadonlyMap<string, readonly ParsedFile[]>,
): (key: string) => string | undefined {
  const bySpelling = new Map<string, string[]>()
  for (const key of families.keys()) {
    for (const spelling of spellings(key)) {
      const known = bySpelling.get(spelling)
      if (known) known.push(key)
      else bySpelling.set(spelling, [key])
    }
  }
  return (key) => {
    const size = families.get(key)?.length ?? 0
    const alike = spellings(key).flatMap((spelling) => bySpelling.get(spelling) ?? [])
    const larger = alike.find((other) => families.get(other)!.length > size && isTypoOf(key, other))
    return larger === undefined ? undefined : families.get(larger)![0]!.series
  }
}

/** The key itself, and the key without each of its letters. */
function spellings(key: string): string[] {
  if (key.length > LONGEST_NAME) return []
  return [key, ...new Set(Array.from({ length: key.length }, (_, at) => key.slice(0, at) + key.slice(at + 1)))]
}
