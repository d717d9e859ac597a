import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { type EditSelection, storeDrafts, storeEditSelection } from '../../../state/edit-selection'
import { toasts } from '../../../state/toasts'
import { type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { EditTablePage } from './edit-table'
import type { WireRow } from './wire'

withWindow()
let media: typeof matchMedia
beforeEach(() => {
  media = globalThis.matchMedia
  toasts.value = []
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  globalThis.matchMedia = media
})

const ROWS = 'POST /api/series/edits/rows'
const SAVE = 'POST /api/series/edits'
const SELECTION: EditSelection = { of: 'series', ids: ['a', 'b', 'c'], title: '3 series', from: 'Library', back: '/library' } // biome-ignore format: one line
/** The columns of the table by number. */
const [TITLE, SORT_TITLE, YEAR, PUBLISHER, DIRECTION] = [0, 1, 2, 5, 8]
const row = (id: string, name: string, more: Partial<WireRow> = {}): WireRow => ({
  id,
  comic_id: id,
  name,
  has_files: false,
  format: null,
  values: { name, year: 2015, publisher: 'Northgate' },
  locked: [],
  under: {},
  ...more,
})
const three = [row('a', 'Fog'), row('b', 'Mist'), row('c', 'Rain')]
const reply = (rows: WireRow[], more = {}) => ({ of: 'series', rows, left: 0, suggestions: {}, ...more })
const saved = (more = {}) => ({
  edit_id: 'e1',
  of: 'series',
  state: 'done',
  created_at: '2026-11-20T10:00:00.000Z',
  saved: 1,
  undone: 0,
  left: [],
  ...more,
})

async function open(
  rows: WireRow[] = three,
  replies: Replies = {},
  { selection = SELECTION, path = '/edit-table' } = {},
) {
  if (selection) storeEditSelection(selection)
  const page = await renderPage(html`<${EditTablePage} />`, {
    path,
    replies: { [ROWS]: reply(rows), 'GET /api/series/edits': { edit: null }, [SAVE]: saved(), ...replies },
  })
  const kinds = window as unknown as typeof globalThis
  const cell = (at: number, col: number) => page.find(`[data-row="${at}"] [data-col="${col}"]`)
  const send = async (target: HTMLElement, type: string, more: object = {}) => {
    const event = Object.assign(new kinds.Event(type, { bubbles: true, cancelable: true }), more)
    target.dispatchEvent(event)
    await page.whenIdle()
    return event
  }
  const point = (at: number, col: number, more: object = {}) =>
    send(cell(at, col), 'pointerdown', { button: 0, pointerType: 'mouse', shiftKey: false, ...more })
  const active = () => page.find('[data-active]')
  return {
    ...page,
    cell,
    send,
    point,
    /** A key in the table, or in the box of a cell. */
    key: (key: string, held: KeyboardEventInit = {}) =>
      page.press(key, page.root.querySelector<HTMLElement>('.edit-input') ?? active(), held),
    text: (at: number, col: number) => cell(at, col).textContent?.replace(' not saved', '').trim(),
    drag: (at: number, col: number, buttons = 1) => send(cell(at, col), 'pointerover', { buttons }),
    /** The row and column with the focus of the table. */
    place: () => [Number(active().closest<HTMLElement>('[data-row]')!.dataset.row), Number(active().dataset.col)],
    selected: () =>
      [...page.root.querySelectorAll<HTMLElement>('.edit-row [aria-selected="true"]')].map(
        (one) => `${one.closest<HTMLElement>('[data-row]')!.dataset.row},${one.dataset.col}`,
      ),
    edit: async (at: number, col: number, text: string, key = 'Enter') => {
      await point(at, col)
      await page.press('F2', active())
      const box = page.find<HTMLInputElement>('.edit-input')
      box.value = text
      await page.press(key, box)
    },
    message: () => page.find('.edit-message').textContent,
    bodies: (name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body),
    isDisabled: (name: string) => (page.named(name) as HTMLButtonElement).disabled,
    notes: () => page.root.querySelector('.edit-saved')?.textContent?.replace(/\s+/g, ' ').trim(),
  }
}

describe('the rows of the table', () => {
  test('are those of the selection, with its title and the way back', async () => {
    const page = await open()
    expect(page.bodies(ROWS)).toEqual([{ of: 'series', ids: ['a', 'b', 'c'] }])
    expect(page.find('h1').textContent).toBe('Edit 3 series')
    expect(page.named('Library').getAttribute('href')).toBe('/library')
    expect([page.text(1, TITLE), page.text(1, YEAR)]).toEqual(['Mist', '2015'])
    expect(page.root.querySelector('.edit-title p')).toBeNull()
  })

  test('are all issues of the series in the address', async () => {
    const page = await open(
      [row('i1', 'Fog 1')],
      { [ROWS]: { ...reply([row('i1', 'Fog 1')]), of: 'issues' } },
      { path: '/edit-table?series=s1' },
    )
    expect(page.bodies(ROWS)).toEqual([{ of: 'issues', comic_id: 's1' }])
    expect(page.find('h1').textContent).toBe('Edit 1 issue')
    expect(page.named('Series').getAttribute('href')).toBe('/library/s1')
  })

  test('are the selected issues when these belong to the series in the address', async () => {
    const selection: EditSelection = { of: 'issues', comic_id: 's1', ids: ['i1'], from: 'Fog', back: '/library/s1' }
    const page = await open([row('i1', 'Fog 1')], {}, { selection, path: '/edit-table?series=s1' })
    expect(page.bodies(ROWS)).toEqual([{ of: 'issues', ids: ['i1'] }])
  })

  test('may be more than a table can have, or none any more', async () => {
    const page = await open(three, { [ROWS]: reply(three, { left: 2 }) })
    expect(page.find('.edit-title p').textContent).toBe('2 more rows left out')
    const none = await open([])
    expect(none.find('.edit-table').textContent).toContain('None of these rows is in the library any more.')
    expect(none.root.querySelector('.edit-grid')).toBeNull()
  })

  test('that cannot be loaded are loaded by another try', async () => {
    let broken = true
    const page = await open(three, { [ROWS]: () => (broken ? refusal(500, 'The database is locked.') : reply(three)) })
    expect(page.root.textContent).toContain('The database is locked.')
    broken = false
    await page.click('Try again')
    expect(page.text(0, TITLE)).toBe('Fog')
  })
})

describe('a cell', () => {
  test('is edited and saved with what the table showed', async () => {
    const page = await open()
    expect(page.isDisabled('Save')).toBe(true)
    await page.edit(1, TITLE, 'Mist 2')
    expect([page.text(1, TITLE), page.place()]).toEqual(['Mist 2', [2, TITLE]])
    expect(page.cell(1, TITLE).getAttribute('title')).toBe('Saved: Mist')
    expect(page.cell(1, TITLE).hasAttribute('data-changed')).toBe(true)
    await page.click('Save 1 row')
    expect(page.bodies(SAVE)).toEqual([{ series: [{ id: 'b', set: { name: 'Mist 2' }, seen: { name: 'Mist' } }] }])
    expect(page.notes()).toStartWith('1 series saved.')
    expect(page.isDisabled('Save')).toBe(true)
  })

  test('keeps its text when the edit is cancelled', async () => {
    const page = await open()
    await page.edit(1, TITLE, 'Mist 2', 'Escape')
    expect([page.text(1, TITLE), page.place(), page.isDisabled('Save')]).toEqual(['Mist', [1, TITLE], true])
  })

  test('is left to the sides with Tab, and upwards with Shift and Enter', async () => {
    const page = await open()
    await page.edit(1, TITLE, 'Mist 2', 'Tab')
    expect(page.place()).toEqual([1, SORT_TITLE])
    await page.key('Tab', { shiftKey: true })
    expect(page.place()).toEqual([1, TITLE])
    await page.key('Enter')
    await page.key('Enter', { shiftKey: true })
    expect(page.place()).toEqual([0, TITLE])
  })

  test('starts with the typed character, which replaces its text', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.key('x')
    expect(page.find<HTMLInputElement>('.edit-input').value).toBe('x')
    await page.key('Enter')
    expect(page.text(0, TITLE)).toBe('x')
  })

  test('stays open with a text that is no value, which is named', async () => {
    const page = await open()
    await page.edit(0, YEAR, 'soon')
    expect(page.message()).toBe('1 value was left out. First year: Enter a number from 1800 to 2200.')
    expect(page.find<HTMLInputElement>('.edit-input').value).toBe('soon')
    await page.key('Escape')
    expect([page.text(0, YEAR), page.root.querySelector('.edit-input')]).toEqual(['2015', null])
  })

  test('stays open while a word is composed', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.key('F2')
    await page.key('Enter', { isComposing: true })
    expect(page.root.querySelector('.edit-input')).not.toBeNull()
    await page.key('Enter')
    expect(page.root.querySelector('.edit-input')).toBeNull()
  })

  test('keeps what was typed when another one is clicked', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.key('F2')
    page.find<HTMLInputElement>('.edit-input').value = 'Fog 2'
    await page.point(2, PUBLISHER)
    expect([page.text(0, TITLE), page.place()]).toEqual(['Fog 2', [2, PUBLISHER]])
  })

  test('of a choice has its choices and the empty one', async () => {
    const page = await open()
    await page.point(0, DIRECTION)
    await page.key('Enter')
    const options = [...page.root.querySelectorAll('.edit-input option')].map((one) => one.textContent)
    expect(options[0]).toBe('')
    expect(options).toContain('Right to left')
    expect(options.filter((label) => label === '')).toHaveLength(1)
    await page.key('Escape')
  })

  test('that the user edited has a lock, until it is unlocked', async () => {
    const own = row('a', 'Fog', { locked: ['publisher'], under: { publisher: 'Kestrel' } })
    const page = await open([own, row('b', 'Mist')])
    const hasLock = (at: number) => page.cell(at, PUBLISHER).querySelector('[aria-label="edited by you"]') !== null
    expect([hasLock(0), hasLock(1)]).toEqual([true, false])
    await page.point(0, PUBLISHER)
    await page.click('Unlock')
    expect([page.message(), page.text(0, PUBLISHER), hasLock(0)]).toEqual(['1 field is unlocked.', 'Kestrel', false])
    await page.point(1, PUBLISHER)
    await page.click('Unlock')
    expect(page.message()).toBe('You have not edited any of these fields.')
  })
})

describe('the keys of the table', () => {
  test('move, and extend the selection with Shift', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.key('ArrowDown')
    await page.key('ArrowRight', { shiftKey: true })
    expect([page.place(), page.selected()]).toEqual([
      [1, 1],
      ['1,0', '1,1'],
    ])
    await page.key('Escape')
    expect(page.selected()).toEqual(['1,1'])
    await page.key('a', { ctrlKey: true })
    expect(page.selected()).toHaveLength(3 * 15)
  })

  test('leave the table with Escape, and at its ends with Tab', async () => {
    const page = await open()
    await page.edit(0, TITLE, 'Fog 2')
    await page.point(0, TITLE)
    await page.key('Escape')
    expect(document.activeElement?.textContent?.trim()).toBe('Save 1 row')
    await page.point(0, TITLE)
    const tab = await page.send(page.cell(0, TITLE), 'keydown', { key: 'Tab', shiftKey: true })
    expect([tab.defaultPrevented, page.place()]).toEqual([false, [0, TITLE]])
    const letter = await page.send(page.cell(0, TITLE), 'keydown', { key: 'f', altKey: true })
    expect([letter.defaultPrevented, page.root.querySelector('.edit-input')]).toEqual([false, null])
  })

  test('with Control that mean nothing here are left to the browser', async () => {
    const page = await open()
    await page.point(0, TITLE)
    const find = await page.send(page.cell(0, TITLE), 'keydown', { key: 'f', ctrlKey: true })
    const fill = await page.send(page.cell(0, TITLE), 'keydown', { key: 'd', ctrlKey: true })
    expect([find.defaultPrevented, fill.defaultPrevented]).toEqual([false, true])
  })

  test('fill down, undo, redo and save', async () => {
    const page = await open()
    await page.edit(0, PUBLISHER, 'Kestrel')
    await page.point(0, PUBLISHER)
    await page.point(2, PUBLISHER, { shiftKey: true })
    await page.key('d', { ctrlKey: true })
    const column = () => [0, 1, 2].map((at) => page.text(at, PUBLISHER))
    expect([page.message(), column()]).toEqual(['2 cells filled.', ['Kestrel', 'Kestrel', 'Kestrel']])
    await page.key('z', { ctrlKey: true })
    expect(column()).toEqual(['Kestrel', 'Northgate', 'Northgate'])
    await page.key('Z', { ctrlKey: true, shiftKey: true })
    expect(column()).toEqual(['Kestrel', 'Kestrel', 'Kestrel'])
    await page.key('z', { metaKey: true })
    await page.key('z', { ctrlKey: true })
    expect([column(), page.isDisabled('Undo the last change')]).toEqual([['Northgate', 'Northgate', 'Northgate'], true])
    await page.key('y', { ctrlKey: true })
    await page.key('s', { ctrlKey: true })
    expect(page.bodies(SAVE)).toHaveLength(1)
  })

  test('save nothing without a change', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.key('s', { ctrlKey: true })
    expect([page.bodies(SAVE), page.notes()]).toEqual([[], undefined])
  })

  test('empty the selected cells, of which the values of sources stay', async () => {
    const own = row('a', 'Fog', { locked: ['publisher'], under: { publisher: 'Kestrel' } })
    const page = await open([own, row('b', 'Mist')])
    await page.point(0, PUBLISHER)
    await page.point(1, PUBLISHER, { shiftKey: true })
    await page.key('Delete')
    expect([page.text(0, PUBLISHER), page.text(1, PUBLISHER)]).toEqual(['Kestrel', 'Northgate'])
    expect(page.message()).toContain('Only your own edits can be removed.')
  })
})

describe('the pointer', () => {
  test('selects a block by dragging, only with the button held', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.drag(1, SORT_TITLE)
    expect(page.selected()).toEqual(['0,0', '0,1', '1,0', '1,1'])
    await page.drag(2, SORT_TITLE, 0)
    expect(page.place()).toEqual([1, SORT_TITLE])
    await page.point(2, YEAR, { button: 2 })
    expect(page.place()).toEqual([1, SORT_TITLE])
  })

  test('selects a column by its title, and edits with a double click', async () => {
    const page = await open()
    await page.click(page.find('[title="Select the column Publisher"]'))
    expect(page.selected()).toEqual(['0,5', '1,5', '2,5'])
    await page.send(page.cell(0, PUBLISHER), 'dblclick')
    expect(page.find<HTMLInputElement>('.edit-input').value).toBe('Northgate')
  })
})

describe('a long table', () => {
  const many = Array.from({ length: 100 }, (_, at) => row(`r${at}`, `Series ${at}`))
  const openMany = async () => {
    const page = await open(many)
    const grid = page.find('.edit-grid')
    for (const [name, value] of [['clientHeight', 400], ['clientWidth', 700]] as const) Object.defineProperty(grid, name, { value, configurable: true }) // biome-ignore format: one line
    return { ...page, grid }
  }
  const rowsOf = (page: Awaited<ReturnType<typeof open>>) =>
    [...page.root.querySelectorAll<HTMLElement>('[data-row]')].map((one) => Number(one.dataset.row))

  test('draws the rows near the visible ones, and that of the active cell', async () => {
    const page = await openMany()
    page.grid.scrollTop = 50 * 36
    await page.send(page.grid, 'scroll')
    expect(rowsOf(page)).toEqual([0, ...Array.from({ length: 28 }, (_, at) => 42 + at)])
  })

  test('scrolls to the active cell in both directions', async () => {
    const page = await openMany()
    await page.point(0, TITLE)
    await page.key('ArrowDown', { ctrlKey: true })
    expect(page.grid.scrollTop).toBe(100 * 36 - (400 - 40))
    await page.key('ArrowUp', { ctrlKey: true })
    expect([page.grid.scrollTop, page.grid.scrollLeft]).toEqual([0, 0])
    await page.key('ArrowRight')
    expect(page.grid.scrollLeft).toBe(0)
    await page.key('ArrowRight')
    // The title and the sort title leave 80 of the 500 pixels beside the names.
    expect(page.grid.scrollLeft).toBe(10)
    await page.key('Home')
    expect(page.grid.scrollLeft).toBe(0)
  })
})

describe('the clipboard', () => {
  const board = (text = '') => {
    const kept = { text }
    return { kept, clipboardData: { getData: () => kept.text, setData: (_: string, next: string) => { kept.text = next } } } // biome-ignore format: one line
  }

  test('gets the selected cells, with unsaved values', async () => {
    const page = await open()
    await page.edit(0, TITLE, 'Fog 2')
    await page.point(0, TITLE)
    await page.point(1, SORT_TITLE, { shiftKey: true })
    const { kept, clipboardData } = board()
    await page.send(page.cell(0, TITLE), 'copy', { clipboardData })
    expect([kept.text, page.message()]).toEqual(['Fog 2\t\nMist\t', '4 cells copied.'])
  })

  test('fills cells, and values that do not fit are named', async () => {
    const page = await open()
    await page.point(0, YEAR)
    await page.send(page.cell(0, YEAR), 'paste', { clipboardData: board('2001\nsoon\n2003').clipboardData })
    expect([0, 1, 2].map((at) => page.text(at, YEAR))).toEqual(['2001', '2015', '2003'])
    expect(page.message()).toBe('2 cells pasted. 1 value was left out. First year: Enter a number from 1800 to 2200.')
  })

  test('belongs to the box of a cell while it is edited', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.key('F2')
    const { kept, clipboardData } = board('x')
    const box = page.find('.edit-input')
    const events = [await page.send(box, 'copy', { clipboardData }), await page.send(box, 'paste', { clipboardData })]
    expect([kept.text, events.map(({ defaultPrevented }) => defaultPrevented)]).toEqual(['x', [false, false]])
  })
})

test('filling down a single row copies the row above, and the first row has none', async () => {
  const page = await open()
  await page.edit(0, PUBLISHER, 'Kestrel')
  await page.point(0, PUBLISHER)
  await page.click('Fill down')
  await page.point(1, PUBLISHER)
  await page.click('Fill down')
  expect([0, 1, 2].map((at) => page.text(at, PUBLISHER))).toEqual(['Kestrel', 'Kestrel', 'Northgate'])
  expect(page.message()).toBe('1 cell filled.')
})

describe('unsaved values', () => {
  test('stay over a reload, are discarded with a click, and come back by undo', async () => {
    storeDrafts('series', ['a'], { a: { publisher: 'Kestrel' } })
    const page = await open()
    expect([page.text(0, PUBLISHER), page.isDisabled('Save 1 row')]).toEqual(['Kestrel', false])
    await page.click('Discard')
    expect([page.text(0, PUBLISHER), page.message()]).toEqual(['Northgate', 'Changes discarded.'])
    expect(() => page.named('Discard')).toThrow()
    expect(sessionStorage.getItem('panelkeep.edit-drafts')).toBe('{"series":{}}')
    await page.click('Undo the last change')
    expect(page.text(0, PUBLISHER)).toBe('Kestrel')
  })

  test('ask before the tab is closed', async () => {
    const leaves = () => {
      const event = new (window as unknown as typeof globalThis).Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event as never)
      return !event.defaultPrevented
    }
    const page = await open()
    expect(leaves()).toBe(true)
    await page.edit(0, TITLE, 'Fog 2')
    expect(leaves()).toBe(false)
    await page.click('Discard')
    expect(leaves()).toBe(true)
  })

  test('of rows that were not saved stay, and the others are gone', async () => {
    const left = [{ id: 'b', name: 'Mist', sentence: 'Changed since the table was opened.' }]
    const changed = [row('a', 'Fog 2'), row('b', 'Theirs'), row('c', 'Rain')]
    let rows = three
    const page = await open(three, { [ROWS]: () => reply(rows), [SAVE]: saved({ left }) })
    await page.edit(0, TITLE, 'Fog 2')
    await page.edit(1, TITLE, 'Mine')
    rows = changed
    await page.click('Save 2 rows')
    expect(page.notes()).toContain('1 series saved. 1 row not saved. Check and save again:')
    expect(page.notes()).toContain('Mist Changed since the table was opened. Title is now Theirs.')
    expect([page.text(0, TITLE), page.text(1, TITLE)]).toEqual(['Fog 2', 'Mine'])
    expect(page.find('[data-row="1"] [role="rowheader"]').getAttribute('title')).toBe('Changed since the table was opened.') // biome-ignore format: one line
    await page.click('Save 1 row')
    expect(page.bodies(SAVE).at(-1)).toEqual({ series: [{ id: 'b', set: { name: 'Mine' }, seen: { name: 'Theirs' } }] })
    await page.click('Dismiss')
    expect(page.notes()).toBeUndefined()
  })

  test('stay when saving fails, with the reason', async () => {
    const page = await open(three, { [SAVE]: refusal(500, 'The disk is full.') })
    await page.edit(0, TITLE, 'Fog 2')
    await page.click('Save 1 row')
    expect([page.text(0, TITLE), toasts.value.at(-1)?.text]).toEqual(['Fog 2', 'The disk is full.'])
  })
})

describe('a saved edit', () => {
  const UNDO = 'POST /api/series/edits/e1/undo'

  test('is undone as a whole', async () => {
    const page = await open(three, { [UNDO]: saved({ state: 'undone', undone: 2, left: [{ id: 'a', name: 'Fog', sentence: 'Changed since.' }] }) }) // biome-ignore format: one line
    await page.edit(0, TITLE, 'Fog 2')
    await page.click('Save 1 row')
    await page.click('Undo')
    expect(page.bodies(UNDO)).toHaveLength(1)
    expect(page.notes()).toStartWith('2 series undone. 1 row left unchanged:')
    expect(() => page.named('Undo')).toThrow()
  })

  test('continues in the background when it takes long', async () => {
    const page = await open(three, { [SAVE]: saved({ state: 'running' }) })
    await page.edit(0, TITLE, 'Fog 2')
    await page.click('Save 1 row')
    expect(page.notes()).toStartWith('Saving continues in the background.')
  })

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  test.each([
    ['of the last day', { created_at: ago(23) }, true],
    ['of an earlier day', { created_at: ago(25) }, false],
    ['that was undone', { created_at: ago(1), state: 'undone' }, false],
  ])('%s is offered when the table is opened: %p', async (_what, more, isOffered) => {
    const page = await open(three, { 'GET /api/series/edits': { edit: saved({ saved: 4, ...more }) } })
    expect(page.notes()?.startsWith('Last edit: 4 series') ?? false).toBe(isOffered)
    if (!isOffered) return
    expect(page.named('Undo')).toBeTruthy()
    expect(() => page.named('Dismiss')).toThrow()
    expect(() => page.named('Write tags to files')).toThrow()
  })

  test('can be written into the files of the rows that have any', async () => {
    const rows = [row('a', 'Fog', { has_files: true }), row('b', 'Mist')]
    const page = await open(rows)
    await page.edit(1, TITLE, 'Mist 2')
    await page.click('Save 1 row')
    expect(() => page.named('Write tags to files')).toThrow()
    await page.edit(0, TITLE, 'Fog 2')
    await page.click('Save 1 row')
    await page.click('Write tags to files')
    expect(page.root.querySelector('.dialog')).not.toBeNull()
  })
})

describe('find and replace', () => {
  const replaceIn = async (page: Awaited<ReturnType<typeof open>>, find: string, replace: string) => {
    await page.click('Find and replace')
    const [findBox, replaceBox] = [...page.root.querySelectorAll<HTMLInputElement>('.dialog input[type="text"]')]
    for (const [box, text] of [[findBox!, find], [replaceBox!, replace]] as const) { box.value = text; await page.send(box, 'input') } // biome-ignore format: one line
  }

  test('changes the whole column of a single cell, after a preview', async () => {
    const page = await open()
    await page.point(1, PUBLISHER)
    await replaceIn(page, 'gate', 'wind')
    expect(page.find('.replace-form p').textContent).toBe('In Publisher.')
    expect(page.find('.replace-form [role="status"]').textContent).toBe('3 cells change.')
    expect(page.find('.replace-preview').textContent).toContain('Northwind')
    await page.click('Replace in 3 cells')
    expect([page.text(2, PUBLISHER), page.message()]).toEqual(['Northwind', '3 cells replaced.'])
    expect(page.root.querySelector('.dialog')).toBeNull()
  })

  test('changes only the selected rows of several', async () => {
    const page = await open()
    await page.point(0, TITLE)
    await page.point(1, SORT_TITLE, { shiftKey: true })
    await replaceIn(page, 'i', 'o')
    expect(page.find('.replace-form p').textContent).toBe('In Title, Sort title, 2 rows.')
    await page.click('Replace in 1 cell')
    expect([0, 1, 2].map((at) => page.text(at, TITLE))).toEqual(['Fog', 'Most', 'Rain'])
  })

  test('says that nothing matches', async () => {
    const page = await open()
    await replaceIn(page, 'zzz', '')
    expect(page.find('.replace-form [role="status"]').textContent).toBe('No matches to replace.')
    expect(page.isDisabled('Replace')).toBe(true)
  })
})

describe('the columns', () => {
  const boxes = (page: Awaited<ReturnType<typeof open>>) => [...page.root.querySelectorAll<HTMLInputElement>('.edit-columns input')] // biome-ignore format: one line

  test('are hidden and shown, and remembered by the browser', async () => {
    const page = await open()
    await page.click('Columns')
    await page.send(boxes(page)[SORT_TITLE]!, 'change')
    expect(localStorage.getItem('panelkeep.edit-hidden.series')).toBe('sort_title')
    await page.click('Done')
    expect(page.root.querySelector('[title="Select the column Sort title"]')).toBeNull()
    const again = await open()
    expect(again.root.querySelector('[title="Select the column Sort title"]')).toBeNull()
    await again.click('Columns')
    await again.click('Show all')
    expect(again.find('[title="Select the column Sort title"]')).toBeTruthy()
  })

  test('are at least one', async () => {
    const page = await open()
    await page.click('Columns')
    for (const box of boxes(page)) await page.send(box, 'change')
    expect(boxes(page).filter(({ checked }) => checked)).toHaveLength(1)
  })
})

describe('on a phone', () => {
  beforeEach(() => {
    globalThis.matchMedia = (() => ({ matches: true })) as unknown as typeof matchMedia
  })
  const box = (page: Awaited<ReturnType<typeof open>>, label: string) =>
    page.find<HTMLInputElement>(`[aria-label="${label}"]`)
  const change = async (page: Awaited<ReturnType<typeof open>>, label: string, text: string) => {
    box(page, label).value = text
    await page.send(box(page, label), 'input')
    await page.send(box(page, label), 'change')
  }

  test('one field of all rows is edited', async () => {
    const page = await open()
    expect(page.root.querySelector('.edit-grid')).toBeNull()
    for (const absent of ['Fill down', 'Columns']) expect(() => page.named(absent)).toThrow()
    await change(page, 'Title, Mist', 'Mist 2')
    expect(box(page, 'Title, Mist').hasAttribute('data-changed')).toBe(true)
    await page.click('Save 1 row')
    expect(page.bodies(SAVE)).toEqual([{ series: [{ id: 'b', set: { name: 'Mist 2' }, seen: { name: 'Mist' } }] }])
  })

  test('a text that is no value stays with the reason, until it is right', async () => {
    const page = await open()
    const field = page.find<HTMLSelectElement>('.phone-field select')
    field.value = 'year'
    await page.send(field, 'change')
    await change(page, 'First year, Fog', 'soon')
    expect(page.find('.phone-form [role="alert"]').textContent).toBe('Enter a number from 1800 to 2200.')
    expect(box(page, 'First year, Fog').value).toBe('soon')
    await change(page, 'First year, Fog', '2016')
    expect(page.root.querySelector('.phone-form [role="alert"]')).toBeNull()
    expect(page.named('Save 1 row')).toBeTruthy()
  })

  test('all rows get a value, and all are unlocked', async () => {
    const page = await open([row('a', 'Fog', { locked: ['name'], under: { name: 'Fog (source)' } }), row('b', 'Mist')])
    await page.click('Unlock')
    expect([page.message(), box(page, 'Title, Fog').value]).toEqual(['1 field is unlocked.', 'Fog (source)'])
    await page.click('Set all')
    expect(page.find('.dialog h2').textContent).toBe('Title of 2 rows')
    const name = page.find<HTMLInputElement>('.dialog input')
    name.value = 'Same'
    await page.send(name, 'input')
    await page.submit('.dialog form')
    expect([box(page, 'Title, Fog').value, box(page, 'Title, Mist').value]).toEqual(['Same', 'Same'])
    expect(page.message()).toBe('2 values set.')
  })
})
