import type { BookRecord } from './records'
import type { bookJson, pageEntryJson } from './wire'

const READING = { ltr: 'ltr', rtl: 'rtl', down: 'ttb' } as const

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
      title: book.metadata.title,
      identifier: `urn:panelkeep:${book.id}`,
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      modified: book.lastModified,
      description: book.metadata.summary,
      numberOfPages: pages.length,
      readingProgression: READING[series.reading_direction],
      belongsTo: { series: [{ name: series.name, position: book.metadata.numberSort }] },
    },
    links: [{ rel: 'self', href: `${at}/manifest`, type: 'application/divina+json' }],
    images: [{ href: `${at}/thumbnail`, type: 'image/jpeg' }],
    readingOrder: pages.map(({ number, mediaType, width, height }) => ({
      href: `${at}/pages/${number}`,
      type: mediaType,
      ...(width === null || height === null ? {} : { width, height }),
    })),
    resources: [],
    toc: [],
    landmarks: [],
    pageList: [],
  }
}
