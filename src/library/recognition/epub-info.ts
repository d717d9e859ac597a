import { parse } from 'node:path'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { Opf } from '../../base/formats/documents/opf'
import { normalNumber } from '../../base/names/numbers'
import { readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import { mergeComicInfo } from './metron'
import { isSeriesYear } from './series-run'

/** Which book of its series an EPUB is. */
export interface BookOfSeries {
  /** Empty when neither title nor position says. */
  number: string
  /** The unit in the title; a position alone counts books. */
  counted: 'volumes' | 'issues' | 'books'
  /** As printed. */
  title: string
}

export type BookInfo = ComicInfo & { book?: BookOfSeries }

/** Years in a title are at most the book's year; where that is unknown, this one. */
const YEAR = 2026

/**
 * The EPUB's own metadata, mapped to the fields of ComicInfo. "Crimson Gate, Vol. 1" is volume 1 of Crimson Gate even
 * where no other element names a series.
 */
export function opfAsComicInfo({ authors, isbn, rightToLeft, position, language, ...opf }: Opf): BookInfo {
  const { title = '', year } = opf
  const titled = readName(title, { kind: 'comic', year: year ?? YEAR })
  const volume = isSeriesYear(Number(titled.volume)) ? '' : titled.volume
  const number = volume || titled.issue
  const isCounted = number !== '' && titled.series !== '' && isOf(titled.series, opf.series)
  const series = opf.series ?? (isCounted ? titled.series : undefined)
  const counted = isCounted ? (volume !== '' ? 'volumes' : 'issues') : 'books'
  const said: BookInfo = {
    series,
    title: isCounted ? titled.title : matchKey(title) === matchKey(series ?? '') ? '' : title,
    summary: opf.summary,
    year,
    month: opf.month,
    day: opf.day,
    writer: authors.length > 0 ? authors : undefined,
    publisher: opf.publisher,
    languageISO: language,
    gtin: isbn,
    manga: rightToLeft ? 'YesAndRightToLeft' : undefined,
    providerIds: {},
    book: { number: normalNumber(isCounted ? number : (position ?? '')), counted, title },
  }
  return Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined && value !== ''),
  ) as BookInfo & {
    providerIds: object
  }
}

const isOf = (titled: string, series: string | undefined) =>
  series === undefined || matchKey(titled) === matchKey(series)

/** ComicInfo and MetronInfo win; when one of them numbers the file, the book's number is dropped. */
export function mergeBook(info: ComicInfo | undefined, book: BookInfo | undefined): BookInfo | undefined {
  const merged: BookInfo | undefined = mergeComicInfo(info, book)
  if (!merged || (info?.number === undefined && info?.volume === undefined)) return merged
  const { book: _, ...counted } = merged
  return counted
}

/** An ISBN, another number or a code, by which shops name their files. */
const CODE = /^(?:[\dX-]{9,17}|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|B0[0-9A-Z]{8})$/i

/** The name of a file; the title of the book when the name is a code. */
export function tellingName(name: string, book: BookOfSeries | undefined): string {
  const { name: stem, ext } = parse(name)
  return book && book.title !== '' && CODE.test(stem) ? `${book.title.replaceAll('/', ' ')}${ext}` : name
}
