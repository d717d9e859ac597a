import { pluralWords } from '../../../parts/text/format'
import type { IssueDetail } from '../wire'

/** Texts for the metadata of files. */

type Facts = IssueDetail['facts']

/** The language by name: a file states a code. */
export function languageWords(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

export const colorWords = (isGray: boolean) => (isGray ? 'Black and white' : 'In color')
export const mangaWords = (manga: NonNullable<Facts['manga']>) => MANGA[manga]

const MANGA = { Yes: 'Yes', No: 'No', YesAndRightToLeft: 'Yes, right to left' } as const

/** `Fog Year #101 of 200`. */
export function alternateWords({ series, number, count }: NonNullable<Facts['alternate']>): string {
  return [series, number && `#${number}`, count && `of ${count}`].filter(Boolean).join(' ')
}

/** "front cover" from `FrontCover`. */
const typeWords = (type: string) => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** `Page 1: front cover; page 3: double page; page 4: “Chapter 2”`. */
export function markWords(marks: NonNullable<Facts['page_marks']>): string {
  const each = marks.map(({ page, type, double, bookmark }) => {
    const words = [type && typeWords(type), double && 'double page', bookmark && `“${bookmark}”`].filter(Boolean)
    return `page ${page + 1}: ${words.join(', ')}`
  })
  const [first = '', ...rest] = each.slice(0, MOST_MARKS)
  const left = each.length - MOST_MARKS
  const more = left > 0 ? [`${left} more ${pluralWords(left, 'page', 'pages')}`] : []
  return [first && first[0]!.toUpperCase() + first.slice(1), ...rest, ...more].filter(Boolean).join('; ')
}

const MOST_MARKS = 30
