import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { mayReach } from '../src/base/auth/roles'
import { announce } from './api/events'
import { App } from './app'
import { guide } from './guide/guide'
import { hasHelp } from './guide/own-chapters'
import { html } from './html'
import { READER } from './reader-page'
import { findPage, ownPage, pages } from './router'
import { session } from './state/session'
import { toasts } from './state/toasts'
import { currentUser } from './state/user'
import { readerLibrary } from './testing/reader-library'
import { readAs } from './testing/reader-session'
import { type RenderedPage, type Replies, refusal, renderPage } from './testing/render-page'
import { withWindow } from './testing/window'

withWindow()

globalThis.EventSource ??= class extends EventTarget {
  close() {}
} as unknown as typeof EventSource

beforeEach(() => {
  localStorage.clear()
  toasts.value = []
  session.value = { is: 'in', username: 'mia' }
  readAs()
})
afterEach(() => {
  session.value = { is: 'unknown' }
  currentUser.value = null
})

const app = html`<${App} />`
const open = (path: string, more: Replies = {}) => renderPage(app, { path, replies: { ...readerLibrary, ...more } })

const SAMPLES: Record<string, string> = {
  comic_id: 's1',
  issue_id: 'i1',
  collection_id: 'c1',
  arc_id: 'a1',
  list_id: 'default',
  folder: 'people',
  name: 'Ann Lee',
  chapter: 'for-readers',
}
const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => SAMPLES[name] ?? name)

/** Every page that readers have, with words that it shows once it is loaded. */
const PAGES: [route: string, words: string][] = [
  ['/', 'Continue reading'],
  ['/library', 'Harbor Lights'],
  ['/library/:comic_id', 'A port town'],
  ['/library/:comic_id/issues/:issue_id', 'The tide goes out'],
  ['/collections', 'Rainy days'],
  ['/collections/:collection_id', 'Northgate'],
  ['/readlist', 'Harbor Lights #2'],
  ['/readlist/:list_id', 'Harbor Lights #2'],
  ['/browse', 'Ann Lee'],
  ['/browse/:folder', 'Ann Lee'],
  ['/browse/:folder/:name', 'Also written'],
  ['/statistics', 'days in a row'],
  ['/arcs', 'Night Tide'],
  ['/arcs/:arc_id', 'Harbor Lights'],
  ['/help', 'For readers'],
  ['/help/:chapter', 'Mark all read'],
  ['/requests', 'Your requests'],
  ['/account', 'Let the owner see what I read'],
  ['/on-this-device', 'On this device'],
  [READER, 'Page 1 of 6'],
]

test('the table has every page of readers', () => {
  const own = pages.filter(({ readers }) => readers).map(({ path }) => path)
  expect(PAGES.map(([route]) => route).sort()).toEqual([...own, READER].sort())
})

const isAllowed = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return mayReach('reader', method, path)
}

/** Words about the work on the library. */
const WORK = /\b(Settings|[Ii]ndexer|[Ww]anted|[Mm]onitor|[Dd]ownload client|[Mm]etadata source|[Ii]mport)/

/** What a page shows that its reader cannot use. */
function faultsOf({ root, requests }: RenderedPage, path: string): string[] {
  const refused = requests.filter(({ name }) => !isAllowed(name)).map(({ name }) => `requests ${name}`)
  const links = [...root.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '')
  const dead = links.filter((href) => {
    const path = href.split(/[?#]/)[0] ?? ''
    const page = findPage(path)
    return page && !(ownPage(page) && (!path.startsWith('/help/') || hasHelp(path.slice('/help/'.length))))
  })
  const words = path.startsWith('/help') ? [] : (WORK.exec(root.textContent ?? '')?.slice(0, 1) ?? [])
  return [...refused, ...dead.map((href) => `links to ${href}`), ...words.map((word) => `says ${word}`)]
}

test.each(PAGES)('%s requests nothing, links to nothing and names nothing that is refused', async (route, words) => {
  const path = filled(route)
  const page = await open(path)
  await page.until(words)
  const faults = faultsOf(page, path)
  for (const menu of page.root.querySelectorAll<HTMLElement>('button[aria-haspopup="menu"]')) {
    await page.click(menu)
    faults.push(...faultsOf(page, path))
    await page.click(menu)
  }
  expect([...new Set(faults)]).toEqual([])
})

test.each(pages.filter(({ readers }) => !readers).map(({ path }) => path))(
  '%s says to ask the owner',
  async (route) => {
    const path = filled(route)
    const page = await open(path)
    expect(page.find('h1').textContent).toBe('Ask the owner of this library.')
    expect(faultsOf(page, path)).toEqual([])
    await page.click('Go to Home')
    expect(location.pathname).toBe('/')
  },
)

describe('the frame', () => {
  test('shows the pages of readers, and those on a phone first', async () => {
    const page = await open('/nowhere')
    const links = [...page.root.querySelectorAll('.shell-link')]
    expect(links.map((link) => [link.textContent?.trim(), link.hasAttribute('data-more')])).toEqual([
      ['Home', false],
      ['Library', false],
      ['Collections', true],
      ['Lists', false],
      ['Story arcs', true],
      ['Browse', true],
      ['Statistics', true],
    ])
    expect(page.find('.shell-facts').textContent).toBe('1 series')
  })

  test('shows the requests of readers who may ask', async () => {
    readAs({ may_request: true })
    const page = await open('/requests?q=low+tide')
    await page.until('Your requests')
    expect(page.find('.shell-rail a[href="/requests"]').hasAttribute('data-more')).toBe(false)
    expect(page.requests.map(({ name }) => name)).toContain('POST /api/metadata/search')
    expect(faultsOf(page, '/requests')).toEqual([])
  })

  test('finds neither hidden pages nor chapters, and offers no search outside the library', async () => {
    const page = await open('/nowhere')
    const find = async (words: string) => {
      await page.type('.search-box input', words)
      await page.whenIdle()
      return page.find('.search-box-list').textContent ?? ''
    }
    await page.type('.search-box input', 'statistics')
    await page.until('Reading statistics')
    for (const words of ['settings', 'indexers', 'backups', 'low tide'])
      expect(await find(words)).not.toMatch(/Settings|Indexers|Backups|to follow|Ask for/)
  })

  test('lets readers who may ask search for what is missing', async () => {
    readAs({ may_request: true })
    const page = await open('/nowhere')
    await page.type('.search-box input', 'low tide')
    await page.until('Ask for “low tide”')
    await page.click('Ask for “low tide”')
    expect(location.pathname + location.search).toBe('/requests?q=low%20tide')
  })

  test('announces nothing about downloads and tasks', async () => {
    const page = await open('/nowhere')
    await act(() => {
      announce('activity', { activity: 'import', status: 'needs_attention', subject_label: 'Saga #55' })
      announce('operation.changed', { operation_id: 'o1', kind: 'series_add', state: 'running' })
      announce('import_progress', { kind: 'comic', status: 'scanning', total_files: 3, processed_files: 1 })
    })
    await page.whenIdle()
    expect(toasts.value).toEqual([])
    expect(page.find('.shell-status').textContent).toBe('')
    expect(faultsOf(page, '/nowhere')).toEqual([])
  })
})

describe('the library', () => {
  test('has no filter, order or column about the work on it', async () => {
    const page = await open('/library?view=table')
    await page.until('Harbor Lights')
    expect(page.text()).toContain('Favourites')
    await page.click('All filters')
    await page.until('Done')
    const dialog = page.find('dialog').textContent ?? ''
    expect(dialog).toContain('Ongoing')
    expect(dialog).not.toMatch(/Monitored|Not monitored|Unmatched|Total unknown|No files/)
    await page.click('Done')
    await page.click('Choose columns')
    await page.until('Use the default')
    expect(page.find('dialog').textContent).toContain('Unread')
    expect(page.find('dialog').textContent).not.toContain('Monitored')
    expect(page.find('select').textContent).not.toContain('Monitored')
  })

  test('selects no series, by button, click or key', async () => {
    const page = await open('/library')
    await page.until('Harbor Lights')
    const tile = page.find('.tile-link')
    await page.press(' ', tile)
    await page.press('a', tile, { ctrlKey: true })
    expect(page.root.querySelector('.tile-pick, .cover-bar, [data-picked]')).toBeNull()
    const table = await open('/library?view=table')
    await table.until('Harbor Lights')
    expect(table.root.querySelector('.virtual-row input')).toBeNull()
  })

  test('counts what is there, where the total is unknown', async () => {
    const { comics, pagination } = readerLibrary['GET /api/series'] as { comics: object[]; pagination: object }
    const unknown = { comics: [{ ...comics[0], Have: 3, TotalKnown: false }], pagination }
    const page = await open('/library', { 'GET /api/series': unknown })
    await page.until('Harbor Lights')
    expect(page.find('.series-tile-line').textContent).toContain('3 issues')
    expect(page.text()).not.toMatch(/of \?|unknown/)
  })

  test('without series says who adds them', async () => {
    const page = await open('/library', {
      'GET /api/series': { comics: [], pagination: { total: 0, limit: 60, offset: 0, has_more: false } },
    })
    await page.until('Nothing to read yet')
    expect(page.text()).not.toContain('Import')
  })
})

describe('a series', () => {
  const openSeries = async () => {
    const page = await open('/library/s1')
    await page.until('A port town')
    return page
  }

  test('is read, marked and downloaded, and nothing else', async () => {
    const page = await open('/library/s1', { 'POST /api/reading/mark': { success: true, changed: 1 } })
    await page.until('A port town')
    expect(
      [...page.root.querySelectorAll('.series-actions > a, .series-actions > button')].map((one) =>
        one.textContent?.trim(),
      ),
    ).toEqual(['Continue #1'])
    await page.click('More for this series')
    const items = [...page.root.querySelectorAll('.series-actions [role="menuitem"]')].map((one) =>
      one.textContent?.trim(),
    )
    expect(items).toEqual(['Mark all read', 'Mark all unread', 'Reading settings', 'Download (48 MB)'])
    await page.click('Mark all read')
    const mark = page.requests.find(({ name }) => name === 'POST /api/reading/mark')
    expect(mark?.body).toEqual({ issue_ids: ['i1', 'i2'], read: true })
  })

  test('is read in the direction that its reader chose, until that is reset', async () => {
    const VIEW = '/api/reading/series/s1/view'
    const view = { view: { reading_direction: 'rtl' } }
    const page = await open('/library/s1', { [`PATCH ${VIEW}`]: view, [`DELETE ${VIEW}`]: view })
    await page.until('A port town')
    await page.click('More for this series')
    await page.click('Reading settings')
    await page.click(page.find('dialog .segmented label:nth-of-type(2) input'))
    await page.click('Reset to default')
    const sent = page.requests.filter(({ name }) => name.endsWith(VIEW)).map(({ name, body }) => [name, body])
    expect(sent).toEqual([
      [`PATCH ${VIEW}`, { reading_direction: 'rtl' }],
      [`DELETE ${VIEW}`, undefined],
    ])
  })

  test('shows a missing issue as missing, whatever is wanted', async () => {
    const page = await openSeries()
    expect(page.find('[aria-label="#3, Missing"] .issue-frame').textContent?.trim()).toBe('3')
    expect([...page.root.querySelectorAll('.series-bar .words button')].map((one) => one.textContent)).not.toContain(
      'Wanted',
    )
    await page.click('More about #3')
    const items = [...page.root.querySelectorAll('.tile-menu [role="menuitem"]')].map((one) => one.textContent?.trim())
    expect(items).toEqual(['Add to reading list'])
  })

  test('marks several issues and adds them to a list', async () => {
    const page = await openSeries()
    await page.click('Select several')
    await page.click(page.find('.tile-pick'))
    await page.click('Actions')
    const items = [...page.root.querySelectorAll('.cover-bar [role="menuitem"]')].map((one) => one.textContent?.trim())
    expect(items).toEqual(['Add to reading list', 'Mark read', 'Mark unread'])
  })

  test('is not downloaded without permission', async () => {
    readAs({ may_download: false })
    const page = await openSeries()
    await page.click('More for this series')
    expect(page.text()).not.toContain('Download')
  })

  test('leads to no other site for users with limits', async () => {
    const page = await openSeries()
    expect(page.text()).toContain('ComicVine')
    page.close()
    readAs({ limits_apply: true })
    expect((await openSeries()).text()).not.toContain('ComicVine')
  })
})

describe('an issue', () => {
  test('has neither its path nor its history, and is not edited by key', async () => {
    const page = await open('/library/s1/issues/i1')
    await page.until('The tide goes out')
    expect(page.text()).toContain('CBZ, 48 MB, 24 pages')
    expect(page.text()).not.toMatch(/\/comics|Indexer A|Edit/)
    await page.press('e', document.body)
    expect(page.root.querySelector('dialog')).toBeNull()
    await page.click('More for this issue')
    const items = [...page.root.querySelectorAll('[role="menuitem"]')].map((one) => one.textContent?.trim())
    expect(items).toEqual(
      expect.arrayContaining(['Mark read', 'Mark unread', 'Add to reading list', 'Download (48 MB)']),
    )
  })

  test('is not downloaded without permission', async () => {
    readAs({ may_download: false })
    const page = await open('/library/s1/issues/i1')
    await page.until('The tide goes out')
    await page.click('More for this issue')
    expect(page.text()).not.toContain('Download')
  })
})

test.each([
  [403, 'Harbor.cbz is outside the library folders. Add /x or a folder above it in Settings, Folders.'],
  [410, 'Harbor.cbz is no longer in its folder. Scan the library again.'],
])('an issue that the owner has to look after (%d) says to ask the owner', async (status, detail) => {
  const page = await open('/read/i1', { 'GET /api/reading/issues/i1': refusal(status, detail) })
  await page.until('Ask the owner of this library.')
  expect(page.text()).not.toContain('Harbor.cbz')
})

test('a story arc is read and not changed', async () => {
  const page = await open('/arcs/a1')
  await page.until('Harbor Lights')
  const rows = [...page.root.querySelectorAll('.list-row')].map((row) =>
    row.querySelector('.mark')?.textContent?.trim(),
  )
  expect(rows).toEqual(['In the library', 'Missing', 'Missing'])
  expect(page.root.querySelector('.list-grip, .list-row .menu')).toBeNull()
  expect(page.text()).not.toMatch(/Want|not verified|Undo/)
})

test('a collection is opened and not changed', async () => {
  const page = await open('/collections/c1')
  await page.until('Northgate')
  expect(page.root.querySelector('.list-grip, .menu[title]')).toBeNull()
  expect(page.text()).not.toContain('Remove')
})

describe('the guide', () => {
  test('has the chapters of readers, and links to no other', async () => {
    const page = await open('/help')
    await page.until('Reading')
    const chapters = [...page.root.querySelectorAll('.help-chapters a')].map((one) => one.getAttribute('href'))
    expect(chapters).toEqual(['/help/for-readers', '/help/reading', '/help/connect-an-app'])
    page.close()
    const reading = await open('/help/reading')
    await reading.until('Reading progress')
    expect(reading.text()).toContain('Tablets and e-readers can use reading apps.')
    expect(faultsOf(reading, '/help/reading')).toEqual([])
    reading.close()
    const apps = await open('/help/connect-an-app')
    await apps.until('Device keys')
    expect(faultsOf(apps, '/help/connect-an-app')).toEqual([])
    apps.close()
    const hidden = await open('/help/backups')
    await hidden.until('Ask the owner of this library.')
  })

  test('has a paragraph about every page of readers', async () => {
    const places = guide.flatMap(({ name, sections }) => sections.map(({ anchor }) => `${name}#${anchor}`))
    for (const { readers, path } of pages)
      if (readers?.help) expect([path, places.includes(readers.help) && hasHelp(readers.help)]).toEqual([path, true])
  })
})
