import { FORMATS } from '../../../base/formats/formats'
import { dateOf, type FileInspection, trimComicInfo } from '../../../library/recognition/service'
import type { ReadFacts } from '../tables'

const MOST_TITLE = 300
const MOST_SUMMARY = 10_000

/** The facts to keep from an inspection. */
export function readFactsOf(inspection: FileInspection): ReadFacts {
  const { info, saidBy, numberBy } = inspection
  return { row: columns(inspection), info: info && trimComicInfo(info), saidBy, numberBy }
}

function columns({ format, mislabelled, pages, coverPage, info, remark }: FileInspection): ReadFacts['row'] {
  const evidence = remark ? [remark] : []
  if (mislabelled) evidence.push(`The file is ${FORMATS[format].name}, despite its name`)
  if (pages === 0) evidence.push('It is a text book: it can be stored and downloaded, but has no pages to show here')
  return {
    format,
    page_count: pages,
    cover_page: coverPage,
    title: info?.title?.slice(0, MOST_TITLE) ?? null,
    year: info?.year ?? null,
    release_date: dateOf(info) ?? null,
    writer: info?.writer?.join(', ').slice(0, MOST_TITLE) ?? null,
    summary: info?.summary?.slice(0, MOST_SUMMARY) ?? null,
    evidence,
  }
}
