import { afterEach, describe, expect, test } from 'bun:test'
import { toasts } from '../../state/toasts'
import { openCare } from '../../testing/care-page'
import { managerLibrary } from '../../testing/manager-library'
import { type Replies, refusal } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import type { CareSummary, CopyGroup } from './care-words'
import { removalWords } from './care-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const summary = managerLibrary['GET /api/care'] as CareSummary
const [known] = (managerLibrary['GET /api/care/copies'] as { groups: CopyGroup[] }).groups
/** A group of copies of an issue of Harbor Lights. */
const group = (number: string, more: Partial<CopyGroup> = {}): CopyGroup => ({
  ...known!,
  group_id: `pages:${number}`,
  copies: known!.copies.map((copy) => ({ ...copy, file_id: `${copy.file_id}-${number}`, number })),
  keep_id: `f1-${number}`,
  ...more,
})
const listed = (groups: CopyGroup[], total = groups.length): Replies => ({
  'GET /api/care/copies': { groups, pagination: { total, limit: 20, offset: 0, has_more: total > groups.length } },
})
const preview = { groups: 2, files: 2, bytes: 96_000_000, skipped: 0, lost: 0, lost_labels: [] }
const removal: Replies = {
  'POST /api/care/copies/preview': preview,
  'POST /api/care/copies/remove': { success: true, operation_id: 'o1', batch_id: 'b1' },
  'POST /api/care/ignored': { success: true },
}
const asked = (page: Awaited<ReturnType<typeof openCare>>) =>
  page.requests.findLast(({ name }) => name === 'GET /api/care/copies')?.query

describe('the kinds of duplicates', () => {
  test('begin with the first that has groups, and each is a link with its number', async () => {
    const page = await openCare('/system/care')
    expect(asked(page)).toEqual({ kind: 'pages', ignored: 'false', page: '1', per_page: '20' })
    expect(page.current('Kind of duplicates')).toBe('Same pages 1')
    expect(page.hrefOf('Same content')).toBe('/system/care?kind=bytes')
  })

  test('are chosen by the address, and without any the first is shown', async () => {
    expect(asked(await openCare('/system/care?kind=issue&page=2', listed([group('1')], 40)))).toMatchObject({
      kind: 'issue',
      page: '2',
    })
    const none = await openCare('/system/care', { ...listed([]), 'GET /api/care': { ...summary, copies: [] } })
    expect(asked(none)).toMatchObject({ kind: 'bytes' })
    expect(none.text()).toContain('No duplicates')
  })
})

test('a list without groups says whether the library was checked', async () => {
  const page = await openCare('/system/care', { ...listed([]), 'GET /api/care': { ...summary, checked_at: null } })
  expect(page.text()).toContain('Not checked yet')
  expect(page.text()).not.toContain('No duplicates')
})

test('a page whose last group was removed gives way to the page before', async () => {
  let groups = [group('21')]
  const reply = ({ query }: { query: Record<string, string> }) =>
    query.page === '2'
      ? { groups, pagination: { total: 20 + groups.length, limit: 20, offset: 20, has_more: false } }
      : { groups: [group('1')], pagination: { total: 20, limit: 20, offset: 0, has_more: false } }
  const page = await openCare('/system/care?kind=pages&page=2', { ...removal, 'GET /api/care/copies': reply })
  groups = []
  await page.click('Ignore')
  await page.until('Harbor Lights 1')
  expect(location.search).toBe('?kind=pages')
})

describe('a group of copies', () => {
  test('links its issue, and marks the copy to keep', async () => {
    const page = await openCare('/system/care')
    expect(page.hrefOf('Harbor Lights 1')).toBe('/library/s1/issues/i1')
    const kept = [...page.root.querySelectorAll('.care-copy')].map((copy) => copy.hasAttribute('data-kept'))
    expect(kept).toEqual([true, false])
    expect(page.root.querySelectorAll('.care-kept')).toHaveLength(1)
  })

  test('without an issue is named, but no link', async () => {
    const copies = known!.copies.map((copy) => ({
      ...copy,
      comic_id: null,
      issue_id: null,
      series: null,
      number: null,
    }))
    const page = await openCare('/system/care', listed([group('1', { copies })]))
    expect(page.find('.care-group-head .system-name').textContent).toBe('Unknown series')
    expect(page.root.querySelector('.care-group-head a')).toBeNull()
  })

  test('says what is wrong with a copy', async () => {
    const copies = known!.copies.map((copy, at) => ({ ...copy, problem: at === 1 ? 'The archive is cut off.' : null }))
    const page = await openCare('/system/care', listed([group('1', { copies })]))
    expect([...page.root.querySelectorAll('.care-copy .system-wrong')].map((one) => one.textContent)).toEqual([
      'The archive is cut off.',
    ])
  })

  test('frees what the copies besides the kept one use', async () => {
    const copies = known!.copies.map((copy, at) => ({ ...copy, size: (at + 1) * 10_000_000 }))
    const page = await openCare('/system/care', listed([group('1', { copies, keep_id: 'f1' })]))
    expect(page.named('Remove the others (20 MB)')).toBeTruthy()
    await page.click(page.find('[aria-label="Keep /comics/Harbor Lights/1.cbr"]'))
    expect(page.named('Remove the others (10 MB)')).toBeTruthy()
  })

  test('is ignored with a click, and an ignored one listed again', async () => {
    const page = await openCare('/system/care', removal)
    await page.click('Ignore')
    expect(page.bodiesOf('POST /api/care/ignored')).toEqual([{ kind: 'copies', subjects: ['pages:a'], ignored: true }])
    expect(toasts.value.at(-1)?.text).toBe('1 group ignored')
    expect(page.countOf('GET /api/care/copies')).toBe(2)
    const ignored = await openCare('/system/care?kind=pages&ignored=1', removal)
    expect(asked(ignored)).toMatchObject({ ignored: 'true' })
    await ignored.click('List again')
    expect(ignored.bodiesOf('POST /api/care/ignored')).toEqual([
      { kind: 'copies', subjects: ['pages:a'], ignored: false },
    ])
    expect(toasts.value.at(-1)?.text).toBe('1 group listed again')
  })
})

describe('ignored groups', () => {
  test('have a link when there are any, and a way back', async () => {
    const none = await openCare('/system/care')
    expect(() => none.named('Show ignored')).toThrow()
    const some = await openCare('/system/care', { 'GET /api/care': { ...summary, ignored: 3 } })
    expect(some.hrefOf('Show ignored')).toBe('/system/care?kind=pages&ignored=1')
    const page = await openCare('/system/care?kind=pages&ignored=1', listed([]))
    expect(page.text()).toContain('Nothing ignored')
    expect(page.hrefOf('Back to the list')).toBe('/system/care?kind=pages')
  })

  test('cannot be removed all at once', async () => {
    const page = await openCare('/system/care?kind=pages&ignored=1')
    expect(() => page.named('Remove all copies (48 MB)')).toThrow()
  })
})

describe('selected groups', () => {
  const three = { ...listed([group('1'), group('2', { bytes: 7_000_000 }), group('3')]), ...removal }

  test('are removed together, with the copies that the user keeps', async () => {
    const page = await openCare('/system/care', three)
    await page.select('Harbor Lights 1')
    await page.select('Harbor Lights 2')
    expect(page.find('.cover-bar p').textContent).toBe('2 groups · 55 MB')
    await page.click(page.inBar('Remove copies'))
    await page.click(page.inDialog('Remove'))
    const body = { group_ids: ['pages:1', 'pages:2'], keep: {} }
    expect(page.bodiesOf('POST /api/care/copies/preview')).toEqual([body])
    expect(page.bodiesOf('POST /api/care/copies/remove')).toEqual([body])
    expect(page.hasDialog()).toBe(false)
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('are ignored together, and stay selected when that fails', async () => {
    const page = await openCare('/system/care', {
      ...three,
      'POST /api/care/ignored': refusal(500, 'The disk is full.'),
    })
    await page.select('Harbor Lights 2')
    await page.select('Harbor Lights 3')
    await page.click(page.inBar('Ignore'))
    expect(page.bodiesOf('POST /api/care/ignored')).toEqual([
      { kind: 'copies', subjects: ['pages:2', 'pages:3'], ignored: true },
    ])
    expect(toasts.value.at(-1)?.text).toBe('The disk is full.')
    expect(page.find('.cover-bar p').textContent).toContain('2 groups')
  })

  test('are deselected one by one or together', async () => {
    const page = await openCare('/system/care', three)
    await page.select('Harbor Lights 1')
    await page.select('Harbor Lights 3')
    await page.select('Harbor Lights 1')
    expect(page.find('.cover-bar p').textContent).toContain('1 group')
    await page.click('Stop selecting')
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })
})

describe('the preview of a removal', () => {
  test('is of the whole kind for the button above the list', async () => {
    const page = await openCare('/system/care', removal)
    await page.click('Remove all copies (48 MB)')
    expect(page.bodiesOf('POST /api/care/copies/preview')).toEqual([{ kind: 'pages', keep: {} }])
    expect(page.text()).toContain('2 copies · 96 MB')
    for (const absent of ['will have no file', 'will be skipped']) expect(page.text()).not.toContain(absent)
    await page.click(page.inDialog('Cancel'))
    expect(page.hasDialog()).toBe(false)
    expect(page.countOf('POST /api/care/copies/remove')).toBe(0)
  })

  test('is not offered for different files of one issue, which only the user can compare', async () => {
    const copies = [{ kind: 'issue', groups: 1, files: 1, bytes: 48_000_000 }]
    const page = await openCare('/system/care?kind=issue', { 'GET /api/care': { ...summary, copies } })
    expect(() => page.named('Remove all copies (48 MB)')).toThrow()
    expect(page.named('Remove the others (48 MB)')).toBeTruthy()
  })

  test('names what changed meanwhile and the issues that lose their file', async () => {
    const lost = { ...preview, skipped: 2, lost: 3, lost_labels: ['Fog 1', 'Fog 2'] }
    const page = await openCare('/system/care', { ...removal, 'POST /api/care/copies/preview': lost })
    await page.click('Remove the others (48 MB)')
    expect(page.text()).toContain('2 groups changed since the check and will be skipped.')
    expect(page.text()).toContain('3 issues will have no file: these copies count as other issues.')
    expect(page.text()).toContain('Fog 1, Fog 2 and 1 more')
  })

  test('allows no removal of nothing', async () => {
    const page = await openCare('/system/care', {
      ...removal,
      'POST /api/care/copies/preview': { ...preview, files: 0 },
    })
    await page.click('Remove the others (48 MB)')
    expect(page.inDialog('Remove').disabled).toBe(true)
  })

  test('shows why it failed, and why the removal did', async () => {
    const page = await openCare('/system/care', {
      'POST /api/care/copies/preview': refusal(409, 'A check is running.'),
    })
    await page.click('Remove the others (48 MB)')
    expect(page.find('.dialog [role="alert"]').textContent).toBe('A check is running.')
    expect(page.inDialog('Remove').disabled).toBe(true)
    const late = await openCare('/system/care', {
      ...removal,
      'POST /api/care/copies/remove': refusal(409, 'Files are moving.'),
    })
    await late.click('Remove the others (48 MB)')
    await late.click(late.inDialog('Remove'))
    expect(late.find('.dialog [role="alert"]').textContent).toBe('Files are moving.')
  })
})

test('a list that cannot be loaded says why, and is loaded by another try', async () => {
  let broken = true
  const reply = () => (broken ? refusal(500, 'The database is locked.') : managerLibrary['GET /api/care/copies'])
  const page = await openCare('/system/care', { 'GET /api/care/copies': reply })
  expect(page.text()).toContain('The database is locked.')
  broken = false
  await page.click('Try again')
  expect(page.hrefOf('Harbor Lights 1')).toBe('/library/s1/issues/i1')
})

test('what a removal frees is said with the word for its files', () => {
  expect(removalWords({ files: 2, bytes: 5_000_000 }, true)).toBe('2 copies · 5.0 MB')
  expect(removalWords({ files: 2, bytes: 5_000_000 }, false)).toBe('2 files · 5.0 MB')
})
