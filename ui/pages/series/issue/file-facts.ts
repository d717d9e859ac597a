import { type ComponentChildren, html } from '../../../html'
import { pluralWords } from '../../../parts/text/format'
import type { IssueDetail } from '../wire'

type Facts = IssueDetail['facts']
export type FactRow = readonly [title: string, value: ComponentChildren]

/** What files state besides credits and contents. */
export function fileFacts(facts: Facts): FactRow[] {
  const { alternate, black_and_white, community_rating } = facts
  return [
    ['Main character', facts.main_character],
    ['Universes', facts.universes?.join(', ')],
    ['Reprints', facts.reprints?.join(', ')],
    ['Collected in', facts.collection_title],
    ['Also listed as', alternate && alternateWords(alternate)],
    ['Series group', facts.series_groups?.join(', ')],
    ['Language', facts.language && languageWords(facts.language)],
    ['Format', facts.format],
    ['Color', black_and_white === undefined ? undefined : colorWords(black_and_white)],
    ['Manga', facts.manga && mangaWords(facts.manga)],
    ['Rating', community_rating === undefined ? undefined : `${community_rating} of 5`],
    ['Review', facts.review],
    ['Scan', facts.scan_information],
    ['Notes', facts.notes],
    ['Pages', markWords(facts.page_marks ?? [])],
    ['Web', facts.links && html`<${WebLinks} links=${facts.links} />`],
  ]
}

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

/** Only addresses of the web are links: a file may state anything. */
function WebLinks({ links }: { links: readonly string[] }) {
  return html`<span class="issue-web">${links.map((link) =>
    /^https?:\/\//i.test(link)
      ? html`<a key=${link} href=${link} target="_blank" rel="noopener noreferrer">${hostOf(link)}</a> `
      : html`<span key=${link}>${link}</span> `,
  )}</span>`
}

/** The host names a link briefly; the path tells two links of one host apart. */
function hostOf(link: string): string {
  try {
    const { host, pathname } = new URL(link)
    return `${host.replace(/^www\./, '')}${pathname.length > 1 ? pathname.slice(0, 40) : ''}`
  } catch {
    return link
  }
}
