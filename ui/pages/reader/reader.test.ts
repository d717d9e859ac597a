import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { Router } from 'preact-iso'
import { html } from '../../html'
import type { Copy } from '../../kept/copies'
import { copies, storeKeptUser } from '../../kept/kept-issues'
import { keptIssues } from '../../kept/kept-signal'
import { session } from '../../state/session'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { fakeCaches } from '../../testing/cache-storage'
import { readAs } from '../../testing/reader-session'
import { type ReceivedRequest, type RenderedPage, refusal, renderPage } from '../../testing/render-page'
import { sessionUser } from '../../testing/session-user'
import { withWindow } from '../../testing/window'
import { ReaderPage } from './reader'

withWindow()

const AT = '/api/reading/issues/i1'
const VIEW = 'PATCH /api/reading/series/s1/view'
const size = { width: 1000, height: 1500, type: 'jpeg' }

const issue = (change: Record<string, unknown> = {}) => ({
  issue_id: 'i1',
  comic_id: 's1',
  series_name: 'Harbor Lights',
  kind: 'comic',
  unit: 'issue',
  number: '12',
  title: 'Low Tide',
  label: '#12',
  year: 2015,
  format: 'cbz',
  version: 'v7',
  now: new Date().toISOString(),
  page_count: 6,
  cover_page: 0,
  reading_direction: 'ltr',
  layout: 'paged',
  size_bytes: 48_000_000,
  download_url: '/opds/issues/i1/Harbor%20Lights%2012.cbz',
  progress: null,
  bookmarks: [],
  page_marks: [],
  previous: null,
  next: { issue_id: 'i2', label: '#13' },
  view: { reading_direction: 'ltr', spread: 'single' },
  ...change,
})
const progress = (page: number, completed = false) => ({
  page,
  completed,
  percent: page / 6,
  read_at: '2026-11-20T20:00:00.000Z',
  device: null,
})

let size_before: [number, number]
beforeEach(() => {
  localStorage.clear()
  currentUser.value = sessionUser()
  toasts.value = []
  size_before = [innerWidth, innerHeight]
})
afterEach(() => {
  Object.assign(globalThis, { innerWidth: size_before[0], innerHeight: size_before[1] })
  session.value = { is: 'unknown' }
  currentUser.value = null
  keptIssues.value = undefined
})

const page = html`<${Router}><${ReaderPage} path="/read/:issue_id" /><//>`
const ownSession = { 'GET /api/auth/check-session': { authenticated: true, user: sessionUser() } }

function open(
  reply: unknown = issue(),
  { path = '/read/i1', ...more }: Record<string, unknown> & { path?: string } = {},
) {
  const replies = {
    [`GET ${AT}`]: reply,
    [`GET ${AT}/sizes`]: { pages: Array.from({ length: 6 }, () => size) },
    [`PUT ${AT}/progress`]: { progress: progress(1) },
    [VIEW]: { view: { reading_direction: 'ltr' } },
    ...more,
  }
  return renderPage(page, { path, replies })
}

const words = (reader: RenderedPage) => reader.find('[role="status"]').textContent
const shown = (reader: RenderedPage) =>
  [...reader.root.querySelectorAll<HTMLElement>('[data-here] .reader-page')].map((one) => Number(one.dataset.page))
const bodies = (requests: ReceivedRequest[], name: string) =>
  requests.filter((one) => one.name === name).map((one) => one.body)
/** The test's browser loads no pictures; this simulates a loaded one. */
const comes = (image: Element | null, how: 'load' | 'error' = 'load') =>
  act(() => void image?.dispatchEvent(new (window as unknown as typeof globalThis).Event(how)))

/** A picture that is fetched only after those in view comes with them. */
const pictureOf = (reader: RenderedPage, page: number) => reader.root.querySelector(`[data-page="${page}"] img`)

describe('an issue', () => {
  test('opens at its first page, with the picture of this version of the file', async () => {
    const reader = await open()
    expect(words(reader)).toBe('Page 1 of 6')
    expect(document.title).toBe('Harbor Lights #12 · Panelkeep')
    const image = reader.find('[data-here] img')
    expect(image.getAttribute('src')).toBe('/api/reading/issues/i1/pages/0?v=v7')
    expect(image.getAttribute('alt')).toBe('Page 1 of 6')
  })

  test('loads the visible pages before the next ones', async () => {
    const reader = await open()
    const pictures = () =>
      [...reader.root.querySelectorAll('img')].map((one) => one.getAttribute('src')?.match(/pages\/(\d+)/)?.[1])
    expect(pictures().filter(Boolean)).toEqual(['0'])
    await comes(reader.find('[data-here] img'))
    // The awaited picture is painted first.
    for (let frame = 0; frame < 4; frame++) await reader.whenIdle()
    expect(pictures().filter(Boolean)).toEqual(['0', '1'])
  })

  test('resumes at the saved page and says so, and starts over on request', async () => {
    const reader = await open(issue({ progress: progress(3) }))
    expect(words(reader)).toBe('Page 4 of 6')
    expect(reader.text()).toContain('Continued at page 4')
    await reader.click('From the start')
    expect(words(reader)).toBe('Page 1 of 6')
  })

  test('that was read to the end starts at the first page, and the address may name a page', async () => {
    expect(words(await open(issue({ progress: progress(5, true) })))).toBe('Page 1 of 6')
    expect(words(await open(issue({ progress: progress(3) }), { path: '/read/i1?page=6' }))).toBe('Page 6 of 6')
  })

  test('removes the page from the address after the first turn', async () => {
    const reader = await open(issue(), { path: '/read/i1?page=3' })
    expect(location.search).toBe('?page=3')
    await reader.press('ArrowRight')
    expect(location.pathname + location.search).toBe('/read/i1')
  })

  test('uses unsent progress from a lost connection', async () => {
    localStorage.setItem(
      'panelkeep.reader.progress',
      JSON.stringify({ i1: { page: 4, at: '2026-11-21T08:00:00.000Z' } }),
    )
    expect(words(await open(issue({ progress: progress(2) })))).toBe('Page 5 of 6')
  })

  test('uses unsent progress in a copy of more pages than the file has now', async () => {
    const unsent = (page: number) =>
      localStorage.setItem(
        'panelkeep.reader.progress',
        JSON.stringify({ i1: { page, page_count: 9, at: '2026-11-21T08:00:00.000Z' } }),
      )
    unsent(7)
    expect(words(await open(issue({ progress: progress(2) })))).toBe('Page 6 of 6')
    unsent(8)
    expect(words(await open(issue({ progress: progress(2) })))).toBe('Page 1 of 6')
  })

  test('uses unsent progress even if the clock of the device is an hour behind', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    localStorage.setItem('panelkeep.reader.progress', JSON.stringify({ i1: { page: 4, at: ago(10) } }))
    const now = ago(-60)
    expect(words(await open(issue({ now, progress: { ...progress(2), read_at: ago(-30) } })))).toBe('Page 5 of 6')
    localStorage.setItem('panelkeep.reader.progress', JSON.stringify({ i1: { page: 4, at: ago(40) } }))
    expect(words(await open(issue({ now, progress: { ...progress(2), read_at: ago(-30) } })))).toBe('Page 3 of 6')
  })

  test('is turned by keys, in reading direction', async () => {
    const reader = await open()
    await reader.press('ArrowRight')
    expect(shown(reader)).toEqual([1])
    await reader.press('End')
    expect(shown(reader)).toEqual([5])
    await reader.press('ArrowLeft')
    expect(shown(reader)).toEqual([4])
  })

  test('is turned by whole spreads with keys on the page slider', async () => {
    const reader = await open()
    const line = reader.find<HTMLInputElement>('.reader-slider input')
    line.focus()
    await act(() => void line.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })))
    expect(shown(reader)).toEqual([1])
  })

  test('is turned to the left in a right-to-left series', async () => {
    const manga = await open(issue({ reading_direction: 'rtl', view: { reading_direction: 'rtl', spread: 'double' } }))
    await manga.press('ArrowLeft')
    expect(shown(manga)).toEqual([2, 1])
    expect(words(manga)).toBe('Pages 2 and 3 of 6')
  })

  test('ends with a card for the next issue, and Enter opens it', async () => {
    const reader = await open(issue(), { 'GET /api/reading/issues/i2': issue({ issue_id: 'i2', label: '#13' }) })
    await reader.press('End')
    await reader.press('ArrowRight')
    expect(reader.text()).toContain('Harbor Lights #12 is read')
    expect(reader.named('Next: #13')).toBeDefined()
    await reader.press('Enter')
    expect(location.pathname).toBe('/read/i2')
    expect(document.title).toBe('Harbor Lights #13 · Panelkeep')
  })

  test('that is the last one says so', async () => {
    const reader = await open(issue({ next: null }))
    await reader.press('End')
    await reader.press('ArrowRight')
    expect(reader.text()).toContain('That was the last one here.')
    await reader.press('n')
    expect(words(reader)).toBe('The end')
  })

  test('sends the progress after the first turn', async () => {
    const reader = await open()
    await reader.press('ArrowRight')
    await reader.press('ArrowRight')
    reader.close()
    expect(bodies(reader.requests, `PUT ${AT}/progress`)).toEqual([
      {
        page: 2,
        page_count: 6,
        at: expect.stringMatching(/Z$/),
        now: expect.stringMatching(/Z$/),
        device: expect.any(String),
        user_id: 'owner',
        zone: expect.any(String),
        sitting: { sitting_id: expect.stringMatching(/^[0-9a-f]{32}$/), pages: 0, seconds: 0 },
      },
    ])
  })

  describe('turned to its last page', () => {
    /** Whether the last page was reported as read, in order. A report that says nothing leaves it to the server: read. */
    const reports = async (picture: 'load' | 'error', { on = false } = {}) => {
      const reader = await open(issue({ next: null }), { path: '/read/i1?page=5' })
      await reader.press('ArrowRight')
      const leave = () => window.dispatchEvent(new window.Event('pagehide'))
      leave()
      await comes(pictureOf(reader, 5), picture)
      if (on) await reader.press('ArrowRight')
      leave()
      reader.close()
      const sent = bodies(reader.requests, `PUT ${AT}/progress`)
      return [...new Set(sent.map((body) => (body as { completed?: boolean }).completed ?? 'read'))]
    }

    test('is read once the picture is loaded', async () => {
      expect(await reports('load')).toEqual([false, 'read'])
    })

    test('is read when a quick key leads on to the next issue', async () => {
      const reader = await open(issue(), { path: '/read/i1?page=5' })
      await reader.press('ArrowRight')
      for (const key of ['ArrowRight', 'Enter']) {
        // Drawn, but no effect has run yet.
        reader.find('.reader').dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }) as never)
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      }
      expect(location.pathname).toBe('/read/i2')
      window.dispatchEvent(new window.Event('pagehide'))
      await reader.whenIdle()
      expect(bodies(reader.requests, `PUT ${AT}/progress`).at(-1)).not.toHaveProperty('completed')
    })

    test('is not read when the picture failed', async () => {
      expect(await reports('error')).toEqual([false])
    })

    test('is read at the card after it, whatever was loaded', async () => {
      expect(await reports('error', { on: true })).toEqual([false, 'read'])
    })
  })

  test('sends the reading since the last turn without replacing a newer report', async () => {
    const clock = spyOn(Date, 'now')
    clock.mockReturnValue(1_000_000)
    const reader = await open()
    const become = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new (window as unknown as typeof globalThis).Event('visibilitychange'))
    }
    clock.mockReturnValue(1_005_000)
    await reader.press('ArrowRight')
    become('hidden')
    await reader.whenIdle()
    clock.mockReturnValue(1_900_000)
    become('visible')
    clock.mockReturnValue(1_920_000)
    become('hidden')
    await reader.whenIdle()
    clock.mockReturnValue(2_500_000)
    become('hidden')
    await reader.whenIdle()
    clock.mockRestore()
    const [first, second, ...others] = bodies(reader.requests, `PUT ${AT}/progress`) as Record<string, object>[]
    expect(first).toMatchObject({ page: 1, sitting: { pages: 1, seconds: 5 } })
    expect(second).toMatchObject({ page: 1, at: first!.at, sitting: { pages: 2, seconds: 25 } })
    expect(others).toEqual([])
    become('visible')
    reader.close()
  })

  test('sends the progress at once when its window is hidden, and once only', async () => {
    const reader = await open()
    const become = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new (window as unknown as typeof globalThis).Event('visibilitychange'))
    }
    const savings = () => bodies(reader.requests, `PUT ${AT}/progress`).length
    await reader.press('ArrowRight')
    become('visible')
    expect(savings()).toBe(0)
    become('hidden')
    expect(savings()).toBe(1)
    become('visible')
    reader.close()
    expect(savings()).toBe(1)
  })

  describe('as a strip with a last page of many windows', () => {
    /** The progress that the reader sends when it is left after scrolling to these parts of the whole. */
    const left = async (
      parts: number[],
      {
        change = {},
        touched = true,
        picture = 'load',
      }: { change?: object; touched?: boolean; picture?: 'load' | 'error' } = {},
    ) => {
      const pages = [size, { ...size, height: 30_000 }]
      const view = { reading_direction: 'ltr' }
      const strip = issue({ layout: 'strip', page_count: 2, view, ...change })
      const reader = await open(strip, { [`GET ${AT}/sizes`]: { pages } })
      await comes(pictureOf(reader, 1), picture)
      const box = reader.find('.reader-strip')
      const send = (type: string) =>
        act(() => void box.dispatchEvent(new (window as unknown as typeof globalThis).Event(type, { bubbles: true })))
      if (touched) await act(() => void window.dispatchEvent(new window.Event('touchmove')))
      const whole = Number.parseFloat(reader.find('.reader-column').style.height)
      for (const part of parts) {
        box.scrollTop = part * whole
        await send('scroll')
        await reader.whenIdle()
      }
      window.dispatchEvent(new window.Event('pagehide'))
      reader.close()
      return bodies(reader.requests, `PUT ${AT}/progress`).map((body) => {
        const { page, share, completed } = body as { page: number; share?: number; completed?: boolean }
        return { page, half: (share ?? 0) > 0.4 && (share ?? 0) < 0.6, completed }
      })
    }

    test('is not read before its end was in view', async () => {
      expect(await left([0.5])).toEqual([{ page: 1, half: true, completed: false }])
    })

    test('is read once its end was in view, and stays read', async () => {
      expect(await left([1, 0.5])).toEqual([{ page: 1, half: true, completed: undefined }])
    })

    test('is read at the card below its last page, also if the picture of the page failed', async () => {
      const last = (await left([1], { picture: 'error' })).at(-1)
      expect(last).toMatchObject({ page: 1 })
      expect(last?.completed).toBeUndefined()
    })

    test('stays read when it is opened again', async () => {
      const change = { progress: { ...progress(0), completed: true } }
      expect((await left([0.5], { change })).at(-1)).toMatchObject({ page: 1, completed: undefined })
    })

    test('ignores scrolling by the layout', async () => {
      expect(await left([0.01], { touched: false })).toEqual([])
    })
  })

  test('shows why a page failed instead of a part of it', async () => {
    Object.assign(globalThis, { innerWidth: 390, innerHeight: 844 })
    localStorage.setItem('panelkeep.reader', JSON.stringify({ split: true }))
    const wide = { pages: Array.from({ length: 6 }, () => ({ ...size, width: 3000 })) }
    const reader = await open(issue(), { path: '/read/i1?page=2', [`GET ${AT}/sizes`]: wide })
    const place = () => reader.find('[data-here] .reader-spread').style.transform
    expect(place()).not.toBe('')
    await comes(pictureOf(reader, 1), 'error')
    await reader.whenIdle()
    expect(place()).toBe('')
  })

  describe('panel by panel', () => {
    const half = { x: 0, y: 0, width: 0.5, height: 1 }
    const panels = [half, { ...half, x: 0.5 }]
    const layout = { crop: null, panels: { ltr: panels, rtl: [...panels].reverse() } }
    const guided = async (view: [number, number], spread: string, page = 1, more = {}, device = {}) => {
      localStorage.setItem('panelkeep.reader', JSON.stringify({ guided: true, ...device }))
      Object.assign(globalThis, { innerWidth: view[0], innerHeight: view[1] })
      const layouts = Object.fromEntries([3, 4, 5].map((own) => [`GET ${AT}/layouts/${own}`, layout]))
      const change = { next: null, view: { reading_direction: 'ltr', spread } }
      const reader = await open(issue(change), { path: `/read/i1?page=${page}`, ...layouts, ...more })
      await reader.whenIdle()
      return reader
    }
    const panel = (reader: RenderedPage) => reader.find('.reader-stage > [role="status"]').textContent

    test('shows one page at a time, also on a phone on its side', async () => {
      const reader = await guided([844, 390], 'auto', 4)
      expect([shown(reader), panel(reader)]).toEqual([[3], 'Panel 1 of 2'])
      const wide = await guided([1440, 900], 'double', 4)
      expect([shown(wide), panel(wide)]).toEqual([[3], 'Panel 1 of 2'])
    })

    describe('before the panels of a page are known', () => {
      /** Page 4, turned on by key while its layout is still to come. */
      const turned = async (reply: unknown, { key = 'ArrowRight', taps = 1, after = '' } = {}) => {
        const measured = Promise.withResolvers<unknown>()
        const reader = await guided([390, 844], 'single', 4, { [`GET ${AT}/layouts/3`]: () => measured.promise })
        const timers = spyOn(globalThis, 'setTimeout')
        for (let tap = 0; tap < taps; tap++) await reader.press(key)
        const [late] = timers.mock.calls.find(([, ms]) => ms === 1000) ?? []
        timers.mockRestore()
        if (after) await reader.press(after)
        expect(shown(reader)).toEqual([3])
        if (reply !== 'late') measured.resolve(reply)
        await reader.whenIdle()
        // The wait ends, whether or not the panels came first.
        await act(() => (late as () => void)())
        return reader
      }

      test.each([['ArrowRight'], [' ']])('a step waits for them: %s', async (key) => {
        const reader = await turned(layout, { key, taps: 2 })
        expect([shown(reader), panel(reader)]).toEqual([[3], 'Panel 1 of 2'])
      })

      test.each([
        ['it has none', { crop: null, panels: null }],
        ['they cannot be found', refusal(422, 'The page is damaged.')],
        ['they are late', 'late'],
      ])('a step turns the page once when %s', async (_, reply) => {
        expect(shown(await turned(reply, { taps: 2 }))).toEqual([4])
      })

      test.each(['ArrowLeft', 'g'])('a step waits no longer after %s', async (key) => {
        const reader = await turned({ crop: null, panels: null }, { after: key })
        expect(shown(reader)).toEqual([3])
      })

      test('the last page is not read when its picture comes first', async () => {
        const measured = Promise.withResolvers<unknown>()
        const reader = await guided([390, 844], 'single', 5, { [`GET ${AT}/layouts/5`]: () => measured.promise })
        await reader.press('End')
        await comes(pictureOf(reader, 5))
        measured.resolve(layout)
        await reader.whenIdle()
        reader.close()
        expect(bodies(reader.requests, `PUT ${AT}/progress`).at(-1)).toMatchObject({ page: 5, completed: false })
      })

      test('a wide page is not shown in halves, so that turning back begins at its last panel', async () => {
        const measured = Promise.withResolvers<unknown>()
        const wide = { pages: Array.from({ length: 6 }, () => ({ ...size, width: 3000 })) }
        const replies = { [`GET ${AT}/layouts/3`]: () => measured.promise, [`GET ${AT}/sizes`]: wide }
        const reader = await guided([390, 844], 'single', 5, replies, { split: true })
        await reader.press('ArrowLeft')
        expect([shown(reader), reader.find('[data-here] .reader-spread').style.transform]).toEqual([[3], ''])
        measured.resolve({ ...layout, panels: { ltr: [...panels, ...panels], rtl: [] } })
        await reader.whenIdle()
        expect(panel(reader)).toBe('Panel 4 of 4')
      })

      test('a jump drops the step that waits', async () => {
        const measured = Promise.withResolvers<unknown>()
        const reader = await guided([390, 844], 'single', 4, { [`GET ${AT}/layouts/3`]: () => measured.promise })
        await reader.press('ArrowRight')
        await reader.press('Home')
        measured.resolve({ crop: null, panels: null })
        await reader.whenIdle()
        expect(shown(reader)).toEqual([0])
      })
    })

    test('is read once the last panel of the last page was shown', async () => {
      const reader = await guided([390, 844], 'single', 5)
      for (let turn = 0; turn < 2; turn++) await reader.press('ArrowRight')
      await comes(pictureOf(reader, 5))
      expect([shown(reader), panel(reader)]).toEqual([[5], 'Panel 1 of 2'])
      window.dispatchEvent(new window.Event('pagehide'))
      await reader.press('ArrowRight')
      expect(panel(reader)).toBe('Panel 2 of 2')
      reader.close()
      const sent = bodies(reader.requests, `PUT ${AT}/progress`)
      expect(sent).toMatchObject([{ page: 5, completed: false }, { page: 5 }])
      expect(sent.at(-1)).not.toHaveProperty('completed')
    })

    test('is read at its last panel, also when it was opened at the last page', async () => {
      const reader = await guided([390, 844], 'single', 6)
      await comes(pictureOf(reader, 5))
      expect(panel(reader)).toBe('Panel 1 of 2')
      expect(bodies(reader.requests, `PUT ${AT}/progress`)).toEqual([])
      await reader.press('ArrowRight')
      reader.close()
      const [sent, ...more] = bodies(reader.requests, `PUT ${AT}/progress`)
      expect([sent, more]).toMatchObject([{ page: 5 }, []])
      expect(sent).not.toHaveProperty('completed')
    })

    test('is not started by its panels alone', async () => {
      const reader = await guided([390, 844], 'single', 4)
      await reader.press('ArrowRight')
      expect(panel(reader)).toBe('Panel 2 of 2')
      reader.close()
      expect(bodies(reader.requests, `PUT ${AT}/progress`)).toEqual([])
    })

    test('starts a page that is jumped back to at its first panel', async () => {
      const reader = await guided([390, 844], 'single', 5)
      await reader.press('t')
      await reader.click('Page 4')
      await reader.whenIdle()
      expect([shown(reader), panel(reader)]).toEqual([[3], 'Panel 1 of 2'])
    })

    test('begins again when the reading direction changes', async () => {
      const reader = await guided([390, 844], 'single', 4)
      await reader.press('ArrowRight')
      expect(panel(reader)).toBe('Panel 2 of 2')
      await reader.press('d')
      expect(panel(reader)).toBe('Panel 1 of 2')
    })

    test('is read when it is left at its end after a jump to the last page', async () => {
      const reader = await guided([390, 844], 'single')
      await reader.press('End')
      for (let turn = 0; turn < 2; turn++) await reader.press('ArrowRight')
      expect(reader.text()).toContain('is read')
      reader.close()
      expect(bodies(reader.requests, `PUT ${AT}/progress`).at(-1)).not.toHaveProperty('completed')
    })
  })

  describe('of one page', () => {
    const looked = async (
      page_count: number,
      {
        stays,
        change = {},
        more = {},
        picture = 'load',
      }: { stays: boolean; change?: object; more?: Record<string, unknown>; picture?: 'load' | 'error' },
    ) => {
      const timers = spyOn(globalThis, 'setTimeout')
      const reader = await open(issue({ page_count, next: null, ...change }), more)
      await comes(pictureOf(reader, 0), picture)
      const [look, after] = timers.mock.calls.find(([, ms]) => ms === 3000) ?? []
      const timer = timers.mock.results[timers.mock.calls.findIndex(([, ms]) => ms === 3000)]?.value
      timers.mockRestore()
      clearTimeout(timer as Timer)
      if (stays) (look as undefined | (() => void))?.()
      reader.close()
      return { after, saved: bodies(reader.requests, `PUT ${AT}/progress`).length }
    }

    test('is read after three seconds in view', async () => {
      expect(await looked(1, { stays: true })).toEqual({ after: 3000, saved: 1 })
    })

    test.each([
      [30_000, 0],
      [1_000, 1],
    ])('that is %i px high is read as a strip after three seconds: %i', async (height, saved) => {
      Object.assign(globalThis, { innerWidth: 390, innerHeight: 844 })
      const change = { layout: 'strip', view: { reading_direction: 'ltr' } }
      const more = { [`GET ${AT}/sizes`]: { pages: [{ ...size, height }] } }
      expect((await looked(1, { stays: true, change, more })).saved).toBe(saved)
    })

    test('is not read when its picture failed', async () => {
      expect(await looked(1, { stays: true, picture: 'error' })).toEqual({ after: undefined, saved: 0 })
    })

    test('is not read when the user leaves earlier', async () => {
      expect(await looked(1, { stays: false })).toEqual({ after: 3000, saved: 0 })
    })

    test('is read when it is left at its end', async () => {
      const reader = await open(issue({ page_count: 1 }))
      await reader.press('ArrowRight')
      expect(reader.text()).toContain('Harbor Lights #12 is read')
      reader.close()
      expect(bodies(reader.requests, `PUT ${AT}/progress`)).toMatchObject([{ page: 0 }])
    })

    test('of several pages is not read by opening it', async () => {
      expect(await looked(6, { stays: true })).toEqual({ after: undefined, saved: 0 })
    })
  })

  test('as a strip has the pages near the window below each other', async () => {
    const reader = await open(issue({ layout: 'strip', page_count: 300, view: { reading_direction: 'ltr' } }))
    expect(reader.root.querySelectorAll('.reader-strip .reader-page').length).toBeGreaterThan(0)
    expect(reader.root.querySelectorAll('.reader-strip .reader-page').length).toBeLessThan(12)
  })

  test('as a strip has space between pages on request, without making pages smaller', async () => {
    const placed = async (gap: boolean) => {
      const view = { reading_direction: 'ltr', direction_chosen: false, gap }
      const reader = await open(issue({ layout: 'strip', page_count: 3, view }))
      const [first, second] = [...reader.root.querySelectorAll<HTMLElement>('.reader-strip-page')]
      const height = first?.querySelector<HTMLElement>('.reader-page')?.style.height
      return { height, next: second?.style.top }
    }
    const { height, next } = await placed(false)
    expect(next).toBe(height)
    expect(await placed(true)).toEqual({ height, next: `${Number.parseFloat(height!) + 16}px` })
  })

  test('as a strip resumes at the reading line, and Enter opens the next issue where its card is in view', async () => {
    const strip = issue({
      layout: 'strip',
      view: { reading_direction: 'ltr' },
      previous: { issue_id: 'i0', label: '#11' },
    })
    const reader = await open(strip)
    const box = reader.find('.reader-strip')
    const scrollTo = async (top: number) => {
      box.scrollTop = top
      await act(() => void box.dispatchEvent(new (window as unknown as typeof globalThis).Event('scroll')))
      await reader.whenIdle()
    }
    await reader.press('Enter')
    expect(location.pathname).toBe('/read/i1')
    const height = Number.parseFloat(reader.find('.reader-page').style.height)
    await scrollTo(height * 2)
    expect(words(reader)).toBe('Page 3 of 6')
    await scrollTo(height * 5)
    expect(words(reader)).toBe('Page 6 of 6')
    await reader.press('Enter')
    expect(location.pathname).toBe('/read/i1')
    await scrollTo(height * 6)
    await reader.press('Enter')
    expect(location.pathname).toBe('/read/i2')
  })

  test('is dimmed on request', async () => {
    const bright = await open()
    expect(bright.root.querySelector('.reader-dim')).toBeNull()
    bright.close()
    localStorage.setItem('panelkeep.reader', JSON.stringify({ brightness: 0.75 }))
    expect((await open()).find('.reader-dim').style.opacity).toBe('0.25')
  })

  test('hides its controls with a turn by tap, and shows them with a tap in the middle', async () => {
    const reader = await open()
    const stage = reader.find('.reader-stage')
    stage.getBoundingClientRect = () => ({ left: 0, top: 0 }) as DOMRect
    let t = 0
    const tap = async (share: number) => {
      t += 1000
      for (const type of ['pointerdown', 'pointerup']) {
        const event = new (window as unknown as typeof globalThis).Event(type, { bubbles: true, cancelable: true })
        const said = { pointerId: 1, clientX: innerWidth * share, clientY: innerHeight / 2, timeStamp: t, button: 0 }
        for (const [key, value] of Object.entries(said)) Object.defineProperty(event, key, { value })
        await act(() => void stage.dispatchEvent(event))
      }
      await reader.whenIdle()
      return [words(reader), reader.find('.reader').dataset.controls]
    }
    expect(await tap(0.5)).toEqual(['Page 1 of 6', 'shown'])
    expect(await tap(0.9)).toEqual(['Page 2 of 6', undefined])
    expect(await tap(0.5)).toEqual(['Page 2 of 6', 'shown'])
    expect(await tap(0.1)).toEqual(['Page 1 of 6', undefined])
  })
})

describe('settings of the view', () => {
  test('modes and directions are saved for the series', async () => {
    const reader = await open()
    await reader.press('m')
    await reader.press('d')
    await reader.press('s')
    expect(bodies(reader.requests, VIEW)).toEqual([
      { layout: 'paged', spread: 'double' },
      { reading_direction: 'rtl' },
      { first_alone: false },
    ])
    expect(shown(reader)).toEqual([1, 0])
    expect(reader.text()).toContain('Pairs from the first page on')
  })

  test('the pairs move by one page after a wide page too, and stay moved when the issue is opened again', async () => {
    const pages = ['t', 't', 't', 'w', 't', 't', 't', 't'].map((shape) =>
      shape === 'w' ? { width: 2000, height: 1500, type: 'jpeg' } : { width: 1000, height: 1500, type: 'jpeg' },
    )
    const view = { reading_direction: 'ltr', direction_chosen: false, spread: 'double' }
    const wide = () => open(issue({ page_count: 8, view }), { path: '/read/i1?page=5', [`GET ${AT}/sizes`]: { pages } })
    const reader = await wide()
    expect(shown(reader)).toEqual([4, 5])
    await reader.press('s')
    expect(shown(reader)).toEqual([4])
    await reader.press('ArrowRight')
    expect(shown(reader)).toEqual([5, 6])
    expect(reader.text()).toContain('The pairs from here on are moved by one page')
    expect(bodies(reader.requests, VIEW)).toEqual([])
    reader.close()
    const again = await wide()
    expect(shown(again)).toEqual([4])
    await again.press('s')
    expect(shown(again)).toEqual([4, 5])
    again.close()
  })

  test('two keys within one frame count twice, and are saved in that order', async () => {
    const { promise: first, resolve } = Promise.withResolvers<object>()
    let saved = ''
    const reader = await open(issue(), {
      [VIEW]: async ({ body }: ReceivedRequest) => {
        const { reading_direction: direction } = body as { reading_direction: string }
        if (direction === 'rtl') await first
        saved = direction
        return { view: { reading_direction: direction } }
      },
    })
    const key = () => new (window as unknown as typeof globalThis).KeyboardEvent('keydown', { key: 'd', bubbles: true })
    await act(() => {
      for (let press = 0; press < 2; press++) document.activeElement?.dispatchEvent(key())
    })
    resolve({})
    await reader.whenIdle()
    expect(reader.find('.reader-stage').dataset.direction).toBe('down')
    expect(saved).toBe('down')
  })

  const DOWN = 'panelkeep.reader.down'

  test('the strip mode of an earlier version on this device is sent to the server when the series is opened', async () => {
    localStorage.setItem(DOWN, '["s1","s2"]')
    const reader = await open()
    expect(bodies(reader.requests, VIEW)).toEqual([{ reading_direction: 'down' }])
    expect(localStorage.getItem(DOWN)).toBe('["s2"]')
    await reader.press('d')
    expect(reader.text()).toContain('Left to right')
  })

  test('the strip mode stays on this device until the server has accepted it, and is dropped if the server has a choice', async () => {
    localStorage.setItem(DOWN, '["s1"]')
    await open(issue(), { [VIEW]: refusal(503, 'Not now.') })
    expect(localStorage.getItem(DOWN)).toBe('["s1"]')
    const reader = await open(issue({ view: { reading_direction: 'rtl', direction_chosen: true, spread: 'single' } }))
    expect(bodies(reader.requests, VIEW)).toEqual([])
    expect(localStorage.getItem(DOWN)).toBe('[]')
  })

  test('are reset to the defaults of the series', async () => {
    let view: object = { reading_direction: 'down', direction_chosen: true, spread: 'double' }
    const reader = await open(() => issue({ view }), {
      'DELETE /api/reading/series/s1/view': () => {
        view = { reading_direction: 'ltr', direction_chosen: false }
        return { view }
      },
    })
    expect(reader.find('.reader-stage').dataset.direction).toBe('down')
    await reader.click('How it is shown')
    await reader.click('Reset to default')
    expect(reader.root.textContent).not.toContain('Reset to default')
    expect(reader.requests.map(({ name }) => name)).toContain('DELETE /api/reading/series/s1/view')
    expect(reader.find('.reader-stage').dataset.direction).toBe('ltr')
  })

  test('that were not saved show the reason, and still apply here', async () => {
    const usual = { reading_direction: 'ltr', direction_chosen: false }
    const reader = await open(issue({ view: usual }), { [VIEW]: refusal(503, 'The disk sleeps.') })
    await reader.press('d')
    expect(reader.find('.reader-stage').dataset.direction).toBe('rtl')
    expect(toasts.value.at(-1)).toMatchObject({
      kind: 'error',
      text: 'Shown here, but not saved for the series. The disk sleeps.',
    })
    // A rejected choice cannot be reset, and does not block later choices.
    await reader.click('How it is shown')
    expect(reader.root.textContent).not.toContain('Reset to default')
    await reader.click('Width')
    expect(bodies(reader.requests, VIEW)).toEqual([{ reading_direction: 'rtl' }, { fit: 'width' }])
  })

  test('can be reset right after a choice; a failed reset shows the reason and changes nothing', async () => {
    const reader = await open(issue({ view: { reading_direction: 'ltr', direction_chosen: false } }), {
      'DELETE /api/reading/series/s1/view': refusal(503, 'The disk sleeps.'),
    })
    await reader.press('d')
    await reader.click('How it is shown')
    await reader.click('Reset to default')
    expect(reader.find('.reader-stage').dataset.direction).toBe('rtl')
    expect(toasts.value.at(-1)).toMatchObject({
      kind: 'error',
      text: 'The settings of the series were not reset. The disk sleeps.',
    })
    expect(reader.root.textContent).toContain('Reset to default')
  })

  test('a choice of the direction removes the value of an earlier version, another choice does not', async () => {
    localStorage.setItem('panelkeep.reader.down', '["s1"]')
    const reader = await open(issue(), { [VIEW]: refusal(503, 'Not now.') })
    await reader.press('m')
    expect(localStorage.getItem('panelkeep.reader.down')).toBe('["s1"]')
    await reader.press('d')
    expect(localStorage.getItem('panelkeep.reader.down')).toBe('[]')
  })

  test('high pages open as a strip, unless a mode was chosen', async () => {
    const pages = Array.from({ length: 6 }, () => ({ width: 700, height: 9000, type: 'jpeg' }))
    const isStrip = async (view: object) => {
      const reader = await open(issue({ view }), { [`GET ${AT}/sizes`]: { pages } })
      const strips = reader.root.querySelectorAll('.reader-strip').length
      expect(bodies(reader.requests, VIEW)).toEqual([])
      reader.close()
      return strips === 1
    }
    expect(await isStrip({ reading_direction: 'ltr' })).toBe(true)
    expect(await isStrip({ reading_direction: 'ltr', spread: 'single' })).toBe(false)
    expect(await isStrip({ reading_direction: 'ltr', layout: 'paged' })).toBe(false)
  })

  test('cannot be reset before a choice', async () => {
    const reader = await open(issue({ view: { reading_direction: 'ltr', direction_chosen: false } }))
    await reader.click('How it is shown')
    expect(reader.root.textContent).not.toContain('Reset to default')
  })

  test('the sheet has the settings of the series and of this screen', async () => {
    const reader = await open()
    await reader.click('How it is shown')
    await reader.click('Width')
    await reader.click('Paper')
    await reader.click('One hand')
    expect(bodies(reader.requests, VIEW)).toEqual([{ fit: 'width' }])
    expect(JSON.parse(localStorage.getItem('panelkeep.reader') ?? '{}')).toMatchObject({
      ground: 'paper',
      oneHand: true,
    })
    expect(reader.find('.reader').dataset.ground).toBe('paper')
    expect(document.documentElement.dataset.theme).toBe('light')
    reader.close()
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })

  test('B adds a bookmark, and a second press removes it', async () => {
    const mark = { page: 0, note: null, created_at: '2026-11-21T08:00:00.000Z' }
    const reader = await open(issue(), {
      [`PUT ${AT}/bookmarks/0`]: { bookmarks: [mark] },
      [`DELETE ${AT}/bookmarks/0`]: { bookmarks: [] },
    })
    await reader.press('b')
    expect(reader.text()).toContain('Page 1 bookmarked')
    expect(reader.named('Remove the bookmark').getAttribute('aria-pressed')).toBe('true')
    await reader.press('b')
    expect(reader.text()).toContain('Bookmark at page 1 removed')
  })

  test('a bookmark that the server does not answer is kept, and sent when the issue is opened again', async () => {
    const put = `PUT ${AT}/bookmarks/0`
    const away = await open(issue(), { [put]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await away.press('b')
    expect([away.text().includes('Page 1 bookmarked'), toasts.value]).toEqual([true, []])
    away.close()
    const reader = await open(issue(), { ...ownSession, [put]: { bookmarks: [] } })
    expect(reader.named('Remove the bookmark')).toBeDefined()
    await reader.whenIdle()
    expect(reader.requests.filter(({ name }) => name === put)).toHaveLength(1)
  })

  test('a bookmark is sent when the server answers again', async () => {
    let isAway = false
    const put = `PUT ${AT}/bookmarks/0`
    const unlessAway = (reply: unknown) => () => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : reply)
    const replies = { ...ownSession, [put]: unlessAway({ bookmarks: [] }), [`GET ${AT}`]: unlessAway(issue()) }
    const reader = await open(issue(), replies)
    isAway = true
    await reader.press('b')
    await reader.until('The connection is lost')
    isAway = false
    window.dispatchEvent(new window.Event('online'))
    await reader.whenIdle()
    expect(reader.text()).not.toContain('The connection is lost')
    expect(reader.requests.filter(({ name }) => name === put)).toHaveLength(2)
  })

  test('a bookmark that the server refuses says why', async () => {
    const refusal = Response.json({ detail: 'No such page.' }, { status: 404 })
    const reader = await open(issue(), { [`PUT ${AT}/bookmarks/0`]: refusal })
    await reader.press('b')
    expect(toasts.value.map(({ text }) => text)).toEqual(['The bookmark was not saved. No such page.'])
  })

  test('every page is reached by its thumbnail, and by its number', async () => {
    const reader = await open()
    await reader.press('t')
    await reader.click('Page 5')
    expect(shown(reader)).toEqual([4])
    await reader.press('g')
    await reader.type('dialog input', '2')
    await reader.submit('dialog form')
    expect(shown(reader)).toEqual([1])
    await reader.press('?')
    expect(reader.text()).toContain('Turn the page, in the reading direction')
  })

  test('text typed into a dialog stays while pictures arrive', async () => {
    const reader = await open(issue({ bookmarks: [{ page: 0, note: null, created_at: '2026-11-20T10:00:00.000Z' }] }))
    const typed = async (field: string, text: string) => {
      const box = reader.find<HTMLInputElement>(field)
      box.value = text
      await comes(reader.find('[data-here] img'))
      await reader.press('ArrowRight', reader.find('.reader'))
      await reader.whenIdle()
      expect(box.value).toBe(text)
    }
    await reader.press('g')
    await typed('dialog input', '2')
    await reader.click('Close')
    await reader.press('t')
    await reader.click('1 bookmark')
    await typed('[aria-label="Note for page 1"]', 'The lighthouse')
  })
})

test.each(['pointerdown', 'wheel', 'keydown'])('the tap zones are shown on a phone until the first %s', async (use) => {
  const { matchMedia } = globalThis
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) })
  try {
    const reader = await open()
    expect(reader.root.querySelector('.reader-zones-once')).not.toBeNull()
    await act(() => void window.dispatchEvent(new (window as unknown as typeof globalThis).Event(use)))
    expect(reader.root.querySelector('.reader-zones-once')).toBeNull()
    expect((await open()).root.querySelector('.reader-zones-once')).toBeNull()
  } finally {
    Object.assign(globalThis, { matchMedia })
  }
})

describe('errors', () => {
  test.each([
    [404, 'No file of this issue is in the library.', 'Issue not found', false],
    [422, 'Harbor Lights 12.cbz cannot be read. It ends early.', 'This issue cannot be read', true],
    [410, 'Harbor Lights 12.cbz is not in its folder any more.', 'This issue cannot be read', true],
    [503, 'Harbor Lights 12.cbz cannot be reached on the disk.', 'The disk does not answer', true],
    [500, 'Something broke.', 'The issue could not be opened', true],
  ])('%p is described in words', async (status, detail, title, again) => {
    const reader = await open(() => refusal(status, detail))
    expect(reader.text()).toContain(title)
    expect(reader.text()).toContain(detail)
    expect(reader.text().includes('Try again')).toBe(again)
  })

  test('a proxy whose server is down counts as a lost connection, and the issue is opened again', async () => {
    const reader = await open(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    expect(reader.text()).toContain('The connection is lost')
  })

  test('a proxy whose server is down in the middle counts as a lost connection', async () => {
    let down = false
    const answer = (value: unknown) => () => (down ? new Response('<h1>Bad Gateway</h1>', { status: 502 }) : value)
    const reader = await open(answer(issue()), { [`GET ${AT}/pages/0`]: answer(new Response('png')) })
    down = true
    await comes(reader.find('[data-here] img'), 'error')
    await reader.whenIdle()
    expect(reader.find('.reader-lost').textContent).toContain('The connection is lost')
    down = false
    await act(() => void window.dispatchEvent(new (window as unknown as typeof globalThis).Event('online')))
    await reader.whenIdle()
    expect(reader.find('.reader-lost').textContent).toBe('')
  })

  describe('with a copy on this device', () => {
    const SOURCE = '/api/reading/issues/i1/pages/0'
    const keepCopy = async () => {
      Object.assign(globalThis, { caches: fakeCaches() })
      readAs()
      storeKeptUser(currentUser.value!)
      const copy = { user_id: 'u2', issue: issue() as never, sizes: [], layouts: {}, pages: 6, bytes: 9 } as const
      await copies().save({ ...copy, state: 'whole', kept_at: new Date().toISOString() })
    }
    const copied = async (own: Record<string, unknown>) => {
      await keepCopy()
      const reader = await open(issue(), own)
      await comes(reader.find('[data-here] img'), 'error')
      await reader.until('Page 1')
      for (let turn = 0; turn < 8; turn++) await reader.whenIdle()
      return reader
    }
    const source = (reader: RenderedPage) => reader.find('[data-here] img').getAttribute('src')
    test('the reader continues from the copy when the proxy says that the server is down', async () => {
      const reader = await copied({ [`GET ${AT}/pages/0`]: () => new Response(null, { status: 502 }) })
      expect(source(reader)).toBe('/kept/u2/i1/0')
    })

    test('the reader continues from the copy when the server is silent without refusing', async () => {
      await keepCopy()
      const timers = spyOn(globalThis, 'setTimeout')
      let silent = false
      const reader = await open(() => (silent ? Promise.reject(new Error('too late')) : issue()))
      const late = timers.mock.calls.find(([, ms]) => ms === 8_000)?.[0] as () => void
      timers.mockRestore()
      silent = true
      await act(() => late())
      for (let turn = 0; turn < 8; turn++) await reader.whenIdle()
      expect(source(reader)).toBe('/kept/u2/i1/0')
    })

    test('a page that was refused when the copy was made shows the refusal', async () => {
      const reader = await copied({
        [`GET ${AT}/pages/0`]: () => new Response(null, { status: 502 }),
        'GET /kept/u2/i1/0': refusal(422, 'Page 1 is not a picture.'),
      })
      await comes(reader.find('[data-here] img'), 'error')
      await reader.until('Page 1 is not a picture.')
    })

    test('the reader continues from the server when another tab removed the copy', async () => {
      let down = true
      const reader = await copied({ [`GET ${AT}/pages/0`]: () => new Response(null, { status: down ? 502 : 200 }) })
      down = false
      await comes(reader.find('[data-here] img'), 'error')
      for (let turn = 0; turn < 8; turn++) await reader.whenIdle()
      expect(source(reader)).toStartWith(SOURCE)
    })
  })

  test('a text-only book is offered as a file for another app', async () => {
    const reader = await open(issue({ page_count: 0 }))
    expect(reader.text()).toContain('This is a book of text')
    expect(reader.named('Download the book').getAttribute('href')).toContain('/opds/issues/i1/')
  })

  test('a session that ended leaves the page to the login', async () => {
    session.value = { is: 'in', username: 'ana' }
    await open(() => refusal(401, 'Session expired or invalid.'))
    expect(session.peek().is as string).toBe('guest')
  })

  test('a page that cannot be loaded shows the reason, and is retried', async () => {
    const reader = await open(issue(), { [`GET ${AT}/pages/0`]: refusal(410, 'Page 1 is damaged.') })
    await comes(reader.find('[data-here] img'), 'error')
    await reader.whenIdle()
    expect(reader.text()).toContain('Page 1 could not be loaded')
    expect(reader.text()).toContain('Page 1 is damaged.')
    await reader.click('Try again')
    expect(reader.find('[data-here] img').getAttribute('src')).toContain('/pages/0')
  })

  test('without a connection the end offers only an issue on this device', async () => {
    let lost = false
    const answer = (value: unknown) => () => (lost ? Promise.reject(new TypeError('Failed to fetch')) : value)
    const reader = await open(answer(issue()), { path: '/read/i1?page=6', [`GET ${AT}/pages/5`]: answer({}) })
    lost = true
    await comes(pictureOf(reader, 5), 'error')
    await reader.whenIdle()
    await reader.press('ArrowRight')
    expect(reader.text()).toContain('#13 is not on this device.')
    keptIssues.value = new Map([['i2', { state: 'whole' } as unknown as Copy]])
    await reader.whenIdle()
    expect(reader.find('.reader-card').textContent).toContain('Next: #13')
  })

  test('a file that was replaced meanwhile is opened anew', async () => {
    let now = issue()
    const reader = await open(() => now, {
      path: '/read/i1?page=6',
      [`GET ${AT}/pages/5`]: refusal(400, 'There is no page 6: the issue has 4.'),
    })
    now = issue({ version: 'v8', page_count: 4 })
    await comes(pictureOf(reader, 5), 'error')
    await reader.until('Page 4 of 4')
  })

  test('a file that was replaced opens where it was read, not at the page in the address, and skips no page', async () => {
    let now = issue()
    const reader = await open(() => now, {
      path: '/read/i1?page=2',
      [`GET ${AT}/pages/4`]: refusal(410, 'The file was replaced. Open the issue again.'),
    })
    for (let turn = 0; turn < 3; turn++) await reader.press('ArrowRight')
    now = issue({ version: 'v8', page_count: 5, progress: progress(4) })
    await comes(pictureOf(reader, 4), 'error')
    // Page 5 of the earlier file, when the missing page was before it.
    await reader.until('Page 4 of 5')
  })

  test('a thumbnail of a replaced file opens the new one too', async () => {
    let now = issue()
    const reader = await open(() => now, { path: '/read/i1?page=2' })
    await reader.press('a')
    now = issue({ version: 'v8', page_count: 4 })
    await comes(reader.find('.reader-grid img'), 'error')
    await reader.until('Page 1 of 4')
  })

  test('a lost connection is reported, and missing pages are loaded once it is back', async () => {
    let lost = false
    const answer = (value: unknown) => () => (lost ? Promise.reject(new TypeError('Failed to fetch')) : value)
    const reader = await open(answer(issue()), { [`GET ${AT}/pages/0`]: answer(new Response('png')) })
    lost = true
    await comes(reader.find('[data-here] img'), 'error')
    await reader.whenIdle()
    expect(reader.find('.reader-lost').textContent).toContain('The connection is lost')
    lost = false
    await act(() => void window.dispatchEvent(new (window as unknown as typeof globalThis).Event('online')))
    await reader.whenIdle()
    expect(reader.find('.reader-lost').textContent).toBe('')
    expect(reader.find('[data-here] img').getAttribute('src')).toContain('/pages/0')
  })
})
