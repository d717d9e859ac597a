import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { toasts } from '../../state/toasts'
import { openCare } from '../../testing/care-page'
import { managerLibrary } from '../../testing/manager-library'
import { type Replies, refusal } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import type { CareSummary } from './care-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const WHEN = '2026-11-20T10:00:00.000Z'
const known = managerLibrary['GET /api/care'] as CareSummary
const open = (change: Partial<CareSummary> = {}, more: Replies = {}, path = '/system/care') =>
  openCare(path, { 'GET /api/care': { ...known, ...change }, ...more })
const batch = (more: Partial<CareSummary['batches'][number]> = {}) => ({
  batch_id: 'b1',
  title: '1 copy removed',
  state: 'done',
  created_at: WHEN,
  done: 1,
  failed: 0,
  error: null,
  ...more,
})

test('the sections are links with the numbers of what waits in them', async () => {
  const findings: CareSummary['findings'] = [
    { kind: 'gaps', count: 2 },
    { kind: 'no_cover', count: 3 },
  ]
  const copies = [...known.copies, { kind: 'bytes' as const, groups: 4, files: 4, bytes: 1 }]
  const page = await open({ findings, copies, pairs: 6 })
  const links = [...page.root.querySelectorAll('[aria-label="Sections"] a')].map((one) => one.textContent)
  expect(links).toEqual(['Duplicates5', 'Damaged and odd5', 'Unwanted pages', 'Similar series6', 'Storage'])
  expect(page.current('Sections')).toBe('Duplicates5')
  expect(page.hrefOf('Duplicates5')).toBe('/system/care')
  expect(page.hrefOf('Storage')).toBe('/system/care?section=storage')
})

describe('the check of the library', () => {
  test('is started by a button', async () => {
    const page = await open({}, { 'POST /api/care/check': { success: true, operation_id: 'o1' } })
    expect(page.text()).toContain('Checked 20 Nov 2026')
    await page.click('Check now')
    expect(page.bodiesOf('POST /api/care/check')).toHaveLength(1)
    expect(page.countOf('GET /api/care')).toBe(2)
  })

  test('that cannot start says why', async () => {
    const page = await open({}, { 'POST /api/care/check': refusal(409, 'A check is running.') })
    await page.click('Check now')
    expect(toasts.value.at(-1)?.text).toBe('A check is running.')
  })

  test('shows its progress instead of the button, and that it pauses', async () => {
    const page = await open({ checking: { progress: 0.25, waits: false } })
    expect(page.find('.system-bar').textContent).toContain('Checking the library.')
    expect(page.find('progress').getAttribute('value')).toBe('25')
    expect(() => page.named('Check now')).toThrow()
    const paused = await open({ checking: { progress: 0.25, waits: true } })
    expect(paused.find('.system-bar').textContent).toContain('The check pauses while someone is reading.')
  })

  test.each<[string, Partial<CareSummary>, boolean]>([
    ['a check runs', { checking: { progress: 0.25, waits: false } }, true],
    ['files are changing', { removing: true }, true],
    ['changed series wait for their check', { waiting: 2 }, true],
    ['nothing runs', {}, false],
  ])('while %s, the page and its list are fetched again: %p', async (_what, change, polls) => {
    const timers = spyOn(globalThis, 'setInterval').mockImplementation((() => 0) as never)
    const page = await open(change)
    const [tick] = timers.mock.calls.filter(([, ms]) => ms === 1_500)
    timers.mockRestore()
    expect(tick !== undefined).toBe(polls)
    if (!tick) return
    ;(tick[0] as () => void)()
    await page.whenIdle()
    expect([page.countOf('GET /api/care'), page.countOf('GET /api/care/copies')]).toEqual([2, 2])
  })

  test('has not run in a new library', async () => {
    expect((await open({ checked_at: null })).text()).toContain('The library has not been checked yet.')
  })
})

describe('recent changes', () => {
  test('are not mentioned without any', async () => {
    expect((await open()).text()).not.toContain('Recent changes')
  })

  test('say how much the recycle folders keep, also without a change', async () => {
    const page = await open({ recycled: { files: 2, bytes: 5_000_000 } })
    expect(page.text()).toContain('The recycle folders keep 2 old files: 5.0 MB.')
    expect(page.hrefOf('How long they stay')).toBe('/settings#recycle_days')
    expect((await open({ batches: [batch()] })).text()).not.toContain('The recycle folders')
  })

  test('say that files are changing now', async () => {
    const changing = (page: Awaited<ReturnType<typeof open>>) =>
      page.root.querySelector('[aria-label="Changing files"]')
    expect(changing(await open({ batches: [batch({ state: 'running' })], removing: true }))).not.toBeNull()
    expect(changing(await open({ batches: [batch()] }))).toBeNull()
  })

  test.each([
    [{ state: 'done' }, true, ''],
    [{ state: 'partial', failed: 2, error: 'The disk is full.' }, true, '2 files left unchanged. The disk is full.'],
    [{ state: 'done', done: 0, failed: 1, error: 'The disk is full.' }, false, '1 file left unchanged.'],
    [{ state: 'running' }, false, 'Running.'],
    [{ state: 'undoing' }, false, 'Undoing.'],
    [{ state: 'undone' }, false, 'Undone.'],
  ])('%j can be undone: %p', async (more, canUndo, words) => {
    const page = await open({ batches: [batch(more)] })
    expect(page.buttonsOf('.care-done')).toEqual(canUndo ? ['Undo'] : [])
    expect(page.find('.care-done').textContent).toContain(words)
    expect(page.root.querySelectorAll('.care-done .system-wrong')).toHaveLength('failed' in more ? 1 : 0)
  })

  test('are undone with a click, and the page shows the result', async () => {
    const operation = { operation_id: 'o1', state: 'succeeded', progress: 1 }
    const page = await open(
      { batches: [batch()] },
      {
        'POST /api/filing/batches/b1/undo': { success: true, operation_id: 'o1' },
        'GET /api/operations/o1': operation,
      },
    )
    await page.click('Undo')
    expect(page.countOf('POST /api/filing/batches/b1/undo')).toBe(1)
    // Once when the undo began, and once when it ended.
    expect(page.countOf('GET /api/care')).toBe(3)
  })

  test('that cannot be undone say why', async () => {
    const page = await open(
      { batches: [batch()] },
      { 'POST /api/filing/batches/b1/undo': refusal(409, 'The recycle folder is empty.') },
    )
    await page.click('Undo')
    expect(toasts.value.at(-1)?.text).toBe('The recycle folder is empty.')
  })
})

test('a page that cannot be loaded says why, and is loaded by another try', async () => {
  let broken = true
  const reply = () => (broken ? refusal(500, 'The database is locked.') : known)
  const page = await openCare('/system/care', { 'GET /api/care': reply })
  expect(page.text()).toContain('The page could not be loaded')
  expect(page.text()).toContain('The database is locked.')
  broken = false
  await page.click('Try again')
  expect(page.text()).toContain('Checked 20 Nov 2026')
})
