import type { ContentType, IssueKind, Unit } from '../../library/series/states'

interface Numbered {
  kind: IssueKind
  unit: Unit
  number: string
  title: string | null
}

/** The title of an issue in a list with several series: `Saga Annual #1 – The Fall`, `Berserk Vol. 3`. */
export function bookTitle(seriesName: string, issue: Numbered): string {
  const label = issue.kind === 'annual' ? joined('Annual', numbered(issue)) : numbered(issue)
  const title = issue.title?.trim()
  return title && title !== seriesName ? `${joined(seriesName, label)} – ${title}` : joined(seriesName, label)
}

/** `Saga (2012)`: several series share a name. */
export function seriesTitle(series: { name: string; year: number | null }): string {
  if (series.year === null || series.name.endsWith(`(${series.year})`)) return series.name
  return `${series.name} (${series.year})`
}

const WORDS = { issue: '#', volume: 'Vol. ', chapter: 'Ch. ' } as const satisfies Record<Unit, string>

function numbered({ unit, number }: Numbered): string {
  if (number === '') return ''
  // "#Alpha" would not be a number, so a name has no number sign.
  return unit === 'issue' && !/^[-\p{N}]/u.test(number) ? number : `${WORDS[unit]}${number}`
}

/** `Saga #002`: as text it sorts before `Saga #010`. With a place in a list, the place comes first: `012 Saga #002`. */
export function sortable(title: string, place?: number): string {
  const padded = title.replace(/(?<=#|Vol\. |Ch\. )\d+/g, (number) => number.padStart(PLACES, '0'))
  return place === undefined ? padded : `${String(place).padStart(PLACES, '0')} ${padded}`
}

const PLACES = 3

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The word for issues of a series: comics have issues, manga have volumes and chapters. */
export function booksWord(count: number, contentType: ContentType): string {
  return contentType === 'manga' ? countLabel(count, 'book') : countLabel(count, 'issue')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text without the markup of providers and taggers, cut at `most` characters. */
export function withoutMarkup(markup: string, most: number): string {
  const text = markup
    .replace(/<(?:br|\/p|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    })
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim()
  return text.length <= most ? text : `${text.slice(0, most).replace(/(?<!\s)\s+\S*$/, '')} …`
}

export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
