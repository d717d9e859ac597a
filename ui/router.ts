import { lazyPage, type PageComponent } from './lazy-page'
import { movedPage } from './moved-page'
import type { IconName } from './parts/icons/icon'
import { isOwnerPage } from './state/owner-pages'
import { isManager, isReader } from './state/user'

/**
 * A page of Panelkeep. `nav` adds it to the navigation, in the order of this list; a phone has room for four of them
 * (`phone`), the others are under "More".
 */
export type Page = {
  path: string
  title: string
  /** Where the user guide explains it, as `chapter#heading`; null for the guide itself and earlier addresses. */
  help: string | null
  page: PageComponent
  /** Fetches what the page shows first, as its HTML names it, before the page is drawn. */
  open?: (params: Record<string, string>) => Promise<void>
  nav?: { label: string; icon: IconName; phone?: true }
  /** The global search finds the page by its title, although the page is not in the navigation. */
  found?: IconName
  /** The shape of the placeholder while the code is loaded. Default: rows. */
  outline?: 'covers'
  /** Hidden while the assistant is off, or from users who may not ask; the address still works. */
  needs?: 'assistant' | 'requests'
  /** The page whose entry of the navigation is marked. Default: its own, or that of a folder above it. */
  under?: string
  /** Readers have the page too. `help` is their paragraph of the guide, `nav` their entry where it differs. */
  readers?: { help: string | null; nav?: Page['nav'] }
}

const ReadlistPage: PageComponent = lazyPage(() => import('./pages/readlist/readlist').then((m) => m.ReadlistPage))

const NamesPage: PageComponent = lazyPage(() => import('./pages/browse/names').then((m) => m.NamesPage))

const HelpPage: PageComponent = lazyPage(() => import('./pages/help/help').then((m) => m.HelpPage))

/** An earlier address of a page. */
const moved = (path: string, to: string): Page => ({ path, title: 'Panelkeep', help: null, page: movedPage(to) })

/** Every page inside the frame. Pages load when first visited. */
export const pages: readonly Page[] = [
  {
    path: '/',
    outline: 'covers',
    title: 'Home',
    help: 'system#home',
    page: lazyPage(() => import('./pages/dashboard/dashboard').then((m) => m.DashboardPage)),
    nav: { label: 'Home', icon: 'home', phone: true },
    readers: { help: 'for-readers#home-for-readers' },
  },
  {
    path: '/library',
    outline: 'covers',
    title: 'Library',
    help: 'library#browse-the-library',
    page: lazyPage(() => import('./pages/library/library').then((m) => m.LibraryPage)),
    open: () => import('./pages/library/library').then((m) => m.openLibrary()),
    nav: { label: 'Library', icon: 'library', phone: true },
    readers: { help: 'for-readers#find-something-to-read' },
  },
  {
    path: '/library/:comic_id',
    outline: 'covers',
    title: 'Series',
    help: 'library#series',
    page: lazyPage(() => import('./pages/series/series').then((m) => m.SeriesPage)),
    open: (params) => import('./pages/series/series').then((m) => m.openSeries(params)),
    readers: { help: 'for-readers#series-and-issues' },
  },
  {
    path: '/edit-table',
    title: 'Edit as a table',
    help: 'library#edit-many-at-once',
    page: lazyPage(() => import('./pages/series/edit-table/edit-table').then((m) => m.EditTablePage)),
    under: '/library',
  },
  {
    path: '/collections',
    outline: 'covers',
    title: 'Collections',
    help: 'library#collections',
    page: lazyPage(() => import('./pages/collections/collections').then((m) => m.CollectionsPage)),
    nav: { label: 'Collections', icon: 'copy' },
    readers: { help: 'for-readers#collections-and-story-arcs' },
  },
  {
    path: '/collections/:collection_id',
    outline: 'covers',
    title: 'Collection',
    help: 'library#series-of-a-collection',
    page: lazyPage(() => import('./pages/collections/collection').then((m) => m.CollectionPage)),
    readers: { help: 'for-readers#collections-and-story-arcs' },
  },
  {
    path: '/search',
    title: 'Find a series',
    help: 'metadata#add-a-series',
    page: lazyPage(() => import('./pages/search/search').then((m) => m.SearchPage)),
    found: 'plus',
  },
  {
    path: '/library/:comic_id/issues/:issue_id',
    title: 'Issue',
    help: 'library#issues',
    page: lazyPage(() => import('./pages/series/issue/issue').then((m) => m.IssuePage)),
    readers: { help: 'for-readers#series-and-issues' },
  },
  {
    path: '/readlist',
    title: 'Reading list',
    help: 'lists#reading-lists',
    page: ReadlistPage,
    nav: { label: 'Reading list', icon: 'list', phone: true },
    readers: { help: 'for-readers#your-reading-lists', nav: { label: 'Lists', icon: 'list', phone: true } },
  },
  {
    path: '/arcs',
    outline: 'covers',
    title: 'Story arcs',
    help: 'lists#story-arcs',
    page: lazyPage(() => import('./pages/arcs/arcs').then((m) => m.ArcsPage)),
    nav: { label: 'Story arcs', icon: 'pages' },
    readers: { help: 'for-readers#collections-and-story-arcs' },
  },
  {
    path: '/arcs/:arc_id',
    title: 'Story arc',
    help: 'lists#issues-of-a-story-arc',
    page: lazyPage(() => import('./pages/arcs/arc').then((m) => m.ArcPage)),
    readers: { help: 'for-readers#collections-and-story-arcs' },
  },
  {
    path: '/browse',
    title: 'People and more',
    help: 'library#people-characters-and-other-names',
    page: NamesPage,
    nav: { label: 'Browse', icon: 'users' },
    readers: { help: 'for-readers#people-and-characters' },
  },
  {
    path: '/browse/:folder',
    title: 'People and more',
    help: 'library#people-characters-and-other-names',
    page: NamesPage,
    readers: { help: 'for-readers#people-and-characters' },
  },
  {
    path: '/browse/:folder/:name',
    title: 'People and more',
    help: 'library#people-characters-and-other-names',
    page: lazyPage(() => import('./pages/browse/name').then((m) => m.NamePage)),
    readers: { help: 'for-readers#people-and-characters' },
  },
  {
    path: '/statistics',
    title: 'Reading statistics',
    help: 'reading#reading-statistics',
    page: lazyPage(() => import('./pages/statistics/statistics').then((m) => m.StatisticsPage)),
    found: 'chart',
    readers: { help: 'reading#reading-statistics', nav: { label: 'Statistics', icon: 'chart' } },
  },
  {
    path: '/readlist/:list_id',
    title: 'Reading list',
    help: 'lists#reading-lists',
    page: ReadlistPage,
    readers: { help: 'for-readers#your-reading-lists' },
  },
  {
    path: '/wanted',
    title: 'Wanted',
    help: 'wanted#wanted-issues',
    page: lazyPage(() => import('./pages/wanted/wanted').then((m) => m.WantedPage)),
    nav: { label: 'Wanted', icon: 'bookmark', phone: true },
  },
  {
    path: '/releases',
    title: 'Releases',
    help: 'wanted#releases',
    page: lazyPage(() => import('./pages/weekly/weekly').then((m) => m.WeeklyPage)),
    nav: { label: 'Releases', icon: 'calendar' },
  },
  {
    path: '/requests',
    title: 'Requests',
    help: 'for-readers#ask-for-comics',
    page: lazyPage(() => import('./pages/requests/requests').then((m) => m.RequestsPage)),
    found: 'hand',
    needs: 'requests',
    readers: { help: 'for-readers#ask-for-comics', nav: { label: 'Requests', icon: 'hand', phone: true } },
  },
  {
    path: '/activity',
    title: 'Activity',
    help: 'downloading#activity',
    page: lazyPage(() => import('./pages/activity/queue').then((m) => m.QueuePage)),
    nav: { label: 'Activity', icon: 'activity' },
  },
  {
    path: '/activity/attention',
    title: 'Needs attention',
    help: 'system#needs-attention',
    page: lazyPage(() => import('./pages/activity/attention/attention').then((m) => m.AttentionPage)),
    found: 'warning',
  },
  {
    path: '/activity/history',
    title: 'Download history',
    help: 'downloading#download-history',
    page: lazyPage(() => import('./pages/activity/history').then((m) => m.HistoryPage)),
    found: 'history',
  },
  {
    path: '/activity/history/timeline',
    title: 'Timeline',
    help: 'downloading#timeline',
    page: lazyPage(() => import('./pages/activity/timeline').then((m) => m.TimelinePage)),
    found: 'activity',
  },
  {
    path: '/activity/history/searches',
    title: 'Searches',
    help: 'searching#search-history',
    page: lazyPage(() => import('./pages/activity/searches/searches').then((m) => m.SearchesPage)),
    found: 'history',
  },
  {
    path: '/activity/history/blocked',
    title: 'Blocked releases',
    help: 'searching#blocked-releases',
    page: lazyPage(() => import('./pages/activity/blocklist').then((m) => m.BlocklistPage)),
    found: 'ban',
  },
  moved('/activity/on-its-way', '/activity'),
  moved('/activity/timeline', '/activity/history/timeline'),
  moved('/activity/blocklist', '/activity/history/blocked'),
  moved('/wanted/searches', '/activity/history/searches'),
  {
    path: '/import',
    title: 'Import',
    help: 'importing#scan-and-review',
    page: lazyPage(() => import('./pages/import/import').then((m) => m.ImportPage)),
    nav: { label: 'Import', icon: 'import' },
  },
  {
    path: '/import/inbox',
    title: 'Import folder',
    help: 'importing#import-folder',
    page: lazyPage(() => import('./pages/inbox/inbox').then((m) => m.InboxPage)),
  },
  {
    path: '/move-in',
    title: 'Move in from another program',
    help: 'moving-in#move-in-from-another-program',
    page: lazyPage(() => import('./pages/moving/moving').then((m) => m.MoveInPage)),
    found: 'import',
  },
  {
    path: '/assistant',
    title: 'Assistant',
    help: 'assistant#chat',
    page: lazyPage(() => import('./pages/assistant/chat').then((m) => m.ChatPage)),
    nav: { label: 'Assistant', icon: 'chat' },
    needs: 'assistant',
  },
  {
    path: '/assistant/activity',
    title: 'Assistant activity',
    help: 'assistant#assistant-activity',
    page: lazyPage(() => import('./pages/assistant/activity/activity').then((m) => m.AssistantActivityPage)),
    found: 'chat',
    needs: 'assistant',
  },
  {
    path: '/settings',
    title: 'Settings',
    help: 'system#settings',
    page: lazyPage(() => import('./pages/settings/settings').then((m) => m.SettingsPage)),
    nav: { label: 'Settings', icon: 'settings' },
  },
  moved('/settings/all', '/settings'),
  {
    path: '/system',
    title: 'Health',
    help: 'system#health',
    page: lazyPage(() => import('./pages/system/health/health').then((m) => m.HealthPage)),
    nav: { label: 'System', icon: 'monitor' },
  },
  {
    path: '/system/acquisition',
    title: 'Acquisition',
    help: 'system#acquisition',
    page: lazyPage(() => import('./pages/system/acquisition/acquisition').then((m) => m.AcquisitionPage)),
    found: 'search',
  },
  {
    path: '/system/care',
    title: 'Care',
    help: 'care#care',
    page: lazyPage(() => import('./pages/care/care').then((m) => m.CarePage)),
    found: 'copy',
  },
  {
    path: '/system/api',
    title: 'API',
    help: 'system#api',
    page: lazyPage(() => import('./pages/system/api/api').then((m) => m.ApiPage)),
    found: 'rows',
  },
  {
    path: '/system/repair',
    title: 'Repair a series',
    help: 'system#repair-a-series',
    page: lazyPage(() => import('./pages/system/repair/repair').then((m) => m.RepairPage)),
    found: 'undo',
  },
  {
    path: '/system/repair/:run_id',
    title: 'Repair',
    help: 'system#review-a-repair',
    page: lazyPage(() => import('./pages/system/repair/repair-run').then((m) => m.RepairRunPage)),
  },
  {
    path: '/system/jobs',
    title: 'Jobs',
    help: 'system#jobs',
    page: lazyPage(() => import('./pages/system/jobs/jobs').then((m) => m.JobsPage)),
    found: 'refresh',
  },
  {
    path: '/system/logs',
    title: 'Log',
    help: 'system#log',
    page: lazyPage(() => import('./pages/system/logs/logs').then((m) => m.LogsPage)),
    found: 'rows',
  },
  {
    path: '/system/backups',
    title: 'Backups',
    help: 'backups#backups',
    page: lazyPage(() => import('./pages/system/backups/backups').then((m) => m.BackupsPage)),
    found: 'archive',
  },
  {
    path: '/system/notifications',
    title: 'Notifications',
    help: 'notifications#add-a-notification',
    page: lazyPage(() => import('./pages/system/notifications/notifications').then((m) => m.NotificationsPage)),
    found: 'bell',
  },
  {
    path: '/system/about',
    title: 'About Panelkeep',
    help: 'system#about-panelkeep',
    page: lazyPage(() => import('./pages/system/about/about').then((m) => m.AboutPage)),
    found: 'power',
  },
  {
    path: '/users',
    title: 'Users',
    help: 'users#add-a-user',
    page: lazyPage(() => import('./pages/system/users/users').then((m) => m.UsersPage)),
    found: 'users',
    under: '/system',
  },
  {
    path: '/on-this-device',
    title: 'On this device',
    help: 'reading#on-this-device',
    page: lazyPage(() => import('./pages/kept/kept').then((m) => m.KeptPage)),
    found: 'tablet',
    readers: { help: 'reading#on-this-device' },
  },
  {
    path: '/account',
    title: 'Account',
    help: 'users#your-account',
    page: lazyPage(() => import('./pages/account/account').then((m) => m.AccountPage)),
    found: 'user',
    readers: { help: 'for-readers#your-account' },
  },
  { path: '/help', title: 'Help', help: null, page: HelpPage, found: 'help', readers: { help: null } },
  { path: '/help/:chapter', title: 'Help', help: null, page: HelpPage, readers: { help: null } },
]

/** The page of an address inside the app. */
export function findPage(path: string): Page | undefined {
  return pages.find((one) => new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path))
}

/** The page as the user of this session has it: for readers with their entry in the navigation; undefined without it. */
export function ownPage(page: Page): Page | undefined {
  if (isManager()) return isOwnerPage(page.path) ? undefined : page
  if (!isReader()) return page
  const { readers, nav } = page
  return readers && { ...page, help: readers.help, nav: readers.nav ?? nav }
}

/** The paragraph of the user guide about the page of an address. */
export function helpOf(path: string): string {
  const page = findPage(path)
  const help = page && ownPage(page)?.help
  return help ? `/help/${help}` : '/help'
}

export const LazyLoginPage: PageComponent = lazyPage(() => import('./pages/login/login').then((m) => m.LoginPage))

/** The address of an invitation, outside the frame. */
export const INVITATION = '/invitation/:token'

export const isInvitation = (path: string): boolean => /^\/invitation\/[^/]+\/?$/.test(path)

export const LazyInvitationPage: PageComponent = lazyPage(() =>
  import('./pages/login/invitation').then((m) => m.InvitationPage),
)

/** Loads the code of a page before the page is drawn. */
export async function preloadPage(path: string): Promise<void> {
  const outside = path === '/login' ? LazyLoginPage : isInvitation(path) ? LazyInvitationPage : undefined
  await (outside ?? findPage(path)?.page)?.preload?.()
}
