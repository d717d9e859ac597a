import { FORMATS } from '../../../base/formats/formats'
import { plainText } from '../../../library/metadata/providers/plain-text'
import { dateOf, type FileDocuments, type FileInspection, trimComicInfo } from '../../../library/recognition/service'
import type { ReadFacts } from '../tables'

const MOST_TITLE = 300
const MOST_SUMMARY = 10_000

/** The columns of a file that its documents fill. */
type StatedColumns = Pick<ReadFacts['row'], 'title' | 'year' | 'release_date' | 'writer' | 'summary'>
/** The facts to keep from the documents of a file. */
export type StatedFacts = Pick<ReadFacts, 'info' | 'details'> & { row: StatedColumns }

/** The facts to keep from an inspection. */
export function readFactsOf(inspection: FileInspection): ReadFacts {
  const { format, pages, coverPage, saidBy, numberBy, check } = inspection
  const stated = statedFactsOf(inspection)
  const row = { ...stated.row, format, page_count: pages, cover_page: coverPage, evidence: evidenceOf(inspection) }
  return { ...stated, row, saidBy, numberBy, check }
}

export function statedFactsOf({ info, details, described }: FileDocuments): StatedFacts {
  const row = {
    title: (info?.title ?? described?.title)?.slice(0, MOST_TITLE) ?? null,
    year: info?.year ?? null,
    release_date: dateOf(info) ?? null,
    writer: info?.writer?.join(', ').slice(0, MOST_TITLE) ?? null,
    summary: summaryOf(info?.summary ?? described?.summary) ?? null,
  }
  return { row, info: info && trimComicInfo(info), details }
}

const MARKUP = /<\/?[a-z][^<>]*>/i

/** Without markup: some programs write the HTML of a service. */
function summaryOf(text: string | undefined): string | undefined {
  const plain = text !== undefined && MARKUP.test(text) ? plainText(text) : text
  return plain?.slice(0, MOST_SUMMARY)
}

function evidenceOf({ format, mislabelled, pages, remark, detailRemarks }: FileInspection): string[] {
  const evidence = remark ? [remark] : []
  if (mislabelled) evidence.push(`The file is ${FORMATS[format].name}, despite its name`)
  if (pages === 0) evidence.push('It is a text book: it can be stored and downloaded, but has no pages to show here')
  return [...evidence, ...detailRemarks]
}
