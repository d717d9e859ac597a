import type { Author, BookRecord } from './records'
import type { bookJson, pageEntryJson } from './wire'

const READING = { ltr: 'ltr', rtl: 'rtl', down: 'ttb' } as const

/** The roles of a publication, and ours. */
const ROLES = {
  author: ['writer'],
  artist: ['cover'],
  penciler: ['penciller'],
  inker: ['inker'],
  colorist: ['colorist'],
  letterer: ['letterer'],
  editor: ['editor'],
  translator: ['translator'],
  illustrator: ['illustrator'],
  contributor: [],
} as const satisfies Record<string, readonly string[]>

const people = (authors: readonly Author[]) =>
  Object.fromEntries(
    Object.entries(ROLES).map(([name, roles]: [string, readonly string[]]) => [
      name,
      authors.filter(({ role }) => roles.includes(role)).map((author) => author.name),
    ]),
  )

/** A book as a web publication: its pages in order. `at`: the address of the book. */
export function manifestJson(
  book: ReturnType<typeof bookJson>,
  { series }: BookRecord,
  pages: readonly ReturnType<typeof pageEntryJson>[],
  at: string,
) {
  return {
    context: 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      ...people(book.metadata.authors),
      publisher: series.publisher ? [series.publisher] : [],
      subject: series.genres ?? [],
      rendition: {},
      title: book.metadata.title,
      identifier: `urn:panelkeep:${book.id}`,
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      modified: book.lastModified,
      description: book.metadata.summary,
      numberOfPages: pages.length,
      readingProgression: READING[series.reading_direction],
      belongsTo: { collection: [], series: [{ name: series.name, position: book.metadata.numberSort, links: [] }] },
    },
    links: [{ rel: 'self', href: `${at}/manifest`, type: 'application/divina+json', properties: {} }],
    images: [{ href: `${at}/thumbnail`, type: 'image/jpeg', properties: {} }],
    readingOrder: pages.map(({ number, mediaType, width, height }) => ({
      href: `${at}/pages/${number}`,
      type: mediaType,
      properties: {},
      ...(width === null || height === null ? {} : { width, height }),
    })),
    resources: [],
    toc: [],
    landmarks: [],
    pageList: [],
  }
}
