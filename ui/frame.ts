import { useLocation } from 'preact-iso'
import { useAssistant } from './api/assistant'
import { type ActivityCounts, attentionOf, useCounts, useSeriesCount } from './api/counts'
import { connection, listen, openEvents, type ServerEvent } from './api/events'
import { type Health, useHealth } from './api/health'
import { useLater } from './api/later'
import { useQuery } from './api/query'
import { useWaiting, type Waiting, waitingTotal, waitingWords } from './api/waiting'
import { useWork } from './api/work'
import { type ComponentChildren, html, useEffect, useLayoutEffect, useState } from './html'
import { requestCopySync } from './kept/lazy'
import { openSwitch, SwitchUser } from './panels/switch-user'
import { Menu } from './parts/controls/menu'
import type { Find, SearchGroup } from './parts/frame/search-box'
import { Shell, type ShellFact } from './parts/frame/shell'
import { Avatar } from './parts/icons/avatar'
import type { BadgeProps } from './parts/status/mark'
import { countWords, pluralWords } from './parts/text/format'
import { useLoaded } from './parts/use-loaded'
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
  lost: 'Not connected. This page may be out of date.',
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
  if (type !== 'user.changed' || data.user_id !== currentUser.peek()?.user_id) return
  void checkSession()
  requestCopySync()
}

type Counted = { counts?: ActivityCounts; health?: Health; waiting?: Waiting }

/** Items that need attention are shown before running work. */
function badgeOf(path: string, { counts, health, waiting }: Counted): BadgeProps | undefined {
  if (path === '/import' && waiting) return { count: waitingTotal(waiting), label: waitingWords(waiting) }
  if (path === '/system' && health)
    return {
      count: health.open_count,
      label: pluralWords(health.open_count, 'problem', 'problems'),
      kind: health.state === 'error' ? 'attention' : 'quiet',
    }
  if (path !== '/activity' || !counts) return undefined
  const attention = attentionOf(counts)
  return attention > 0
    ? { count: attention, label: pluralWords(attention, 'needs attention', 'need attention'), kind: 'attention' }
    : { count: counts.in_flight, label: 'in progress' }
}

/** The facts in the status line. */
function factsOf(series: number | undefined, counts: ActivityCounts | undefined): ShellFact[] {
  const library = series === undefined ? [] : [{ text: countWords(series, 'series', 'series'), href: '/library' }]
  if (!counts) return library
  const { in_flight } = counts
  const attention = attentionOf(counts)
  // Not "nothing": a scan, or queries to a metadata source, may be running.
  const way = in_flight > 0 ? countWords(in_flight, 'in progress', 'in progress') : 'No downloads or searches'
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

function useFinds(query: string, shown: readonly Page[]): { groups: SearchGroup[]; loading: boolean } {
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
  // Loaded with the first word, as is the guide, which is searched too.
  const groupsOf = useLoaded(() => import('./finds'), query.trim() !== '')?.searchGroups
  const waits = loading || names.loading || search !== query.trim()
  const found = search ? { ...data, ...names.data } : {}
  return { groups: groupsOf?.({ query, search, found, waits, shown }) ?? [], loading: waits || !groupsOf }
}

function Corner() {
  const here = session.value
  const user = currentUser.value
  const dark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const leave = () => logOut().catch((error: Error) => showToast(error.message, { kind: 'error' }))
  const items = [
    { label: 'Account', icon: 'user', href: '/account' },
    { label: 'On this device', icon: 'tablet', href: '/on-this-device' },
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
