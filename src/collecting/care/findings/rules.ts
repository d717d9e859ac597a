import { extname } from 'node:path'
import { type ArchiveFormat, FORMATS, isMislabelled } from '../../../base/formats/formats'
import { countWords, languageWords, megabyteWords, pluralWords } from '../../../base/platform/words'
import type { FindingKind } from '../states'
import type { CheckedFile, SeriesFacts } from './facts-store'

export interface Finding {
  kind: FindingKind
  /** The file or the series. */
  subject: string
  file_id: string | null
  /** Orders the findings of a series. */
  number_key: string
  /** As a sentence. */
  detail: string
}

/** A comic with fewer pages, in a series whose issues usually have many. */
const FEW_PAGES = 4
const USUAL_PAGES = 12
/** Bytes of a page below which text cannot be read. */
const SMALL_PAGE = 20_000
const PICTURES: readonly ArchiveFormat[] = ['cbz', 'cbr', 'cb7', 'cbt']

type FileRule = (file: CheckedFile, facts: SeriesFacts) => string | undefined

const FILE_RULES: Partial<Record<FindingKind, FileRule>> = {
  unreadable: ({ problem }) => problem ?? undefined,
  missing_pages: ({ missing_pages }) => (missing_pages ? `The page names skip ${missing_pages}.` : undefined),
  wrong_extension: ({ path, format }) =>
    isMislabelled(path, format) ? `The file is ${FORMATS[format].name}, despite its name.` : undefined,
  no_cover: ({ pages, problem }) => (pages === 0 && !problem ? 'No page can be shown.' : undefined),
  very_small: smallness,
}

function smallness({ pages, size, format, problem }: CheckedFile, { files }: SeriesFacts): string | undefined {
  if (pages === 0 || problem) return undefined
  const others = files.map((each) => each.pages).sort((a, b) => a - b)
  const usual = others[Math.floor(others.length / 2)] ?? 0
  if (pages < FEW_PAGES && usual >= USUAL_PAGES)
    return `Only ${countWords(pages, 'page')}; other files of the series have about ${usual}.`
  if (!PICTURES.includes(format) || size / pages >= SMALL_PAGE) return undefined
  return `${countWords(pages, 'page')} in only ${megabyteWords(size / 1_000_000)}.`
}

/** What is damaged or odd about a series and its files. */
export function findingsOf(facts: SeriesFacts): Finding[] {
  const ofFiles = facts.files.flatMap((file) =>
    Object.entries(FILE_RULES).flatMap(([kind, rule]) => {
      const detail = rule(file, facts)
      if (detail === undefined) return []
      return {
        kind: kind as FindingKind,
        subject: file.file_id,
        file_id: file.file_id,
        number_key: file.sort_key,
        detail,
      }
    }),
  )
  const ofSeries = (
    [
      ['languages', languages(facts)],
      ['same_number', sameNumbers(facts)],
      ['gaps', gaps(facts)],
    ] as const
  ).flatMap(([kind, detail]) =>
    detail === undefined ? [] : { kind, subject: facts.comic_id, file_id: null, number_key: '', detail },
  )
  return [...ofFiles, ...ofSeries]
}

/** "pt-br" and "pt" are one language. */
const plain = (language: string) => language.toLowerCase().split(/[-_]/)[0]!

function languages({ files }: SeriesFacts): string | undefined {
  const stated = files.flatMap(({ language }) => (language ? plain(language) : []))
  const counts = Map.groupBy(stated, (each) => each)
  if (counts.size < 2) return undefined
  const sorted = [...counts].sort(([, a], [, b]) => b.length - a.length)
  return `${sorted.map(([code, all]) => `${languageWords(code)}: ${countWords(all.length, 'file')}`).join(', ')}.`
}

function sameNumbers({ same_numbers }: SeriesFacts): string | undefined {
  if (same_numbers.length === 0) return undefined
  return `Two issues have the same number: ${listed(same_numbers)}.`
}

function gaps({ gaps }: SeriesFacts): string | undefined {
  if (gaps.length === 0) return undefined
  return pluralWords(gaps.length, `Issue ${listed(gaps)} is missing.`, `Issues ${listed(gaps)} are missing.`)
}

const MOST_LISTED = 12
function listed(numbers: readonly string[]): string {
  const more = numbers.length - MOST_LISTED
  return `${numbers.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The path with the extension of its content. */
export function rightPath(path: string, format: ArchiveFormat): string {
  return `${path.slice(0, path.length - extname(path).length)}.${FORMATS[format].extension}`
}
