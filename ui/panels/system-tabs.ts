import { isOwnerPage } from '../state/owner-pages'
import { isManager } from '../state/user'

export type SystemTabKey =
  | 'health'
  | 'acquisition'
  | 'care'
  | 'jobs'
  | 'log'
  | 'backups'
  | 'notices'
  | 'users'
  | 'about'

/** A page about Panelkeep itself. `about` and `terms` are for the search in the settings. */
export type SystemTab = {
  tab: SystemTabKey
  href: string
  label: string
  about: string
  terms: string
}

const SYSTEM_TABS: readonly SystemTab[] = [
  {
    tab: 'health',
    href: '/system',
    label: 'Health',
    about: 'What works, what does not, and what to do about it.',
    terms: 'status check problem warning error disk space',
  },
  {
    tab: 'acquisition',
    href: '/system/acquisition',
    label: 'Acquisition',
    about: 'Pauses searches and downloads, and shows the state of your indexers and download clients.',
    terms: 'pause resume stop automatic search grab indexer client',
  },
  {
    tab: 'care',
    href: '/system/care',
    label: 'Care',
    about: 'Duplicates, damaged files, sizes on disk, and series that look like one.',
    terms: 'duplicate copies clean storage space disk size damaged corrupt missing pages merge series',
  },
  {
    tab: 'jobs',
    href: '/system/jobs',
    label: 'Jobs',
    about: 'When scheduled jobs ran and will run again. Each can be run now.',
    terms: 'schedule task interval run refresh scan rss',
  },
  {
    tab: 'log',
    href: '/system/logs',
    label: 'Log',
    about: 'What Panelkeep has done, with errors and warnings.',
    terms: 'debug error trace support bundle',
  },
  {
    tab: 'backups',
    href: '/system/backups',
    label: 'Backups',
    about: 'Backs up and restores the database and the settings.',
    terms: 'restore export copy zip schedule',
  },
  {
    tab: 'notices',
    href: '/system/notifications',
    label: 'Notifications',
    about: 'Sends messages about new issues, failed downloads and problems.',
    terms: 'discord telegram ntfy gotify pushover slack matrix mail email smtp webhook apprise notify',
  },
  {
    tab: 'users',
    href: '/users',
    label: 'Users',
    about: 'Adds users, each with a password, a role, limits and their own progress.',
    terms: 'people family children account role limit age rating invite share household kids parental',
  },
  {
    tab: 'about',
    href: '/system/about',
    label: 'About',
    about: 'The version and its updates, restart and shutdown.',
    terms: 'version update restart shutdown licence license',
  },
]

/** The tabs for this session. */
export const systemTabs = (): readonly SystemTab[] =>
  SYSTEM_TABS.filter(({ href }) => !(isManager() && isOwnerPage(href)))
