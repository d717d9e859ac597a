import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type RenderedPage, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { keepFiles, stopWanting, unmonitorSeries } from './moves'
import { type WantedView, wantedInput, wantedView } from './wanted-view'

withWindow()
afterEach(() => {
  toasts.value = []
})

const issues = (...ids: string[]) => ids.map((id) => ({ id, label: `Harbor #${id}` }))
const open = (replies: Replies = {}) => renderPage(html`<p></p>`, { replies, otherwise: { success: true } })
const at = (id: string, verb: string) => `PUT /api/series/issues/${id}/${verb}`
const names = (page: RenderedPage) => page.requests.map(({ name }) => name)
const texts = () => toasts.value.map(({ text }) => text)
const undo = async () => {
  const made = toasts.value.find(({ action }) => action)!.action!
  toasts.value = []
  await made.run()
}

describe('issues that are no longer wanted', () => {
  test.each([
    [['1'], 'Harbor #1 is skipped.'],
    [['1', '2'], '2 issues are skipped.'],
  ])('%j are reported as %p, and wanted again with Undo', async (ids, words) => {
    const page = await open()
    await stopWanting(issues(...ids))
    expect(texts()).toEqual([words])
    await undo()
    expect(names(page)).toEqual([...ids.map((id) => at(id, 'unqueue')), ...ids.map((id) => at(id, 'queue'))])
    expect(texts()).toEqual([])
  })

  test('are those that the server accepted; the reason of the others is shown', async () => {
    await open({ [at('2', 'unqueue')]: refusal(409, 'It is being downloaded.') })
    await stopWanting(issues('1', '2'))
    expect(texts().sort()).toEqual(['Harbor #1 is skipped.', 'It is being downloaded.'])
  })

  test('are none if the first is refused, and there is no undo', async () => {
    const page = await open({ [at('1', 'unqueue')]: refusal(409, 'It is being downloaded.') })
    await stopWanting(issues('1'))
    expect(toasts.value).toMatchObject([{ text: 'It is being downloaded.', kind: 'error' }])
    expect(toasts.value[0]!.action).toBeUndefined()
    expect(names(page)).toHaveLength(1)
  })

  test('show the reason of a failed undo', async () => {
    await open({ [at('1', 'queue')]: refusal(404, 'This issue is gone.') })
    await stopWanting(issues('1'))
    await undo()
    expect(texts()).toEqual(['This issue is gone.'])
  })
})

describe('kept files', () => {
  test('are removed from the upgrades, until an undo', async () => {
    const page = await open()
    await keepFiles(issues('1'))
    expect(texts()).toEqual(['Harbor #1 is kept in the current format.'])
    await undo()
    expect(page.requests.map(({ name, body }) => [name, body])).toEqual([
      [at('1', 'keep-file'), { keep: true }],
      [at('1', 'keep-file'), { keep: false }],
    ])
  })

  test('stay upgrades when the server refuses', async () => {
    await open({ [at('1', 'keep-file')]: refusal(404, 'This issue is gone.') })
    await keepFiles(issues('1'))
    expect(texts()).toEqual(['This issue is gone.'])
  })
})

describe('series that are no longer monitored', () => {
  const BULK = 'POST /api/series/bulk'

  test.each([
    [1, '1 series no longer monitored.'],
    [3, '3 series no longer monitored.'],
  ])('are counted: %i, and monitored again with Undo', async (series, words) => {
    const page = await open({ [BULK]: { success: true, operation_id: 'o1', series } })
    await unmonitorSeries(['a', 'b'])
    expect([texts(), page.requests[0]!.body]).toEqual([[words], { action: 'unmonitor', ids: ['a', 'b'] }])
    await undo()
    expect(names(page)).toEqual([BULK, 'POST /api/series/bulk/o1/undo'])
  })

  test('show the reason of a refusal, and of a failed undo', async () => {
    await open({ [BULK]: refusal(409, 'Another change is running.') })
    await unmonitorSeries(['a'])
    expect(texts()).toEqual(['Another change is running.'])
    toasts.value = []
    await open({
      [BULK]: { operation_id: 'o1', series: 1 },
      'POST /api/series/bulk/o1/undo': refusal(410, 'It is too late.'),
    })
    await unmonitorSeries(['a'])
    await undo()
    expect(texts()).toEqual(['It is too late.'])
  })
})

describe('a view of the list', () => {
  test.each<[query: Record<string, string>, view: Omit<WantedView, 'q'>]>([
    [{}, { when: 'missing', kind: '', sort: 'newest' }],
    [{ when: 'upcoming' }, { when: 'upcoming', kind: '', sort: 'oldest' }],
    [
      { when: 'upgrades', kind: 'manga' },
      { when: 'upgrades', kind: 'manga', sort: 'newest' },
    ],
    [
      { when: 'upcoming', sort: 'series', kind: 'comic' },
      { when: 'upcoming', kind: 'comic', sort: 'series' },
    ],
    [
      { when: 'x', sort: 'x', kind: 'x' },
      { when: 'missing', kind: '', sort: 'newest' },
    ],
  ])('%j is %j', (query, view) => {
    expect(wantedView('saga', query)).toEqual({ q: 'saga', ...view })
  })

  test('is requested in parts, without what is empty', () => {
    expect(wantedInput({ q: '', when: 'missing', kind: '', sort: 'newest' }, 0).query).toEqual({
      q: undefined, when: 'missing', kind: undefined, sort: 'newest', limit: 200, offset: 0,
    }) // biome-ignore format: one glance
    expect(wantedInput({ q: 'a', when: 'missing', kind: 'manga', sort: 'newest' }, 2).query).toMatchObject({
      q: 'a',
      kind: 'manga',
      offset: 400,
    })
  })
})
