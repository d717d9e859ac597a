import { useLocation } from 'preact-iso'
import { useAssistant } from './api/assistant'
import type { Reply } from './api/contract'
import { type ActivityCounts, attentionOf, useCounts, useSeriesCount } from './api/counts'
import { connection, listen, openEvents, type ServerEvent } from './api/events'
import { type Health, useHealth } from './api/health'
import { useLater } from './api/later'
import { useQuery } from './api/query'
import { useWaiting, type Waiting } from './api/waiting'
import { useWork } from './api/work'
import type { HelpFind } from './guide/find-help'
import { type ComponentChildren, html, useEffect, useLayoutEffect, useState } from './html'
import { openSwitch, SwitchUser } from './panels/switch-user'
import { Menu } from './parts/controls/menu'
import type { Find, FindGroup } from './parts/frame/search-box'
import { Shell, type ShellFact } from './parts/frame/shell'
import { Avatar } from './parts/icons/avatar'
import type { BadgeProps } from './parts/status/mark'
import { countWords, pluralWords } from './parts/text/format'
import { issueArt, issuePath } from './parts/text/series-path'
import { findPage, helpOf, ownPage, type Page, pages } from './router'
import { useCalls } from './state/calls'
import { checkSession, logOut, session } from './state/session'
import { chooseTheme, theme } from './state/theme'
import { showToast } from './state/toasts'
import { currentUser, isReader, mayRequest } from './state/user'

const FOUND = 8
/** Of each kind. */
const NAMES_FOUND = 4
const TYPED_MS = 120

const NOTICE = {
  connecting: undefined,
  live: undefined,
  lost: 'Not connected. What you see may be old.',
  stopped: 'Panelkeep has stopped.',
  restarting: 'Panelkeep is restarting.',
}

/**
 * The frame around every page: navigation, global search, background tasks, connection. Readers have no part in the
 * work on the library, so nothing about it is fetched for them.
 */
export function Frame({ children }: { children?: ComponentChildren }) {
  const { path, route, wasPush } = useLocation() as ReturnType<typeof useLocation> & { wasPush?: boolean }
  const [query, setQuery] = useState('')
  const later = useLater()
  const shown = useShownPages(later)
  const { groups, loading } = useFinds(query, shown)
  const notice = useLate(NOTICE[connection.value])
  // In the layout phase, so that the stream is opened before the page sends its queries.
  useLayoutEffect(() => openEvents(checkSession), [])
  useEffect(() => listen(checkOwnChange), [])
  useCalls(path, route)
  // In the layout phase, so that a page that sets its own title afterwards wins. Back restores the scroll position.
  useLayoutEffect(() => {
    const page = pages.find((one) => one.path === path)
    document.title = page ? `${page.title} · Panelkeep` : 'Panelkeep'
    if (wasPush) window.scrollTo(0, 0)
  }, [path])
  const search = { query, groups, loading, onQuery: setQuery, onPick: (find: Find) => route(find.href) }
  const manages = !isReader()
  const counts = useCounts(later && manages)
  const health = useHealth(later && manages)
  const waiting = useWaiting(later && manages)
  const nav = shown.flatMap(({ path, nav }) =>
    nav ? [{ path, ...nav, badge: badgeOf(path, { counts, health, waiting }) }] : [],
  )
  const facts = factsOf(useSeriesCount(later), counts)
  const work = useWork(manages)
  return html`
    <${Shell}
      path=${findPage(path)?.under ?? path}
      nav=${nav}
      search=${search}
      work=${work}
      notice=${notice}
      facts=${facts}
      help=${helpOf(path)}
      corner=${html`<${Corner} />`}
    >${children}<//>
    <${SwitchUser} />
  `
}

/** The pages that the navigation and the search show. */
function useShownPages(now: boolean): readonly Page[] {
  const hasAssistant = useAssistant(now)?.chat ?? false
  const has = { assistant: hasAssistant, requests: !isReader() || mayRequest() }
  return pages.flatMap((page) => ownPage(page) ?? []).filter(({ needs }) => needs === undefined || has[needs])
}

/** The owner may change the role or the limits of this user at any time. */
function checkOwnChange({ type, data }: ServerEvent): void {
  if (type === 'user.changed' && data.user_id === currentUser.peek()?.user_id) void checkSession()
}

type Counted = { counts?: ActivityCounts; health?: Health; waiting?: Waiting }

/** Items that need attention are shown before running work. */
function badgeOf(path: string, { counts, health, waiting }: Counted): BadgeProps | undefined {
  if (path === '/import' && waiting) {
    const count = waiting.comic + waiting.manga
    return { count, label: pluralWords(count, 'series to review', 'series to review') }
  }
  if (path === '/system' && health)
    return {
      count: health.open_count,
      label: pluralWords(health.open_count, 'problem', 'problems'),
      kind: health.state === 'error' ? 'attention' : 'quiet',
    }
  if (path !== '/activity' || !counts) return undefined
  const attention = attentionOf(counts)
  return attention > 0
    ? { count: attention, label: 'need attention', kind: 'attention' }
    : { count: counts.in_flight, label: 'in progress' }
}

/** The facts in the status line. */
function factsOf(series: number | undefined, counts: ActivityCounts | undefined): ShellFact[] {
  const library = series === undefined ? [] : [{ text: countWords(series, 'series', 'series'), href: '/library' }]
  if (!counts) return library
  const { in_flight } = counts
  const attention = attentionOf(counts)
  const way = in_flight > 0 ? countWords(in_flight, 'in progress', 'in progress') : 'Nothing in progress'
  const facts: ShellFact[] = [...library, { text: way, href: '/activity' }]
  if (attention === 0) return facts
  const need = countWords(attention, 'needs attention', 'need attention')
  return [...facts, { text: need, href: '/activity/attention', urgent: true }]
}

/** Shows a lost connection only after a while: after a restart or a laptop's sleep the connection is back in a moment. */
function useLate(notice: string | undefined): string | undefined {
  const [late, setLate] = useState<string | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setLate(notice), notice ? 3_000 : 0)
    return () => clearTimeout(timer)
  }, [notice])
  return late
}

function useFinds(query: string, shown: readonly Page[]): { groups: FindGroup[]; loading: boolean } {
  const [search, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query.trim()), TYPED_MS)
    return () => clearTimeout(timer)
  }, [query])
  const { data, loading } = useQuery('GET /api/series/find', search ? { query: { q: search, limit: FOUND } } : null, {
    keep: true,
  })
  const names = useQuery('GET /api/names/find', search ? { query: { q: search, limit: NAMES_FOUND } } : null, {
    keep: true,
  })
  const { series, issues } = search && data ? data : { series: [], issues: [] }
  const sections = search && names.data ? names.data.sections : []
  const nameGroups = useNameGroups(sections.length > 0)
  const waits = loading || names.loading || search !== query.trim()
  // Enter opens the first line: until the library has answered, that must be neither the guide nor the search outside.
  const isEarly = waits && series.length === 0 && issues.length === 0 && sections.length === 0
  const help = useHelpFinds(isEarly ? '' : query, shown)
  const inText = help.finds.length > 0 && !help.inHeading
  const groups = [
    { title: 'Series', finds: series.map(seriesFind), ...countOf(series.length) },
    { title: 'Issues', finds: issues.map(issueFind), ...countOf(issues.length) },
    ...(nameGroups?.(sections, search) ?? []),
    { title: 'Pages', finds: pageFinds(query, shown) },
    { title: 'Help', finds: inText ? [] : help.finds },
    { title: 'Not in your library', finds: isEarly ? [] : outsideFinds(query) },
    // A word somewhere in the guide is less likely meant than the name of a series.
    { title: 'Help', finds: inText ? help.finds : [] },
  ]
  return { groups, loading: waits }
}

type NameGroups = typeof import('./name-finds').nameGroups

/** People, characters and other names as lines, which is loaded with the first of them. */
function useNameGroups(isDue: boolean): NameGroups | undefined {
  const [groups, setGroups] = useState<NameGroups | undefined>(undefined)
  useEffect(() => {
    if (isDue && !groups) void import('./name-finds').then((m) => setGroups(() => m.nameGroups)).catch(() => undefined)
  }, [isDue])
  return groups
}

const HELP_FOUND = 4

/** Headings of the user guide, which is loaded with the first search. Without the assistant, those about it are left out. */
function useHelpFinds(query: string, shown: readonly Page[]): { finds: Find[]; inHeading: boolean } {
  const [findHelp, setFindHelp] = useState<((query: string) => readonly HelpFind[]) | undefined>(undefined)
  const isSearch = query.trim() !== ''
  useEffect(() => {
    if (!isSearch || findHelp) return
    void import('./guide/find-help').then((m) => setFindHelp(() => m.findHelp)).catch(() => undefined)
  }, [isSearch])
  if (!isSearch || !findHelp) return { finds: [], inHeading: false }
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

type Row = {
  ComicID: string
  ComicName: string
  ComicImage?: string | null
  ComicYear?: string | null
  ComicPublisher?: string | null
}

function seriesFind(row: Row): Find {
  const detail = [row.ComicYear, row.ComicPublisher].filter(Boolean).join(' · ')
  return {
    key: row.ComicID,
    label: row.ComicName,
    detail,
    icon: 'book-open',
    image: row.ComicImage ?? undefined,
    href: `/library/${encodeURIComponent(row.ComicID)}`,
  }
}

/** A full list may be a part of what matches. */
const countOf = (count: number) => (count > 0 && count < FOUND ? { count } : {})

type IssueRow = Reply<'GET /api/series/find'>['issues'][number]
const UNITS = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const

function issueFind({ issue_id, comic_id, series, year, kind, unit, number, title }: IssueRow): Find {
  const name = [series, kind === 'annual' && 'Annual', number && `${UNITS[unit]}${number}`].filter(Boolean).join(' ')
  return {
    key: issue_id,
    label: title || name,
    detail: [title ? name : '', year].filter(Boolean).join(' · '),
    icon: 'book-open',
    image: issueArt(issue_id),
    href: issuePath(comic_id, issue_id),
  }
}

function pageFinds(query: string, shown: readonly Page[]): Find[] {
  const words = query.trim().toLowerCase()
  const findable = shown.filter((page) => page.nav ?? page.found)
  const named = findable.filter((page) => words && page.title.toLowerCase().includes(words))
  return named.map(({ path, title, nav, found }) => ({ key: path, label: title, icon: nav?.icon ?? found, href: path }))
}

/** Offers a search at the providers for a series that is not in the library; readers ask for what it finds. */
function outsideFinds(query: string): Find[] {
  const name = query.trim()
  if (!name) return []
  const q = encodeURIComponent(name)
  if (isReader())
    return mayRequest() ? [{ key: 'ask', label: `Ask for “${name}”`, icon: 'hand', href: `/requests?q=${q}` }] : []
  return [
    {
      key: 'follow',
      label: `Search for “${name}” to follow`,
      icon: 'plus',
      href: `/search?q=${q}`,
    },
  ]
}

function Corner() {
  const here = session.value
  const user = currentUser.value
  const dark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const leave = () => logOut().catch((error: Error) => showToast(error.message, { kind: 'error' }))
  const items = [
    { label: 'Account', icon: 'user', href: '/account' },
    dark
      ? { label: 'Light theme', icon: 'sun', onPick: () => chooseTheme('light') }
      : { label: 'Dark theme', icon: 'moon', onPick: () => chooseTheme('dark') },
    ...(isReader() ? [] : [{ label: 'Settings', icon: 'settings', href: '/settings' }]),
    { label: 'Switch user', icon: 'users', onPick: openSwitch },
    { label: 'Log out', icon: 'log-out', onPick: leave },
  ]
  const face = user && html`<${Avatar} name=${user.name} colour=${user.colour} picture=${user.picture} size="small" />`
  const title = user?.name ?? (here.is === 'in' ? here.username : 'You')
  return html`<${Menu} icon="user" face=${face ?? undefined} title=${title} items=${items} />`
}
