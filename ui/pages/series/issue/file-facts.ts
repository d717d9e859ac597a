import { type ComponentChildren, html } from '../../../html'
import type { IssueDetail } from '../wire'
import { alternateWords, colorWords, languageWords, mangaWords, markWords } from './file-fact-words'

type Facts = IssueDetail['facts']
export type FactRow = readonly [title: string, value: ComponentChildren]

/** The metadata of a file besides credits and contents. */
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
