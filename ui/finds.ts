import type { Reply } from './api/contract'
import { findHelp } from './guide/find-help'
import type { Find, SearchGroup } from './parts/frame/search-box'
import { countWords, numberWords } from './parts/text/format'
import { issueName } from './parts/text/issue-name'
import { namePath, namesPath, wordsOfKind } from './parts/text/name-path'
import { issueArt, issuePath, seriesPath } from './parts/text/series-path'
import type { Page } from './router'
import { isReader, mayRequest } from './state/user'

/** The results of the global search. */

type SeriesRow = Pick<Reply<'GET /api/series/find'>['series'][number], 'ComicID' | 'ComicName'> & {
  ComicImage?: string | null
  ComicYear?: string | null
  ComicPublisher?: string | null
}
type IssueRow = Reply<'GET /api/series/find'>['issues'][number]
type Section = Reply<'GET /api/names/find'>['sections'][number]

interface Searched {
  /** The typed text, and the text that was sent to the library. */
  query: string
  search: string
  found: { series?: SeriesRow[]; issues?: IssueRow[]; sections?: Section[] }
  /** The library has not answered yet. */
  waits: boolean
  /** The pages that the user may open. */
  shown: readonly Page[]
}

const FOUND = 8
const HELP_FOUND = 4

export function searchGroups({ query, search, found, waits, shown }: Searched): SearchGroup[] {
  const { series = [], issues = [], sections = [] } = found
  // Enter opens the first line, which must be neither the guide nor the provider search until the library has answered.
  const isEarly = waits && series.length === 0 && issues.length === 0 && sections.length === 0
  const help = helpFinds(isEarly ? '' : query, shown)
  const inText = help.finds.length > 0 && !help.inHeading
  return [
    { title: 'Series', finds: series.map(seriesFind), ...countOf(series.length) },
    { title: 'Issues', finds: issues.map(issueFind), ...countOf(issues.length) },
    ...sections.map((section) => nameGroup(section, search)),
    { title: 'Pages', finds: pageFinds(query, shown) },
    { title: 'Help', finds: inText ? [] : help.finds },
    { title: 'Not in your library', finds: isEarly ? [] : outsideFinds(query) },
    // The name of a series is a more likely match than a word in the guide.
    { title: 'Help', finds: inText ? help.finds : [] },
  ]
}

/** A full list may be a part of what matches. */
const countOf = (count: number) => (count > 0 && count < FOUND ? { count } : {})

function seriesFind({ ComicID, ComicName, ComicImage, ComicYear, ComicPublisher }: SeriesRow): Find {
  return {
    key: ComicID,
    label: ComicName,
    detail: [ComicYear, ComicPublisher].filter(Boolean).join(' · '),
    icon: 'book-open',
    href: seriesPath(ComicID),
    ...(ComicImage && { image: ComicImage }),
  }
}

function issueFind(issue: IssueRow): Find {
  const { issue_id, comic_id, year, title } = issue
  const name = issueName(issue)
  return {
    key: issue_id,
    label: title || name,
    detail: [title ? name : '', year].filter(Boolean).join(' · '),
    icon: 'book-open',
    image: issueArt(issue_id),
    href: issuePath(comic_id, issue_id),
  }
}

/** Names of one kind; when more match than fit, the last line leads to all of them. */
function nameGroup({ kind, total, names }: Section, q: string): SearchGroup {
  const finds: Find[] = names.map(({ name, issues, covers }) => {
    const image = covers[0]?.image
    return {
      key: `${kind} ${name}`,
      label: name,
      detail: countWords(issues, 'issue'),
      icon: 'users',
      href: namePath(kind, name),
      ...(image && { image }),
    }
  })
  const all = `${namesPath(kind)}?${new URLSearchParams({ q })}`
  const rest: Find[] =
    total > names.length ? [{ key: all, label: `All ${numberWords(total)}`, icon: 'list', href: all }] : []
  return { title: wordsOfKind(kind).label, count: total, finds: [...finds, ...rest] }
}

function pageFinds(query: string, shown: readonly Page[]): Find[] {
  const words = query.trim().toLowerCase()
  const findable = shown.filter((page) => page.nav ?? page.found)
  const named = findable.filter((page) => words && page.title.toLowerCase().includes(words))
  return named.map(({ path, title, nav, found }) => ({ key: path, label: title, icon: nav?.icon ?? found, href: path }))
}

/** Headings of the user guide. Without the assistant, those about it are left out. */
function helpFinds(query: string, shown: readonly Page[]): { finds: Find[]; inHeading: boolean } {
  if (query.trim() === '') return { finds: [], inHeading: false }
  const hasAssistant = shown.some(({ needs }) => needs === 'assistant')
  const found = findHelp(query).filter(({ href }) => hasAssistant || !ABOUT_ASSISTANT.test(href))
  const inHeading = found.some((one) => one.inHeading)
  const finds = found
    .filter((one) => !inHeading || one.inHeading)
    .slice(0, HELP_FOUND)
    .map(({ href, title, chapter }) => ({ key: href, label: title, detail: chapter, icon: 'help' as const, href }))
  return { finds, inHeading }
}

const ABOUT_ASSISTANT = /^\/help\/(?:assistant|options#(?:assistant|ai_))/

/** Offers a search at the providers for a series that is not in the library; readers can request the results. */
function outsideFinds(query: string): Find[] {
  const name = query.trim()
  if (!name) return []
  const q = encodeURIComponent(name)
  if (isReader())
    return mayRequest() ? [{ key: 'ask', label: `Ask for “${name}”`, icon: 'hand', href: `/requests?q=${q}` }] : []
  return [{ key: 'follow', label: `Search for “${name}” to follow`, icon: 'plus', href: `/search?q=${q}` }]
}
