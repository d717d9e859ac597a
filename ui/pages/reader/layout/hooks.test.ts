import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html, type VNode } from '../../../html'
import type { Copy } from '../../../kept/copies'
import { copies, storeKeptUser } from '../../../kept/kept-issues'
import { closeCopy, openCopy } from '../../../kept/open-copies'
import { toasts } from '../../../state/toasts'
import { currentUser } from '../../../state/user'
import { fakeCaches } from '../../../testing/cache-storage'
import { readAs } from '../../../testing/reader-session'
import { type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { ReadIssue } from '../wire'
import { useMovedPairs } from './use-moved-pairs'
import { usePageLayouts } from './use-page-layouts'
import { useViews, type Views } from './use-views'

withWindow()
beforeEach(() => {
  localStorage.clear()
  toasts.value = []
})
afterEach(() => {
  currentUser.value = null
})

const issueOf = (more: Partial<ReadIssue> = {}) =>
  ({
    issue_id: 'i1',
    comic_id: 's1',
    version: 'v1',
    page_count: 6,
    layout: 'paged',
    view: { reading_direction: 'ltr', direction_chosen: false },
    ...more,
  }) as ReadIssue

/** Draws a hook, and returns its newest result. */
async function hook<T, P>(use: (input: P) => T, first: P, replies: Replies = {}) {
  let now: T
  let input = first
  let redraw: () => void = () => undefined
  function Part(): VNode {
    now = use(input)
    return html`<p></p>`
  }
  const { useState } = await import('../../../html')
  function Page(): VNode {
    const [turn, setTurn] = useState(0)
    redraw = () => setTurn(turn + 1)
    return html`<${Part} turn=${turn} />`
  }
  const page = await renderPage(html`<${Page} />`, { replies })
  return {
    page,
    now: () => now,
    run: async (work: (now: T) => unknown) => {
      await act(() => void work(now))
      await page.whenIdle()
    },
    next: async (other: P) => {
      input = other
      await act(() => redraw())
      await page.whenIdle()
    },
    names: () => page.requests.map(({ name }) => name),
  }
}

describe('moved pairs', () => {
  test('are moved and moved back, and stored for the issue', async () => {
    const pairs = await hook(useMovedPairs, 'i1')
    await pairs.run(({ toggle }) => toggle(4))
    await pairs.run(({ toggle }) => toggle(8))
    await pairs.run(({ toggle }) => toggle(4))
    expect(pairs.now().pages).toEqual([8])
    expect((await hook(useMovedPairs, 'i1')).now().pages).toEqual([8])
    expect((await hook(useMovedPairs, 'i2')).now().pages).toEqual([])
  })
})

describe('the layouts of pages', () => {
  type Input = { page: number; wanted?: boolean; issue?: ReadIssue }
  const use = ({ page, wanted = true, issue = issueOf() }: Input) => usePageLayouts(issue, page, wanted)
  const layout = { crop: null, panels: null }
  const at = (page: number) => `GET /api/reading/issues/i1/layouts/${page}`
  const replies = Object.fromEntries([0, 1, 2, 3, 4, 5].map((page) => [at(page), layout]))

  test('are fetched for the page and the two behind it, each once', async () => {
    const layouts = await hook(use, { page: 0 }, replies)
    expect(layouts.names()).toEqual([at(0), at(1), at(2)])
    await layouts.next({ page: 1 })
    expect(layouts.names()).toEqual([at(0), at(1), at(2), at(3)])
    expect([...layouts.now().keys()]).toEqual([0, 1, 2, 3])
  })

  test('are fetched up to the last page, and only where a part of a page is shown', async () => {
    expect((await hook(use, { page: 4 }, replies)).names()).toEqual([at(4), at(5)])
    expect((await hook(use, { page: 4, wanted: false }, replies)).names()).toEqual([])
  })

  test('that failed are fetched again when the page is turned to again', async () => {
    let broken = true
    const layouts = await hook(
      use,
      { page: 5 },
      { ...replies, [at(5)]: () => (broken ? refusal(503, 'busy') : layout) },
    )
    expect([...layouts.now()]).toEqual([[5, undefined]])
    broken = false
    await layouts.next({ page: 4 })
    expect([...layouts.now()].toSorted()).toEqual([
      [4, layout],
      [5, layout],
    ])
  })

  test('of a replaced file are fetched again', async () => {
    const layouts = await hook<ReturnType<typeof use>, Input>(use, { page: 5 }, replies)
    await layouts.next({ page: 5, issue: issueOf({ version: 'v2' }) })
    expect(layouts.names()).toEqual([at(5), at(5)])
  })

  test('stop where the page was turned meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof layout>()
    const layouts = hook(use, { page: 0 }, { ...replies, [at(0)]: () => promise })
    const { next, names } = await layouts
    await next({ page: 3 })
    resolve(layout)
    await next({ page: 3 })
    expect(names().toSorted()).toEqual([at(0), at(3), at(4), at(5)])
  })

  test('come from the copy on this device', async () => {
    Object.assign(globalThis, { caches: fakeCaches() })
    readAs()
    storeKeptUser(currentUser.value!)
    const copy = { user_id: 'u2', issue: issueOf(), sizes: [], layouts: { 0: layout, 3: layout }, state: 'whole', pages: 6, bytes: 1, kept_at: '' } // biome-ignore format: one line
    await copies().save(copy as unknown as Copy)
    await openCopy('i1')
    const layouts = await hook(use, { page: 0 }, replies)
    closeCopy('i1')
    expect(layouts.names()).toEqual([])
    // Those that the copy lacks are known not to be measured.
    expect([...layouts.now()]).toEqual([0, 1, 2, 3, 4, 5].map((page) => [page, page % 3 === 0 ? layout : undefined]))
  })
})

describe('the view settings', () => {
  const VIEW = '/api/reading/series/s1/view'
  const [PATCH, DELETE] = [`PATCH ${VIEW}`, `DELETE ${VIEW}`]
  const open = (issue = issueOf(), replies: Replies = {}) => hook(useViews, issue, { [PATCH]: { success: true }, ...replies }) // biome-ignore format: one line
  type Shown = Awaited<ReturnType<typeof open>>
  const sent = ({ page }: Shown) => page.requests.filter(({ name }) => name === PATCH).map(({ body }) => body)

  test('of a series change at once, are sent one after the other, and can be reset then', async () => {
    const gate = Promise.withResolvers<object>()
    let open_ = 0
    let most = 0
    const reply = async () => {
      open_ += 1
      most = Math.max(most, open_)
      await gate.promise
      open_ -= 1
      return { success: true }
    }
    const views = await open(issueOf(), { [PATCH]: reply })
    expect(views.now().resetSeries).toBeUndefined()
    views.now().setSeries({ fit: 'width' })
    views.now().setSeries({ gap: true })
    expect(views.now().latest()).toMatchObject({ fit: 'width', gap: true })
    gate.resolve({})
    await views.run(() => undefined)
    expect([sent(views), most]).toEqual([[{ fit: 'width' }, { gap: true }], 1])
    expect([views.now().series.fit, typeof views.now().resetSeries]).toEqual(['width', 'function'])
  })

  test('of a series stay on the page when they cannot be saved, with the reason, and the next are sent', async () => {
    let broken = true
    const views = await open(issueOf(), {
      [PATCH]: () => (broken ? refusal(500, 'The disk is full.') : { success: true }),
    })
    await views.run(({ setSeries }) => setSeries({ fit: 'width' }))
    expect(views.now().series.fit).toBe('width')
    expect(toasts.value.map(({ text, kind }) => [text, kind])).toEqual([['Shown here, but not saved for the series. The disk is full.', 'error']]) // biome-ignore format: one line
    broken = false
    await views.run(({ setSeries }) => setSeries({ gap: true }))
    expect(sent(views)).toHaveLength(2)
    expect(toasts.value).toHaveLength(1)
  })

  test('of the device are stored there alone', async () => {
    const views = await open()
    await views.run(({ setDevice }) => setDevice({ ground: 'paper' }))
    await views.run(({ setDevice }) => setDevice({ crop: true }))
    expect([views.now().device.ground, views.names()]).toEqual(['paper', []])
    expect((await open()).now().device).toMatchObject({ ground: 'paper', crop: true })
  })

  const isChosen = { reading_direction: 'ltr', direction_chosen: true, spread: 'single', fit: 'width' } as const
  test('of a series are reset to those of the server', async () => {
    const views = await open(issueOf({ view: isChosen }), { [DELETE]: { success: true }, 'GET /api/reading/issues/i1': issueOf() }) // biome-ignore format: one line
    expect(views.now().series).toMatchObject({ mode: 'single', fit: 'width' })
    await views.run(({ resetSeries }) => resetSeries!())
    expect(views.now().series).toMatchObject({ mode: 'auto', fit: 'smart' })
    expect(views.now().resetSeries).toBeUndefined()
    await views.run(({ assumeStrip }) => assumeStrip())
    expect(views.now().series.mode).toBe('strip')
  })

  test('of a series that cannot be reset stay, with the reason', async () => {
    const views = await open(issueOf({ view: isChosen }), { [DELETE]: refusal(500, 'The disk is full.') })
    await views.run(({ resetSeries }) => resetSeries!())
    expect([views.now().series.fit, typeof views.now().resetSeries]).toEqual(['width', 'function'])
    expect(toasts.value.at(-1)?.text).toBe('The settings of the series were not reset. The disk is full.')
  })

  describe('of pieces of a strip', () => {
    const assume = async (issue: ReadIssue, before: (views: Views) => unknown = () => undefined) => {
      const views = await open(issue)
      await views.run(before)
      await views.run(({ assumeStrip }) => assumeStrip())
      return [views.now().series.mode, views.now().resetSeries !== undefined]
    }

    test('become a strip, which is no choice of the user', async () => {
      expect(await assume(issueOf())).toEqual(['strip', false])
    })

    test('stay as the user chose them', async () => {
      const view = { reading_direction: 'ltr', direction_chosen: false } as const
      expect(await assume(issueOf({ view: { ...view, spread: 'double' } }))).toEqual(['double', true])
      expect(await assume(issueOf({ view: { ...view, layout: 'paged' } }))).toEqual(['auto', true])
      expect(await assume(issueOf(), ({ setSeries }) => setSeries({ mode: 'single' }))).toEqual(['single', true])
    })

    test('become a strip also when only other settings were chosen', async () => {
      expect(await assume(issueOf(), ({ setSeries }) => setSeries({ gap: true }))).toEqual(['strip', true])
    })
  })

  describe('that an earlier version kept on this device', () => {
    const DOWN = 'panelkeep.reader.down'
    beforeEach(() => localStorage.setItem(DOWN, '["s1","s2"]'))

    test('are sent once and then forgotten', async () => {
      const views = await open()
      expect(views.now().series.direction).toBe('down')
      expect([sent(views), localStorage.getItem(DOWN)]).toEqual([[{ reading_direction: 'down' }], '["s2"]'])
    })

    test('stay for the next time without a connection', async () => {
      const views = await open(issueOf(), { [PATCH]: refusal(503, 'busy') })
      expect([localStorage.getItem(DOWN), toasts.value, views.now().series.direction]).toEqual([
        '["s1","s2"]',
        [],
        'down',
      ])
    })

    test('are forgotten where the server has a choice, or the user makes one', async () => {
      expect(sent(await open(issueOf({ view: isChosen })))).toEqual([])
      expect(localStorage.getItem(DOWN)).toBe('["s2"]')
      localStorage.setItem(DOWN, '["s1"]')
      const views = await open(issueOf(), { [PATCH]: refusal(503, 'busy') })
      await views.run(({ setSeries }) => setSeries({ gap: true }))
      expect(localStorage.getItem(DOWN)).toBe('["s1"]')
      await views.run(({ setSeries }) => setSeries({ direction: 'rtl' }))
      expect(localStorage.getItem(DOWN)).toBe('[]')
    })
  })
})
