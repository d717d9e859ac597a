/** What follows a comma inside a name: "Robert Downey, Jr.". */
const SUFFIX = /^(?:jr|sr|[ivx]{2,4}|esq|m\.?d|ph\.?d|inc|ltd|llc)\.?$/i

/**
 * The names in a list with commas or semicolons, trimmed and without repeats; undefined when there is none. A name in
 * double quotes may contain commas, and a suffix such as "Jr." belongs to the name before it.
 */
export function splitNames(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const names = new Set<string>()
  let last: string | undefined
  for (const part of text.includes('"') ? partsOf(text) : text.split(/[,;]/)) {
    const name = part.trim()
    if (name === '') continue
    if (last !== undefined && SUFFIX.test(name)) {
      names.delete(last)
      last = `${last}, ${name}`
    } else last = name
    names.add(last)
  }
  return names.size > 0 ? [...names] : undefined
}

/** A quote counts only where a name begins, up to a quote where one ends: `Anna "Ace" Fenn` has none. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  while (from < text.length) {
    const quoted = QUOTED.exec(text.slice(from, from + MOST_QUOTED))
    if (quoted) {
      parts.push(quoted[1]!)
      from += quoted[0].length
      continue
    }
    const ends = text.slice(from).search(/[,;]/)
    const to = ends < 0 ? text.length : from + ends
    parts.push(text.slice(from, to))
    from = to + 1
  }
  return parts
}

/** Longer quotes are none. */
const MOST_QUOTED = 400
const QUOTED = /^\s*"([^"]+)"\s*(?:[,;]|$)/
