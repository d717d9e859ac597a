import { afterEach, expect, spyOn, test } from 'bun:test'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { Command } from './keys'
import { type CommandDeps, useCommands } from './use-commands'

withWindow()
const clock = { at: 10_000 }
afterEach(() => {
  clock.at = 10_000
})

type Own = {
  strip?: boolean
  on?: 'page' | 'end' | 'before'
  /** Whether there is room to scroll. */
  room?: boolean
  zoomed?: boolean
  thumbs?: boolean
  next?: string | null
  previous?: string | null
  double?: boolean
  /** The pages at which pairs can be moved. */
  start?: number
  marked?: number[]
  spread?: number[]
  saves?: boolean
}

/** The commands of a reader at page 3 of 10, with a record of their effects. */
async function commands(own: Own = {}) {
  const { strip = false, on = 'page', room = false, zoomed = false, thumbs = false, double = false } = own
  const { next = 'i2', previous = 'i0', start = 0, marked = [], spread = [2], saves = true } = own
  const did: unknown[] = []
  const note =
    (what: string) =>
    (...said: unknown[]) =>
      void did.push([what, ...said])
  const neighbour = (issue_id: string | null) => issue_id && { issue_id, label: '#' }
  const scrolls = (what: string) => (by: number) => {
    did.push([what, by])
    return room
  }
  const spreads = [[0], [1], [2]]
  const handle = {
    step: scrolls('scroll'),
    moveBy: scrolls('move by'),
    zoomBy: note('zoom'),
    unzoom: note('unzoom'),
    isZoomed: () => zoomed,
    goTo: note('go to'),
  }
  const views = {
    setSeries: note('set'),
    latest: () => ({ mode: 'single', direction: 'ltr', firstAlone: true }),
  }
  const now = {
    ...{ strip, double, spread, spreads, views, page: 2, view: { width: 400, height: 300, density: 1 } },
    ...{ pairs: { start, toggle: note('move pairs at') }, move: note('move'), finish: note('finish') },
  }
  const saving = (what: string) => async (page: number) => {
    did.push([what, page])
    return saves
  }
  const deps = {
    issue: { page_count: 10, next: neighbour(next), previous: neighbour(previous) },
    place: { on },
    now,
    handle: { current: handle },
    full: { toggle: note('full') },
    bookmarks: { has: (page: number) => marked.includes(page), put: saving('keep'), remove: saving('let go of') },
    open: note('open'),
    thumbs,
    setThumbs: note('thumbs'),
    showNote: note('showNote'),
    goIssue: ({ issue_id }: { issue_id: string }) => did.push(['issue', issue_id]),
    leave: note('leave'),
  } as unknown as CommandDeps
  const last = {} as { run: ReturnType<typeof useCommands>['run'] }
  function Reader() {
    last.run = useCommands(deps).run
    return html`<p>Pages</p>`
  }
  const time = spyOn(performance, 'now').mockImplementation(() => clock.at)
  const page = await renderPage(html`<${Reader} />`)
  const run = async (command: Command, { repeated = false, after = 1000 } = {}) => {
    clock.at += after
    last.run(command, repeated)
    await page.whenIdle()
    time.mockRestore()
    return did.splice(0)
  }
  return run
}

const turned = (by: number, before = true) => ['move', { do: 'turn', by, spreads: [[0], [1], [2]], before }]

test.each<[command: Command, own: Own, repeated: boolean, did: unknown[]]>([
  ['next', {}, false, [turned(1)]],
  ['back', {}, false, [turned(-1)]],
  ['back', { previous: null }, false, [turned(-1, false)]],
  ['next', { on: 'before' }, false, [turned(1)]],
  ['next', { on: 'end' }, false, [['issue', 'i2']]],
  ['next', { on: 'end', next: null }, false, []],
  ['back', { on: 'before' }, false, [['issue', 'i0']]],
  ['back', { on: 'end' }, false, [turned(-1)]],
  ['next', { strip: true, room: true }, false, [['scroll', 1]]],
  ['next', { strip: true }, false, [['scroll', 1], ['finish'], ['issue', 'i2']]],
  ['back', { strip: true }, false, [['scroll', -1]]],
  ['step', { room: true }, true, [['scroll', 1]]],
  ['step', {}, false, [['scroll', 1], turned(1)]],
  ['step', {}, true, [['scroll', 1]]],
  ['step-back', {}, false, [['scroll', -1], turned(-1)]],
  ['down', { room: true }, false, [['move by', -60]]],
  ['down', {}, false, [['move by', -60], turned(1)]],
  ['down', {}, true, [['move by', -60]]],
  ['down', { strip: true }, false, [['move by', -60]]],
  ['up', {}, false, [['move by', 60], turned(-1)]],
  [
    'first',
    {},
    false,
    [
      ['move', { do: 'go', page: 0, count: 10 }],
      ['go to', 0],
    ],
  ],
  [
    'last',
    {},
    false,
    [
      ['move', { do: 'go', page: 9, count: 10 }],
      ['go to', 9],
    ],
  ],
  ['full', {}, false, [['full']]],
  [
    'mode',
    { double: true },
    false,
    [
      ['set', { mode: 'double' }],
      ['showNote', 'Double pages'],
    ],
  ],
  [
    'direction',
    {},
    false,
    [
      ['set', { direction: 'rtl' }],
      ['showNote', 'Right to left'],
    ],
  ],
  ['shift', {}, false, [['showNote', 'Pairs can be shifted when two pages are side by side']]],
  [
    'shift',
    { double: true },
    false,
    [
      ['set', { firstAlone: false }],
      ['showNote', 'Pairs from the first page on'],
    ],
  ],
  [
    'shift',
    { double: true, start: 4 },
    false,
    [
      ['move pairs at', 4],
      ['showNote', 'The pairs from here on are moved by one page'],
    ],
  ],
  ['bigger', {}, false, [['zoom', 1.25]]],
  ['smaller', {}, false, [['zoom', 0.8]]],
  ['unzoom', {}, false, [['unzoom']]],
  [
    'bookmark',
    {},
    false,
    [
      ['keep', 2],
      ['showNote', 'Page 3 bookmarked'],
    ],
  ],
  [
    'bookmark',
    { marked: [3], spread: [2, 3] },
    false,
    [
      ['let go of', 3],
      ['showNote', 'Bookmark at page 4 removed'],
    ],
  ],
  [
    'bookmark',
    { marked: [0], spread: [0, 1] },
    false,
    [
      ['let go of', 0],
      ['showNote', 'Bookmark at page 1 removed'],
    ],
  ],
  ['bookmark', { saves: false }, false, [['keep', 2]]],
  ['goto', {}, false, [['open', 'goto']]],
  ['help', {}, false, [['open', 'help']]],
  ['pages', {}, false, [['thumbs', true]]],
  ['pages', { thumbs: true }, false, [['thumbs', false]]],
  ['next-issue', {}, false, [['issue', 'i2']]],
  ['next-issue', { next: null }, false, [['showNote', 'That was the last one here']]],
  ['previous-issue', {}, false, [['issue', 'i0']]],
  ['previous-issue', { previous: null }, false, [['showNote', 'This is the first one here']]],
  ['leave', {}, false, [['leave']]],
  ['leave', { zoomed: true }, false, [['unzoom']]],
  ['leave', { zoomed: true, thumbs: true }, false, [['thumbs', false]]],
])('%s with %j, held %p, does %j', async (command, own, repeated, did) => {
  const run = await commands(own)
  expect(await run(command, { repeated })).toEqual(did)
})

test('a held key does not turn into the next issue', async () => {
  const run = await commands({ on: 'end' })
  expect(await run('next', { after: 450 })).toEqual([])
  expect(await (await commands({ on: 'end' }))('next', { after: 451 })).toEqual([['issue', 'i2']])
})
