const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  frac12: '½',
}

/** Longest description that is kept, in characters: some services hold whole novels. */
const MOST = 20_000

/**
 * The text of a description in HTML: paragraphs by an empty line, items of lists by a line of their own. Tables and
 * pictures are left out: the tables are lists of collected editions, which are series of their own.
 */
export function plainText(html: string | undefined): string | undefined {
  if (html === undefined) return undefined
  const text = html
    .slice(0, MOST * 5)
    .replace(/<(table|script|style|figure)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|blockquote|section)\b[^>]*>/gi, '\n\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
  const lines = decoded(text)
    .split('\n')
    .map((line) => line.trim())
  const plain = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=• )/g, '\n')
    .trim()
  return plain.slice(0, MOST) || undefined
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
  })
}
