import { fetched } from './fetched'
import type { Component } from './html'
import type { IconName } from './parts/icons/icon'

/** A page of the house. `nav` puts it into the rail and the phone's bar, in the order of this list. */
export type Page = {
  path: string
  title: string
  page: Component
  nav?: { label: string; icon: IconName }
  /** Found by its title in the search everywhere, though it is not in the rail. */
  found?: IconName
}

const LibraryPage: Component = fetched(() => import('./pages/library/library').then((m) => m.LibraryPage))

/** Every page inside the frame; a page that does not exist yet has no line. Pages load when first visited. */
export const pages: readonly Page[] = [
  { path: '/', title: 'Library', page: LibraryPage, nav: { label: 'Library', icon: 'library' } },
  { path: '/library', title: 'Library', page: LibraryPage },
  {
    path: '/library/:comic_id',
    title: 'Series',
    page: fetched(() => import('./pages/series/series').then((m) => m.SeriesPage)),
  },
  {
    path: '/search',
    title: 'Find a series',
    page: fetched(() => import('./pages/search/search').then((m) => m.SearchPage)),
    found: 'plus',
  },
  {
    path: '/library/:comic_id/issues/:issue_id',
    title: 'Issue',
    page: fetched(() => import('./pages/series/issue/issue').then((m) => m.IssuePage)),
  },
  {
    path: '/wanted',
    title: 'Wanted',
    page: fetched(() => import('./pages/wanted/wanted').then((m) => m.WantedPage)),
    nav: { label: 'Wanted', icon: 'bookmark' },
  },
  {
    path: '/wanted/searches',
    title: 'Searches',
    page: fetched(() => import('./pages/wanted/searches').then((m) => m.SearchesPage)),
    found: 'history',
  },
  {
    path: '/activity',
    title: 'Activity',
    page: fetched(() => import('./pages/activity/queue').then((m) => m.QueuePage)),
    nav: { label: 'Activity', icon: 'activity' },
  },
  {
    path: '/activity/on-its-way',
    title: 'On its way',
    page: fetched(() => import('./pages/activity/way').then((m) => m.WayPage)),
    found: 'download',
  },
  {
    path: '/activity/attention',
    title: 'Needs attention',
    page: fetched(() => import('./pages/activity/attention/attention').then((m) => m.AttentionPage)),
    found: 'warning',
  },
  {
    path: '/activity/timeline',
    title: 'Timeline',
    page: fetched(() => import('./pages/activity/timeline').then((m) => m.TimelinePage)),
    found: 'activity',
  },
  {
    path: '/activity/history',
    title: 'Download history',
    page: fetched(() => import('./pages/activity/history').then((m) => m.HistoryPage)),
    found: 'history',
  },
  {
    path: '/activity/blocklist',
    title: 'Blocked releases',
    page: fetched(() => import('./pages/activity/blocklist').then((m) => m.BlocklistPage)),
    found: 'ban',
  },
  {
    path: '/import',
    title: 'Import',
    page: fetched(() => import('./pages/import/import').then((m) => m.ImportPage)),
    nav: { label: 'Import', icon: 'import' },
  },
  {
    path: '/import/inbox',
    title: 'Import folder',
    page: fetched(() => import('./pages/inbox/inbox').then((m) => m.InboxPage)),
  },
  {
    path: '/settings',
    title: 'Settings',
    page: fetched(() => import('./pages/settings/settings').then((m) => m.SettingsPage)),
    nav: { label: 'Settings', icon: 'settings' },
  },
  {
    path: '/settings/all',
    title: 'All settings',
    page: fetched(() => import('./pages/settings/all').then((m) => m.AllSettingsPage)),
    found: 'settings',
  },
  {
    path: '/system',
    title: 'Health',
    page: fetched(() => import('./pages/system/health/health').then((m) => m.HealthPage)),
    found: 'activity',
  },
  {
    path: '/system/api',
    title: 'API',
    page: fetched(() => import('./pages/system/api/api').then((m) => m.ApiPage)),
    found: 'rows',
  },
  {
    path: '/system/jobs',
    title: 'Jobs',
    page: fetched(() => import('./pages/system/jobs/jobs').then((m) => m.JobsPage)),
    found: 'refresh',
  },
  {
    path: '/system/logs',
    title: 'Log',
    page: fetched(() => import('./pages/system/logs/logs').then((m) => m.LogsPage)),
    found: 'rows',
  },
  {
    path: '/system/backups',
    title: 'Backups',
    page: fetched(() => import('./pages/system/backups/backups').then((m) => m.BackupsPage)),
    found: 'archive',
  },
  {
    path: '/system/notifications',
    title: 'Notifications',
    page: fetched(() => import('./pages/system/notifications/notifications').then((m) => m.NotificationsPage)),
    found: 'bell',
  },
  {
    path: '/system/about',
    title: 'About Panelkeep',
    page: fetched(() => import('./pages/system/about/about').then((m) => m.AboutPage)),
    found: 'power',
  },
]

export const LoginPage: Component = fetched(() => import('./pages/login/login').then((m) => m.LoginPage))
