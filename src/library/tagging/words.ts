import { AGE_RATINGS } from '../../base/formats/documents/comicinfo-writer'
import { METRON_AGE_RATINGS, type METRON_FORMATS } from '../../base/formats/documents/metroninfo-writer'

/** Panelkeep's terms in those of the documents. */

type AgeRating = (typeof AGE_RATINGS)[number]
type MetronRating = (typeof METRON_AGE_RATINGS)[number]
type MetronFormat = (typeof METRON_FORMATS)[number]

/** Age ratings, from children to adults; the first match counts. */
const RATINGS: readonly [RegExp, AgeRating, MetronRating][] = [
  [/^(?:adults? only|adult|explicit|x18|18\+?|pornographic|erotica|ao)/i, 'Adults Only 18+', 'Adult'],
  [/^(?:mature|m\b|17|ma\b|r\b|parental advisory|max)/i, 'Mature 17+', 'Mature'],
  [/^(?:teen ?(?:plus|\+)|t\+|older teen|ot\b|15|16)/i, 'MA15+', 'Teen Plus'],
  [/^(?:teen|t\b|13|12|suggestive)/i, 'Teen', 'Teen'],
  [/^(?:everyone 10|10|9)/i, 'Everyone 10+', 'Everyone'],
  [/^(?:early childhood|ec\b)/i, 'Early Childhood', 'Everyone'],
  [/^(?:everyone|all ?ages|all\b|a\b|e\b|g\b|kids|safe|general)/i, 'Everyone', 'Everyone'],
]

/** Undefined for a rating without a counterpart. */
export function ageRatingOf(text: string | null | undefined): AgeRating | undefined {
  const own = AGE_RATINGS.find((word) => word.toLowerCase() === text?.toLowerCase())
  return own ?? RATINGS.find(([pattern]) => pattern.test(text ?? ''))?.[1]
}

export function metronRatingOf(text: string | null | undefined): MetronRating | undefined {
  const own = METRON_AGE_RATINGS.find((word) => word.toLowerCase() === text?.toLowerCase())
  return own ?? RATINGS.find(([pattern]) => pattern.test(text ?? ''))?.[2]
}

const FORMATS: readonly [RegExp, string, MetronFormat][] = [
  [/^(?:tpb|trade)/i, 'TPB', 'Trade Paperback'],
  [/^(?:gn|graphic)/i, 'GN', 'Graphic Novel'],
  [/^(?:hc|hard)/i, 'HC', 'Hardcover'],
  [/^omnibus/i, 'Omnibus', 'Omnibus'],
  [/^one[\s-]?shot/i, 'One-Shot', 'One-Shot'],
  [/^annual/i, 'Annual', 'Annual'],
  [/^limited/i, 'Limited Series', 'Limited Series'],
]

/** ComicInfo has no term for printed single issues. */
export function formatOf(bookType: string): string | undefined {
  const found = FORMATS.find(([pattern]) => pattern.test(bookType))?.[1]
  return found ?? (/^(?:print|manga|)$/i.test(bookType) ? undefined : bookType)
}

export function metronFormatOf(bookType: string): MetronFormat | undefined {
  return FORMATS.find(([pattern]) => pattern.test(bookType))?.[2]
}

type Role = 'writer' | 'penciller' | 'inker' | 'colorist' | 'letterer' | 'coverArtist' | 'editor' | 'translator'

const ROLES: readonly [RegExp, Role[]][] = [
  [/^story (?:&|and) art/i, ['writer', 'penciller', 'inker']],
  [/^(?:writer|script|scripter|story|plot|plotter|author|original (?:story|creator))/i, ['writer']],
  [/^cover/i, ['coverArtist']],
  [/^(?:artist|art|illustrator)\b/i, ['penciller', 'inker']],
  [/^(?:pencil|breakdowns|layouts)/i, ['penciller']],
  [/^(?:ink|embellisher|finishes)/i, ['inker']],
  [/^colou?r/i, ['colorist']],
  [/^letter/i, ['letterer']],
  [/\beditor\b/i, ['editor']],
  [/^translat/i, ['translator']],
]

/** The ComicInfo roles of a credit; none for unknown roles. */
export function rolesOf(role: string): Role[] {
  return ROLES.find(([pattern]) => pattern.test(role.trim()))?.[1] ?? []
}

const COUNTRIES: Record<string, string> = { USD: 'US', GBP: 'GB', CAD: 'CA', AUD: 'AU', JPY: 'JP', NZD: 'NZ', SEK: 'SE', NOK: 'NO', DKK: 'DK', CHF: 'CH', MXN: 'MX', BRL: 'BR' } // biome-ignore format: one glance

/** `3.99 USD` in MetronInfo's form, which has the country; empty for currencies of several countries. */
export function priceOf(price: string | undefined): { country: string; price: number }[] {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(price ?? '') ?? []
  const country = COUNTRIES[currency ?? '']
  return country ? [{ country, price: Number(amount) }] : []
}
