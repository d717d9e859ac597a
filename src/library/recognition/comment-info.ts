import type { ComicBookInfo } from '../../base/formats/documents/comicbookinfo'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import { withoutUndefined } from '../../base/formats/documents/without-undefined'
import type { DocumentInfo } from '../../base/formats/helper/library'
import { matchKey } from '../../base/names/titles'

/** ComicBookInfo mapped to the fields of ComicInfo, so that both are parsed the same way. */
export function comicBookAsComicInfo(book: ComicBookInfo): ComicInfo {
  const writers = book.credits.filter(({ role }) => /^(?:writer|story|script|author)$/i.test(role))
  return withoutUndefined<ComicInfo>({
    series: book.series,
    number: book.issue,
    volume: book.volume,
    count: book.issueCount,
    title: book.title,
    summary: book.comments,
    year: book.year,
    month: book.month,
    publisher: book.publisher,
    writer: writers.length > 0 ? [...new Set(writers.map(({ name }) => name))] : undefined,
    providerIds: {},
  })
}

export interface PdfText {
  title?: string
  summary?: string
}

/** Programs write file names, paths and their own name as the title of a PDF. */
const NO_TITLE = /^(?:untitled|unknown|microsoft |document\d*$)|[\\/]|\.\w{2,4}$/i

/** The title and the subject of a PDF; a title that only repeats the file's name is none. */
export function pdfText({ title, subject }: DocumentInfo, fileName: string): PdfText {
  const key = matchKey(title ?? '')
  const isTold = title !== undefined && key !== '' && !NO_TITLE.test(title) && !matchKey(fileName).includes(key)
  return withoutUndefined({ title: isTold ? title : undefined, summary: subject })
}
