import { parseXml, type XmlElement, XmlError } from '../../platform/xml'

/** What the package document of an EPUB says about the book (EPUB 3.3, and the metadata that calibre adds). */
export interface Opf {
  title?: string
  /** calibre's series, or the collection that the book belongs to. */
  series?: string
  /** As printed, without a fraction of zero: "1", "2.5". */
  position?: string
  authors: string[]
  /** Creators and contributors with their roles: MARC codes such as `ill`, or words. */
  credits: { name: string; role: string | undefined }[]
  subjects: string[]
  /** 0 to 5, from calibre's 0 to 10. */
  rating?: number
  publisher?: string
  /** As in the document: "en", "pt-BR". */
  language?: string
  summary?: string
  year?: number
  month?: number
  day?: number
  isbn?: string
  /** The book is read from right to left. */
  rightToLeft: boolean
}

const LIMITS = { bytes: 4 * 1024 ** 2, depth: 128 }
/** Placeholders that packers write for unknown values. */
const UNKNOWN = /^(?:unknown|untitled|unbekannt|inconnu|desconocido|no title|n\/a)?$/i

/** Throws XmlError, also for a document of another kind. */
export function parseOpf(document: Uint8Array): Opf {
  const root = parseXml(document, LIMITS)
  if (localName(root) !== 'package') throw new XmlError(`The document is <${root.name}>, not <package>.`)
  const metadata = elements(root, 'metadata').flatMap(({ children }) => children.flatMap(unwrapped))
  const texts = (name: string) => metadata.filter((each) => localName(each) === name).map(({ text }) => text)
  const text = (name: string) => texts(name).find((each) => !UNKNOWN.test(each))
  const collection = collectionOf(metadata)
  const position = named(metadata, 'calibre:series_index') ?? collection?.position
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text('date') ?? '') ?? []
  return {
    title: text('title'),
    series: named(metadata, 'calibre:series') ?? collection?.series,
    ...(position === undefined ? {} : { position: tidy(position) }),
    authors: texts('creator').filter((each) => !UNKNOWN.test(each)),
    credits: creditsOf(metadata),
    subjects: texts('subject').filter((each) => each !== ''),
    ...ratingOf(named(metadata, 'calibre:rating')),
    publisher: text('publisher'),
    language: texts('language').find((each) => /^[a-z]{2,3}(?:-|$)/i.test(each) && !/^und\b/i.test(each)),
    summary: text('description')
      ?.replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    // calibre writes the year 101 for an unknown year.
    ...(Number(year) >= 1800
      ? { year: Number(year), month: Number(month) || undefined, day: Number(day) || undefined }
      : {}),
    isbn: texts('identifier')
      .map((each) => each.replace(/^urn:isbn:|[\s-]/gi, ''))
      .find((each) => /^(?:97[89]\d{10}|\d{9}[\dX])$/i.test(each)),
    rightToLeft: elements(root, 'spine').some(({ attributes }) => attributes['page-progression-direction'] === 'rtl'),
  }
}

const localName = ({ name }: XmlElement) => name.replace(/^.*:/, '')
const elements = (of: XmlElement, name: string) => of.children.filter((each) => localName(each) === name)
/** EPUB 1 has `dc-metadata` and `x-metadata` around its elements. */
const unwrapped = (of: XmlElement) => (of.name.endsWith('-metadata') ? of.children : [of])
const tidy = (position: string) => position.trim().replace(/^0+(?=\d)|\.0*$/g, '')

/** EPUB 2 uses name and content attributes, EPUB 3 properties and text. */
function named(metadata: readonly XmlElement[], name: string): string | undefined {
  for (const { attributes, text } of metadata) {
    const value = attributes.name === name ? attributes.content : attributes.property === name ? text : undefined
    if (value?.trim()) return value.trim()
  }
  return undefined
}

/** The role is an attribute in EPUB 2, and an element that refines the person in EPUB 3. */
function creditsOf(metadata: readonly XmlElement[]): Opf['credits'] {
  const refined = new Map(
    metadata.flatMap(({ attributes: { refines, property }, text }) =>
      refines !== undefined && property === 'role' ? [[refines, text] as const] : [],
    ),
  )
  return metadata.flatMap((each) => {
    const kind = localName(each)
    if ((kind !== 'creator' && kind !== 'contributor') || UNKNOWN.test(each.text)) return []
    const { id, role, 'opf:role': older } = each.attributes
    return [{ name: each.text, role: older ?? role ?? (id === undefined ? undefined : refined.get(`#${id}`)) }]
  })
}

function ratingOf(text: string | undefined): { rating?: number } {
  const rating = Number(text ?? Number.NaN) / 2
  return rating > 0 && rating <= 5 ? { rating } : {}
}

/** A series wins over any other collection of books. */
function collectionOf(metadata: readonly XmlElement[]): { series: string; position?: string } | undefined {
  const refined = (id: string | undefined, property: string) =>
    id === undefined
      ? undefined
      : metadata.find(({ attributes }) => attributes.refines === `#${id}` && attributes.property === property)?.text
  const collections = metadata.flatMap(({ attributes: { property, id }, text }) =>
    property === 'belongs-to-collection' && text !== ''
      ? [{ series: text, position: refined(id, 'group-position'), type: refined(id, 'collection-type') }]
      : [],
  )
  return collections.find(({ type }) => type === 'series') ?? collections[0]
}
