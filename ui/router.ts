import { lazy } from 'preact-iso'
import type { Component } from './html'
import type { IconName } from './parts/icon'

/** A page of the house. `nav` puts it into the rail and the phone's bar, in the order of this list. */
export type Page = {
  path: string
  title: string
  page: Component
  nav?: { label: string; icon: IconName }
  /** Found by its title in the search everywhere, though it is not in the rail. */
  found?: IconName
}

const LibraryPage: Component = lazy(() => import('./pages/library/library').then((m) => m.LibraryPage))

/** Every page inside the frame; a page that does not exist yet has no line. Pages load when first visited. */
export const pages: readonly Page[] = [
  { path: '/', title: 'Library', page: LibraryPage, nav: { label: 'Library', icon: 'library' } },
  { path: '/library', title: 'Library', page: LibraryPage },
  {
    path: '/library/:comic_id',
    title: 'Series',
    page: lazy(() => import('./pages/series/series').then((m) => m.SeriesPage)),
  },
  {
    path: '/search',
    title: 'Find a series',
    page: lazy(() => import('./pages/search/search').then((m) => m.SearchPage)),
    found: 'plus',
  },
  {
    path: '/library/:comic_id/issues/:issue_id',
    title: 'Issue',
    page: lazy(() => import('./pages/series/issue/issue').then((m) => m.IssuePage)),
  },
  {
    path: '/wanted',
    title: 'Wanted',
    page: lazy(() => import('./pages/wanted/wanted').then((m) => m.WantedPage)),
    nav: { label: 'Wanted', icon: 'bookmark' },
  },
  {
    path: '/wanted/searches',
    title: 'Searches',
    page: lazy(() => import('./pages/wanted/searches').then((m) => m.SearchesPage)),
    found: 'history',
  },
  {
    path: '/activity',
    title: 'Activity',
    page: lazy(() => import('./pages/activity/queue').then((m) => m.QueuePage)),
    nav: { label: 'Activity', icon: 'activity' },
  },
  {
    path: '/activity/on-its-way',
    title: 'On its way',
    page: lazy(() => import('./pages/activity/way').then((m) => m.WayPage)),
    found: 'download',
  },
  {
    path: '/activity/attention',
    title: 'Needs attention',
    page: lazy(() => import('./pages/activity/attention/attention').then((m) => m.AttentionPage)),
    found: 'warning',
  },
  {
    path: '/activity/timeline',
    title: 'Timeline',
    page: lazy(() => import('./pages/activity/timeline').then((m) => m.TimelinePage)),
    found: 'activity',
  },
  {
    path: '/activity/history',
    title: 'Download history',
    page: lazy(() => import('./pages/activity/history').then((m) => m.HistoryPage)),
    found: 'history',
  },
  {
    path: '/activity/blocklist',
    title: 'Blocked releases',
    page: lazy(() => import('./pages/activity/blocklist').then((m) => m.BlocklistPage)),
    found: 'ban',
  },
  {
    path: '/import',
    title: 'Import',
    page: lazy(() => import('./pages/import/import').then((m) => m.ImportPage)),
    nav: { label: 'Import', icon: 'import' },
  },
  {
    path: '/import/inbox',
    title: 'Arrivals',
    page: lazy(() => import('./pages/inbox/inbox').then((m) => m.InboxPage)),
  },
  {
    path: '/settings',
    title: 'Settings',
    page: lazy(() => import('./pages/settings/settings').then((m) => m.SettingsPage)),
    nav: { label: 'Settings', icon: 'settings' },
  },
  {
    path: '/settings/all',
    title: 'All settings',
    page: lazy(() => import('./pages/settings/all').then((m) => m.AllSettingsPage)),
    found: 'settings',
  },
  {
    path: '/system',
    title: 'Health',
    page: lazy(() => import('./pages/settings/system/health').then((m) => m.HealthPage)),
    found: 'activity',
  },
  {
    path: '/system/api',
    title: 'API',
    page: lazy(() => import('./pages/settings/system/api').then((m) => m.ApiPage)),
    found: 'rows',
  },
  {
    path: '/system/jobs',
    title: 'Jobs',
    page: lazy(() => import('./pages/settings/system/jobs').then((m) => m.JobsPage)),
    found: 'refresh',
  },
  {
    path: '/system/logs',
    title: 'Log',
    page: lazy(() => import('./pages/settings/system/logs').then((m) => m.LogsPage)),
    found: 'rows',
  },
  {
    path: '/system/backups',
    title: 'Backups',
    page: lazy(() => import('./pages/settings/system/backups').then((m) => m.BackupsPage)),
    found: 'archive',
  },
  {
    path: '/system/notifications',
    title: 'Notifications',
    page: lazy(() => import('./pages/settings/system/notifications').then((m) => m.NotificationsPage)),
    found: 'bell',
  },
  {
    path: '/system/about',
    title: 'About Panelkeep',
    page: lazy(() => import('./pages/settings/system/about').then((m) => m.AboutPage)),
    found: 'power',
  },
]

export const LoginPage: Component = lazy(() => import('./pages/login/login').then((m) => m.LoginPage))

/** The reader has the whole window, and a chunk of its own that no other page loads. */
const loadReader = () => import('./pages/reader/reader').then((m) => m.ReaderPage)
export const ReaderPage: Component = lazy(loadReader)
export const READER = '/read/:issue_id'

/** Fetches the reader ahead, where somebody is about to read. */
export function expectReading(): void {
  void loadReader().catch(() => undefined)
}

/** Where a visitor goes who must log in first, and comes back from. */
export function loginPath(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
}

/** The page to return to. Only paths of this house count: a link must not lead elsewhere after login. */
export function returnPath(redirect: string | undefined): string {
  return redirect?.startsWith('/') && !/^\/[\\/]/.test(redirect) && !redirect.startsWith('/login') ? redirect : '/'
}
