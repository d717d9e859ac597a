import { element, xmlDocument } from '../../platform/xml-writer'
import type { ReadingListBook, ReadingListFile, ReadingListId } from './cbl'

/** The names of the services in ComicRack and in published lists. */
const NAMES: Record<string, string> = { comicvine: 'cv' }

/** A reading list as ComicRack writes it, with the Database elements of published lists. */
export function cblDocument({ name, books }: Pick<ReadingListFile, 'name' | 'books'>): string {
  const root = element(
    'ReadingList',
    {},
    element('Name', {}, name),
    element('NumIssues', {}, String(books.length)),
    element('Books', {}, ...books.map(bookElement)),
    element('Matchers', {}),
  )
  return xmlDocument(root)
}

function bookElement({ series, number, volume, year, format, ids }: ReadingListBook) {
  const attributes = { Series: series, Number: number ?? '', Volume: volume, Year: year, Format: format }
  return element('Book', attributes, ...ids.map(idElement))
}

function idElement({ source, series, issue }: ReadingListId) {
  return element('Database', { Name: NAMES[source] ?? source, Series: series, Issue: issue })
}
