/** Words that indexers drop, or that releases omit. */
const DROPPED = /(?<![\p{L}\p{N}])(?:and|the|an?)(?![\p{L}\p{N}])|[&+]/giu
const ARTICLE = /^(?:the|an?) (?=\S)/i
const JOINERS = /(?<!\s)\s+(?:[&+]\s*|and\s+)|[&+]\s*/giu
const APOSTROPHES = /['’‘ʼ`´]/g
const DASHES = /[\u2010-\u2015\u2212]/g
/** `S.H.I.E.L.D.`, `X.O` */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?:\.|(?![\p{L}\p{N}]))/gu
const MARKS = /[^\p{L}\p{N}]+/gu
const ALL_BUT_JOINERS = /[^\p{L}\p{N}&+]+/gu
/** Every mark that is not part of a word, unlike those in `Kid's`, `Spider-Man` and `2.0`. */
const LOOSE = /(?<![\p{L}\p{N}])['.-]+|['.-]+(?![\p{L}\p{N}])|[^\p{L}\p{N}'.&+-]+/gu
const ACCENTS = /(\p{Script=Latin})[\u0300-\u036f]+/gu

export interface SearchSpellings {
  /** Without punctuation, and without the words that are often omitted: finds the most. */
  plain: string
  /** With marks that indexers may keep as part of a word, and without accents. */
  marked: string[]
  /** With `and` and with `&`, for indexers that match words literally. */
  joined: string[]
}

/** The spellings of a name in queries: indexers treat its punctuation differently. */
export function searchSpellings(name: string): SearchSpellings {
  const whole = name.normalize('NFKC').replace(APOSTROPHES, "'").replace(DASHES, '-')
  const smooth = whole.replace(INITIALS, (initials) => initials.replaceAll('.', '')).replaceAll("'", '')
  const plain = plainOf(smooth)
  const unaccented = plain.normalize('NFD').replace(ACCENTS, '$1').normalize('NFC')
  const written = whole.split(/\s+/).map(writtenWord).join(' ').replace(/\s+/g, ' ').trim().replace(ARTICLE, '')
  const marked = unlike([plain], [...(/['.-]/.test(written) ? [written] : []), unaccented])
  const words = smooth.replace(ALL_BUT_JOINERS, ' ').trim().replace(ARTICLE, '')
  const joined = [' and ', ' & '].map((joiner) => words.replace(JOINERS, joiner).trim())
  return { plain, marked, joined: joined[0] === joined[1] ? [] : unlike([plain, ...marked], joined) }
}

/** Keeps the small words of a name that would be almost empty without them. */
function plainOf(smooth: string): string {
  const words = smooth.replace(DROPPED, ' ').replace(MARKS, ' ').trim()
  return words.length > 1 ? words : smooth.replace(MARKS, ' ').trim()
}

function writtenWord(word: string): string {
  const [initials] = word.match(INITIALS) ?? []
  return initials && word.replace(initials, '').replace(MARKS, '') === '' ? initials : word.replace(LOOSE, ' ')
}

/** The texts that are not known yet, each once, in any case. */
export function unlike(known: readonly string[], texts: readonly string[]): string[] {
  const seen = new Set(known.map((text) => text.toLowerCase()))
  return texts.filter((text) => {
    const isNew = text !== '' && !seen.has(text.toLowerCase())
    seen.add(text.toLowerCase())
    return isNew
  })
}
