import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import type { Copy } from '../../kept/copies'
import { installOffer, watchInstallOffer } from '../../kept/install'
import { copies, storeKeptUser } from '../../kept/kept-issues'
import { keptIssues } from '../../kept/kept-signal'
import { progress } from '../../state/progress'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { fakeCaches } from '../../testing/cache-storage'
import { readAs } from '../../testing/reader-session'
import { type RenderedPage, type Replies, renderPage } from '../../testing/render-page'
import { sessionUser } from '../../testing/session-user'
import { withWindow } from '../../testing/window'
import { KeptPage } from './kept'
import { KeptList } from './kept-list'

withWindow()

const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15' // biome-ignore format: one line
let media: typeof matchMedia
let agent: PropertyDescriptor | undefined

const copy = (id: string, more: Partial<Copy> = {}, issue: Partial<Copy['issue']> = {}): Copy => ({
  user_id: 'u2',
  issue: {
    issue_id: id,
    series_name: 'Harbor Lights',
    label: `#${id}`,
    page_count: 24,
    cover_page: 2,
    progress: null,
    place: null,
    ...issue,
  } as Copy['issue'],
  sizes: [],
  layouts: {},
  state: 'whole',
  pages: 24,
  bytes: 30_000_000,
  kept_at: `2026-11-29T10:00:0${id}.000Z`,
  ...more,
})

beforeEach(() => {
  media = globalThis.matchMedia
  agent = Object.getOwnPropertyDescriptor(navigator, 'userAgent')
  const storage = fakeCaches()
  Object.assign(globalThis, { caches: storage })
  Object.assign(window, { isSecureContext: true, caches: storage })
  let held: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => unknown) => {
    held = held.then(work, work)
    return held
  }
  Object.assign(navigator, { serviceWorker: { register: async () => ({ active: {} }) }, locks: { request } })
  localStorage.clear()
  toasts.value = []
  keptIssues.value = undefined
  readAs()
  storeKeptUser(currentUser.value!)
})
afterEach(() => {
  globalThis.matchMedia = media
  if (agent) Object.defineProperty(navigator, 'userAgent', agent)
  else Reflect.deleteProperty(navigator, 'userAgent')
  Reflect.deleteProperty(navigator, 'storage')
  document.querySelector('meta[name=offline]')?.remove()
  currentUser.value = null
})

const open = async (kept: Copy[], replies: Replies = {}) => {
  for (const one of kept) await copies().save(one)
  return await renderPage(html`<${KeptPage} />`, { replies })
}
const estimate = (reply: () => Promise<object>) =>
  Object.defineProperty(navigator, 'storage', { value: { estimate: reply }, configurable: true })
const list = (one: Copy, more: object = {}) => renderPage(html`<${KeptList} all=${[one]} ...${more} />`)
const facts = (page: RenderedPage) => page.find('.kept-words p').textContent

describe('an issue on this device', () => {
  const progress = (page: number, completed: boolean) => ({ page, completed, percent: 0.5, read_at: '2026-11-29T10:00:00.000Z', device: null }) // biome-ignore format: one line

  test.each<[what: string, one: Copy, words: string]>([
    ['that waits', copy('1', { state: 'fetching', pages: 0 }), 'Waiting'],
    ['that is fetched', copy('1', { state: 'fetching', pages: 5 }), 'Page 5 of 24'],
    ['that no worker opens yet', copy('1', { state: 'fetching' }), 'Not ready to open offline yet'],
    ['with a damaged page', copy('1', { refused: 1 }), '24 pages · 30 MB · 1 page damaged'],
    ['that is unread', copy('1'), '24 pages · 30 MB'],
    ['that is being read', copy('1', {}, { progress: progress(5, false) }), 'Page 6 of 24 · 30 MB'],
    ['that is read', copy('1', {}, { progress: progress(23, true) }), 'Read · 30 MB'],
    ['that failed', copy('1', { state: 'failed', fault: 'Page 7 is gone.' }), 'Page 7 is gone.'],
  ])('%s says so', async (_what, one, words) => {
    const page = await list(one)
    expect(facts(page)).toBe(words)
    expect(page.root.querySelector('progress') !== null).toBe(one.state === 'fetching')
  })

  test('opens in the reader, and has its cover from the server', async () => {
    const page = await list(copy('1'))
    expect(page.find('.kept-name').getAttribute('href')).toBe('/read/1')
    expect(page.find('img').getAttribute('src')).toStartWith('/api/covers/issues/1')
  })

  test('has its cover from the copy while the server does not answer, and cannot be removed by mistake', async () => {
    document.head.innerHTML = '<meta name="offline">'
    const page = await list(copy('1', { state: 'failed', fault: 'gone' }))
    expect(page.find('img').getAttribute('src')).toStartWith('/kept/u2/1/2')
    expect(page.root.querySelectorAll('button')).toHaveLength(0)
  })

  test('that failed is fetched again', async () => {
    const issue = { issue_id: '1', version: 'v1', page_count: 1, series_name: 'Harbor Lights', label: '#1', cover_page: 0, progress: null } // biome-ignore format: one line
    const page = await open([copy('1', { state: 'failed', fault: 'Page 7 is gone.' })], {
      'GET /api/reading/issues/1': issue,
      'GET /api/reading/issues/1/sizes': { pages: [] },
      'GET /api/reading/issues/1/pages/0': new Response('picture!'),
    })
    await page.until('Page 7 is gone.')
    await page.click('Try again')
    await page.until('1 page · 8 byte')
    expect(page.text()).not.toContain('Page 7 is gone.')
  })

  test('that cannot be fetched again says why', async () => {
    const page = await open([copy('1', { state: 'failed', fault: 'Page 7 is gone.' })], {
      'GET /api/reading/issues/1': Response.json({ detail: 'No such issue.' }, { status: 404 }),
    })
    await page.until('Page 7 is gone.')
    await page.click('Try again')
    expect(toasts.value.at(-1)?.text).toBe('No such issue.')
  })
})

test('an issue that was read without a connection shows how far, before that is sent', async () => {
  const read_at = '2026-11-29T10:00:00.000Z'
  const saved = (page: number) => ({ page, completed: false, percent: 0.1, read_at, device: null })
  const facts = async (page: number, at: string, before: Copy['issue']['progress'] = null) => {
    progress().record('1', page, {}, at)
    const shown = await open([copy('1', {}, { progress: before })])
    await shown.until('1 issue')
    return shown.find('.kept-words p').textContent
  }
  expect(await facts(4, '2026-11-29T11:00:00.000Z')).toBe('Page 5 of 24 · 30 MB')
  expect(await facts(23, '2026-11-29T11:00:00.000Z', saved(2))).toBe('Read · 30 MB')
  // Another device was later.
  expect(await facts(9, '2026-11-29T09:00:00.000Z', saved(2))).toBe('Page 3 of 24 · 30 MB')
  expect(await facts(9, '2026-11-29T11:00:00.000Z', { ...saved(23), completed: true })).toBe('Read · 30 MB')
})

describe('the free space', () => {
  test.each<[string, () => Promise<object>, string]>([
    ['what is left', async () => ({ quota: 5_000_000_000, usage: 1_000_000_000 }), ' · 4.0 GB free for this browser'],
    ['all of it', async () => ({ quota: 5_000_000_000 }), ' · 5.0 GB free for this browser'],
    ['none', async () => ({ quota: 1, usage: 2 }), ' · 0 bytes free for this browser'],
    ['unknown', async () => ({}), ''],
    ['unknown when it is refused', async () => Promise.reject(new Error('private window')), ''],
  ])('is %s', async (_what, reply, words) => {
    estimate(reply)
    const page = await open([copy('1')])
    await page.until('1 issue')
    await page.whenIdle()
    expect(page.find('header p').textContent).toBe(`1 issue, 30 MB${words}`)
  })
})

test('without issues there is nothing to remove', async () => {
  estimate(async () => ({ quota: 5_000_000_000 }))
  const page = await open([])
  await page.until('No issues on this device')
  expect(() => page.named('Remove all')).toThrow()
  expect(page.root.querySelector('header p')).toBeNull()
})

describe('the notes', () => {
  const notes = async (isInstalled: boolean, userAgent: string) => {
    globalThis.matchMedia = ((query: string) => ({ matches: isInstalled && query.includes('standalone') })) as never
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
    const page = await open([])
    await page.until('Kept issues open')
    return [page.text().includes('Add to Home Screen'), page.text().includes('Safari deletes copies')]
  }

  test('say how to install, and what Safari deletes, unless it is installed', async () => {
    expect(await notes(false, SAFARI)).toEqual([true, true])
    expect(await notes(false, 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0')).toEqual([true, false]) // biome-ignore format: one line
    expect(await notes(true, SAFARI)).toEqual([false, false])
  })
})

describe('the button to install', () => {
  /** The browser's offer, and the user's choice. */
  const offer = () => {
    const { promise: choice, resolve: choose } = Promise.withResolvers<object>()
    const made = { asked: 0, choose: () => choose({ outcome: 'dismissed' }) }
    const prompt = () => {
      made.asked += 1
      return choice
    }
    const event = Object.assign(new window.Event('beforeinstallprompt', { cancelable: true }), { prompt })
    window.dispatchEvent(event as never)
    return Object.assign(made, { event })
  }
  const MENU = 'choose Install or Add to Home Screen'
  const shown = async () => {
    const page = await open([])
    await page.until('Kept issues open')
    return page
  }
  beforeAll(watchInstallOffer)
  beforeEach(() => {
    installOffer.value = undefined
  })

  test('asks once for an offer made before the page was opened, and goes after the choice', async () => {
    const made = offer()
    expect(made.event.defaultPrevented).toBe(true)
    const page = await shown()
    expect(page.text()).not.toContain(MENU)
    await page.click('Install Panelkeep')
    await page.click('Install Panelkeep')
    expect(made.asked).toBe(1)
    made.choose()
    await page.until(MENU)
    expect(() => page.named('Install Panelkeep')).toThrow()
  })

  test('goes with the sentence once Panelkeep is installed, also from the menu of the browser', async () => {
    const page = await shown()
    expect(page.text()).toContain(MENU)
    const made = offer()
    await page.until('Install Panelkeep')
    await page.click('Install Panelkeep')
    window.dispatchEvent(new window.Event('appinstalled') as never)
    made.choose()
    await page.whenIdle()
    expect(page.text()).not.toContain('Install')
  })

  test('stays for a newer offer of the browser', async () => {
    const made = offer()
    const page = await shown()
    await page.click('Install Panelkeep')
    const newer = offer()
    made.choose()
    await page.whenIdle()
    await page.click('Install Panelkeep')
    expect([made.asked, newer.asked]).toEqual([1, 1])
  })

  test('says why the browser did not ask', async () => {
    const page = await shown()
    const prompt = () => Promise.reject(new Error('The offer has expired.'))
    window.dispatchEvent(Object.assign(new window.Event('beforeinstallprompt'), { prompt }) as never)
    await page.until('Install Panelkeep')
    await page.click('Install Panelkeep')
    expect(toasts.value.at(-1)?.text).toContain('The offer has expired.')
    await page.until(MENU)
  })
})

describe('where issues cannot be kept', () => {
  test('a browser without storage says so, and names another way', async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    const page = await open([])
    expect(page.text()).toContain('This browser cannot keep issues here.')
    expect(page.text()).not.toContain('HTTPS')
    expect(page.root.querySelector('a[href="/help/connect-an-app"]')).not.toBeNull()
  })

  test('only the owner is led to the settings for HTTPS', async () => {
    Object.assign(window, { isSecureContext: false })
    const hasLink = async () => (await open([])).root.querySelector('a[href="/settings#network"]') !== null
    expect(await hasLink()).toBe(false)
    currentUser.value = sessionUser()
    expect(await hasLink()).toBe(true)
  })

  test('a user who may not download is not led to another way', async () => {
    readAs({ may_download: false })
    const page = await open([])
    expect(page.root.querySelector('a[href="/help/connect-an-app"]')).toBeNull()
    expect(page.text()).toContain('Downloads are not allowed')
  })
})
