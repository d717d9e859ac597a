import { FORMATS } from '../../../base/formats/formats'
import {
  dateOf,
  detailRemarks,
  type FileInspection,
  fileDetails,
  trimComicInfo,
} from '../../../library/recognition/service'
import type { ReadFacts } from '../tables'

const MOST_TITLE = 300
const MOST_SUMMARY = 10_000

/** The columns of a file that its documents fill. */
type StatedColumns = Pick<ReadFacts['row'], 'title' | 'year' | 'release_date' | 'writer' | 'summary'>
/** The facts to keep from the documents of a file. */
export type StatedFacts = Pick<ReadFacts, 'info' | 'details'> & { row: StatedColumns }

/** The facts to keep from an inspection. */
export function readFactsOf(inspection: FileInspection): ReadFacts {
  const { format, pages, coverPage, info, saidBy, numberBy, check } = inspection
  const stated = statedFactsOf(info)
  const row = { ...stated.row, format, page_count: pages, cover_page: coverPage, evidence: evidenceOf(inspection) }
  return { ...stated, row, saidBy, numberBy, check }
}

export function statedFactsOf(info: FileInspection['info']): StatedFacts {
  const row = {
    title: info?.title?.slice(0, MOST_TITLE) ?? null,
    year: info?.year ?? null,
    release_date: dateOf(info) ?? null,
    writer: info?.writer?.join(', ').slice(0, MOST_TITLE) ?? null,
    summary: info?.summary?.slice(0, MOST_SUMMARY) ?? null,
  }
  return { row, info: info && trimComicInfo(info), details: fileDetails(info) }
}

function evidenceOf({ format, mislabelled, pages, info, remark }: FileInspection): string[] {
  const evidence = remark ? [remark] : []
  if (mislabelled) evidence.push(`The file is ${FORMATS[format].name}, despite its name`)
  if (pages === 0) evidence.push('It is a text book: it can be stored and downloaded, but has no pages to show here')
  return [...evidence, ...detailRemarks(info)]
}
