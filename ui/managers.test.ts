import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mayReach } from '../src/base/auth/roles'
import { App } from './app'
import { html } from './html'
import { READER } from './reader-page'
import { findPage, ownPage, pages } from './router'
import { isOwnerPage } from './state/owner-pages'
import { session } from './state/session'
import { toasts } from './state/toasts'
import { currentUser } from './state/user'
import { assistantStatus } from './testing/assistant'
import { managerLibrary } from './testing/manager-library'
import { readAs } from './testing/reader-session'
import { type RenderedPage, type Replies, renderPage } from './testing/render-page'
import { withWindow } from './testing/window'

withWindow()

globalThis.EventSource ??= class extends EventTarget {
  close() {}
} as unknown as typeof EventSource

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('panelkeep-settings-advanced', 'on')
  toasts.value = []
  session.value = { is: 'in', username: 'noor' }
  readAs({ name: 'Noor', role: 'manager', sees: 'everything' })
})
afterEach(() => {
  localStorage.clear()
  session.value = { is: 'unknown' }
  currentUser.value = null
})

const app = html`<${App} />`
const open = (path: string, more: Replies = {}) => renderPage(app, { path, replies: { ...managerLibrary, ...more } })

const SAMPLES: Record<string, string> = {
  comic_id: 's1',
  issue_id: 'i1',
  collection_id: 'c1',
  arc_id: 'a1',
  list_id: 'default',
  folder: 'people',
  name: 'Ann Lee',
  chapter: 'backups',
}
const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => SAMPLES[name] ?? name)

/** Every page that managers have, with words that it shows once it is loaded. */
const PAGES: [route: string, words: string][] = [
  ['/', 'Your comics folder /comics is not there.'],
  ['/library', 'Harbor Lights'],
  ['/library/:comic_id', 'A port town'],
  ['/edit-table', 'Nothing selected'],
  ['/library/:comic_id/issues/:issue_id', 'The tide goes out'],
  ['/collections', 'Rainy days'],
  ['/collections/:collection_id', 'Northgate'],
  ['/search', 'No metadata source for comics'],
  ['/readlist', 'Harbor Lights #2'],
  ['/readlist/:list_id', 'Harbor Lights #2'],
  ['/browse', 'Ann Lee'],
  ['/browse/:folder', 'Ann Lee'],
  ['/browse/:folder/:name', 'Also written'],
  ['/statistics', 'days in a row'],
  ['/arcs', 'Night Tide'],
  ['/arcs/:arc_id', 'Harbor Lights'],
  ['/wanted', 'Searching is paused.'],
  ['/releases', 'No releases this week'],
  ['/requests', 'No requests yet'],
  ['/activity', 'Nothing in progress'],
  ['/activity/attention', 'No other release was searched for'],
  ['/activity/history', 'History'],
  ['/activity/history/timeline', 'Found on Indexer A'],
  ['/activity/history/searches', 'Searches'],
  ['/activity/history/blocked', 'Page 7 cannot be read.'],
  ['/import', 'Import'],
  ['/import/inbox', 'No import folder is chosen'],
  ['/assistant', 'Assistant'],
  ['/assistant/activity', 'tiny-model'],
  ['/settings', 'Lowercase file names'],
  ['/system', 'Connect its disk'],
  ['/system/acquisition', 'Automatic searches are paused'],
  ['/system/api', 'openapi.json'],
  ['/system/care', 'Harbor Lights 1'],
  ['/system/jobs', 'Check indexer feeds'],
  ['/system/about', 'Reads manga.'],
  ['/account', 'Let the owner see what I read'],
  ['/on-this-device', 'On this device'],
  ['/help', 'Backups'],
  ['/help/:chapter', 'Backups'],
  [READER, 'Page 1 of 6'],
]

const isMoved = ({ title }: { title: string }) => title === 'Panelkeep'

test('the table has every page of managers', () => {
  const own = pages.filter((page) => !isOwnerPage(page.path) && !isMoved(page)).map(({ path }) => path)
  expect(PAGES.map(([route]) => route).sort()).toEqual([...own, READER].sort())
})

const isAllowed = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return mayReach('manager', method, path)
}

/** The sections of the settings that managers have. */
const SECTIONS = ['metadata', 'release-rules', 'appearance', 'naming', 'story-arcs', 'file-metadata-and-conversion']
const ALL_SECTIONS = [...SECTIONS, 'account']

/** What a page requests, links to or says that its manager is refused. */
function faultsOf({ root, requests }: RenderedPage): string[] {
  const isGuide = root.querySelector('.help-text') !== null
  const refused = requests.filter(({ name }) => !isAllowed(name)).map(({ name }) => `requests ${name}`)
  const links = [...root.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '')
  const dead = links.filter((href) => {
    const [path = '', anchor] = href.split('?')[0]?.split('#') ?? []
    const page = findPage(path)
    if (path.startsWith('/api/')) return !isAllowed(`GET ${path}`)
    // The guide explains settings of the owner too; the page of the settings says so.
    if (path === '/settings' && anchor) return !isGuide && !LINKED.includes(anchor)
    return page !== undefined && ownPage(page) === undefined
  })
  return [...refused, ...dead.map((href) => `links to ${href}`)]
}

/** What pages of managers link to: the metadata of the settings has neither keys nor sources for them. */
const LINKED = ALL_SECTIONS.filter((section) => section !== 'metadata' && section !== 'account')

async function faultsWithMenus(page: RenderedPage): Promise<string[]> {
  const faults = faultsOf(page)
  for (const menu of page.root.querySelectorAll<HTMLElement>('button[aria-haspopup="menu"]')) {
    await page.click(menu)
    faults.push(...faultsOf(page))
    await page.click(menu)
  }
  return [...new Set(faults)]
}

test.each(PAGES)('%s requests nothing and links to nothing that is refused', async (route, words) => {
  const page = await open(filled(route))
  await page.until(words)
  expect(await faultsWithMenus(page)).toEqual([])
})

test.each<[path: string, words: string, more: Replies]>([
  ['/import', 'No library folder is chosen', { 'GET /api/config': { comic_dirs: [], manga_dirs: [] } }],
  ['/assistant', 'The assistant is off', { 'GET /api/ai/status': { ...assistantStatus, chat: false } }],
  [
    '/wanted',
    'Automatic searches wait.',
    {
      'GET /api/config': { searching_paused: false },
      'GET /api/search/health': { gate: { state: 'failed' }, maintenance: { reason: 'It failed.' } },
    },
  ],
  [
    '/system/acquisition',
    'until the owner has checked the list below',
    {
      'GET /api/search/health': {
        ...(managerLibrary['GET /api/search/health'] as object),
        gate: { state: 'failed', owner_alive: null, leases: [], waiting: [] },
      },
    },
  ],
])('%s, that shows %p, links to nothing that is refused', async (path, words, more) => {
  const page = await open(path, more)
  await page.until(words)
  expect(await faultsWithMenus(page)).toEqual([])
})

test.each(pages.map(({ path }) => path).filter(isOwnerPage))('%s says to ask the owner', async (route) => {
  const page = await open(filled(route))
  expect(page.find('h1').textContent).toBe('Ask the owner of this library.')
  expect(page.text()).toContain('This page is for the owner only.')
  expect(faultsOf(page)).toEqual([])
  await page.click('Go to Home')
  expect(location.pathname).toBe('/')
})

describe('the settings', () => {
  const sectionsOf = ({ root }: RenderedPage) =>
    [...root.querySelectorAll('.settings-section')].map((section) => section.id)

  test('have what managers may change, and nothing else', async () => {
    const page = await open('/settings')
    await page.until('Lowercase file names')
    expect(sectionsOf(page).sort()).toEqual([...ALL_SECTIONS].sort())
    const schema = await (await fetch('/api/config/schema')).json()
    const isOwners = new Map(
      (schema as { label: string; manager?: true }[]).map(({ label, manager }) => [label, !manager]),
    )
    const labels = [...page.root.querySelectorAll('.setting h3')].map((one) => one.textContent ?? '')
    expect(labels.filter((label) => isOwners.get(label))).toEqual([])
    expect(labels).toEqual(expect.arrayContaining(['Minimum release size', 'Your account', 'Log out', 'Theme']))
    expect(labels).not.toContain('Name and password')
  })

  test('have every option of managers', async () => {
    const page = await open('/settings')
    await page.until('Lowercase file names')
    const schema = (await (await fetch('/api/config/schema')).json()) as { key: string; manager?: true }[]
    // The switch of a limit is beside its amount.
    const own = schema.filter(({ key, manager }) => manager && !key.startsWith('use_')).map(({ key }) => key)
    const names = [...page.root.querySelectorAll('.setting-facts code')].map((one) => one.textContent)
    expect(own.filter((key) => !names.includes(key))).toEqual([])
  })

  test('say that a linked section is the owner’s', async () => {
    const page = await open('/settings#indexers')
    await page.until('Only the owner sets this: Indexers.')
    page.close()
    const own = await open('/settings#naming')
    await own.until('Lowercase file names')
    expect(own.text()).not.toContain('Only the owner')
  })

  test('save an option of managers', async () => {
    const page = await open('/settings')
    await page.until('Lowercase file names')
    await page.click(page.find('[aria-label="Lowercase file names"]'))
    expect(page.requests.find(({ name }) => name === 'PUT /api/config')?.body).toEqual({ lowercase_filenames: true })
    expect(faultsOf(page)).toEqual([])
  })

  test('find the pages of managers, and none of the owner', async () => {
    const page = await open('/settings?q=status')
    await page.until('Health')
    expect(faultsOf(page)).toEqual([])
    page.close()
    const none = await open('/settings?q=backup')
    await none.until('No setting found')
  })

  test('offer no restart', async () => {
    const schema = await optionsWaiting()
    const page = await open('/settings', { 'GET /api/config/schema': schema })
    await page.until('Lowercase file names')
    expect(page.text()).not.toContain('Restart now')
  })
})

async function optionsWaiting() {
  const { optionStates } = await import('./testing/option-states')
  return optionStates().map((option) => ({ ...option, restart_pending: option.key === 'http_port' }))
}

describe('the frame', () => {
  test('shows the pages of managers, without what is new after an update', async () => {
    const page = await open('/nowhere')
    await page.whenIdle()
    const links = [...page.root.querySelectorAll('.shell-link')].map((link) => link.textContent?.trim())
    expect(links).toEqual(expect.arrayContaining(['Wanted', 'Import', 'Settings']))
    expect(page.text()).not.toContain('New in Panelkeep')
    expect(page.requests.map(({ name }) => name)).not.toContain('GET /api/system/version')
  })

  test('finds no page of the owner', async () => {
    const page = await open('/nowhere')
    const find = async (words: string) => {
      await page.type('.search-box input', words)
      await page.whenIdle()
      return [...page.root.querySelectorAll('.search-box-list [role="option"]')].map((one) => one.textContent ?? '')
    }
    await page.type('.search-box input', 'jobs')
    await page.until('Jobs')
    for (const words of ['backups', 'notifications', 'repair', 'users', 'log'])
      expect(
        (await find(words)).filter((text) => /^(Backups|Notifications|Repair a series|Users|Log)$/.test(text)),
      ).toEqual([])
  })
})

test('paused searches wait for the owner, also in the menu', async () => {
  const page = await open('/wanted')
  await page.until('until the owner resumes it')
  expect(page.text()).not.toContain('Resume searching')
  page.close()
  const running = await open('/wanted', { 'GET /api/config': { searching_paused: false } })
  await running.until('Harbor Lights')
  await running.click('More about searching')
  expect(running.text()).toContain('Run RSS sync now')
  expect(running.text()).not.toContain('Pause searching')
})

test('a source that does not work says to ask the owner', async () => {
  const page = await open('/system/acquisition')
  await page.until('The download client does not answer. Ask the owner of this library.')
  expect(page.text()).not.toContain('in Settings')
})

test('the calendar feed has the address of this page', async () => {
  const page = await open('/releases')
  await page.until('No releases this week')
  await page.click('Calendar feed')
  await page.until('Anyone with this address')
  expect(page.text()).toContain('/api/calendar/secret.ics')
  expect(faultsOf(page)).toEqual([])
})
