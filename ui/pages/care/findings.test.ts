import { afterEach, describe, expect, test } from 'bun:test'
import { toasts } from '../../state/toasts'
import { openCare } from '../../testing/care-page'
import { managerLibrary } from '../../testing/manager-library'
import { type Replies, refusal } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { type CareSummary, FINDING_KINDS, type Finding, type FindingKind } from './care-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const summary = managerLibrary['GET /api/care'] as CareSummary
const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  subject: id,
  detail: 'The archive is cut off.',
  comic_id: 's1',
  series: 'Harbor Lights',
  year: 2015,
  file_id: id,
  path: `/comics/Harbor Lights/${id}.cbz`,
  size: 48_000_000,
  issue_id: `i-${id}`,
  number: id,
  ...more,
})
const listed = (findings: Finding[], total = findings.length): Replies => ({
  'GET /api/care/findings': {
    findings,
    pagination: { total, limit: 50, offset: 0, has_more: total > findings.length },
  },
})
const open = (kind: FindingKind | undefined, replies: Replies = {}, more = '') =>
  openCare(`/system/care?section=damage${kind ? `&kind=${kind}` : ''}${more}`, {
    ...listed([finding('1'), finding('2')]),
    'POST /api/care/ignored': { success: true },
    ...replies,
  })
const asked = (page: Awaited<ReturnType<typeof open>>) =>
  page.requests.findLast(({ name }) => name === 'GET /api/care/findings')?.query

describe('the kinds of findings', () => {
  const found = { 'GET /api/care': { ...summary, findings: [{ kind: 'no_cover', count: 2 }], ignored: 1 } }

  test('begin with the first that has any', async () => {
    const page = await open(undefined, found)
    expect(asked(page)).toEqual({ kind: 'no_cover', ignored: 'false', page: '1', per_page: '50' })
    expect(page.current('What is wrong')).toBe('No cover 2')
    expect(page.hrefOf('Gaps')).toBe('/system/care?section=damage&kind=gaps')
    expect(page.hrefOf('Show ignored')).toBe('/system/care?section=damage&kind=no_cover&ignored=1')
  })

  test('begin with files that cannot be opened when there are none, and are chosen by the address', async () => {
    expect(asked(await open(undefined))).toMatchObject({ kind: 'unreadable' })
    expect(asked(await open('languages', found, '&ignored=1'))).toMatchObject({ kind: 'languages', ignored: 'true' })
  })
})

test('an empty list says that nothing was found, or that the library was not checked yet', async () => {
  expect((await open('gaps', listed([]))).text()).toContain(FINDING_KINDS.gaps.none)
  const unchecked = await open('gaps', { ...listed([]), 'GET /api/care': { ...summary, checked_at: null } })
  expect(unchecked.text()).toContain('Not checked yet')
  expect(unchecked.text()).not.toContain(FINDING_KINDS.gaps.none)
  expect((await open('gaps', listed([]), '&ignored=1')).text()).toContain('Nothing ignored')
})

test('a page behind the end gives way to the last one, which has a link to the page before', async () => {
  const reply = ({ query }: { query: Record<string, string> }) => ({
    findings: query.page === '2' ? [finding('51')] : [],
    pagination: { total: 51, limit: 50, offset: (Number(query.page) - 1) * 50, has_more: false },
  })
  const page = await open('unreadable', { 'GET /api/care/findings': reply }, '&page=9')
  await page.until('Harbor Lights 51')
  expect(location.search).toBe('?section=damage&kind=unreadable&page=2')
  expect(page.hrefOf('Page before')).toBe('/system/care?section=damage&kind=unreadable')
})

test('a finding links its issue, and one of a whole series links the series', async () => {
  const series = finding('s2', { issue_id: null, number: null, path: null, size: null, year: null, series: 'Fog' })
  const page = await open('same_number', listed([finding('1'), { ...series, comic_id: 's2' }]))
  expect(page.hrefOf('Harbor Lights 1')).toBe('/library/s1/issues/i-1')
  expect(page.hrefOf('Fog')).toBe('/library/s2')
  const [first, second] = [...page.root.querySelectorAll('.care-finding')].map((row) => row.textContent)
  expect(first).toContain('2015')
  expect(first).toContain('48 MB')
  expect(second).not.toContain('MB')
  expect(page.root.querySelectorAll('.care-finding .care-path')).toHaveLength(1)
})

describe('findings', () => {
  test('are ignored one by one or together', async () => {
    const page = await open('unreadable')
    await page.click('Ignore: Harbor Lights 2')
    await page.select('Harbor Lights 1')
    await page.select('Harbor Lights 2')
    expect(page.find('.cover-bar p').textContent).toBe('2 selected')
    await page.click(page.inBar('Ignore'))
    expect(page.bodiesOf('POST /api/care/ignored')).toEqual([
      { kind: 'unreadable', subjects: ['2'], ignored: true },
      { kind: 'unreadable', subjects: ['1', '2'], ignored: true },
    ])
    expect(toasts.value.map(({ text }) => text)).toContain('Ignored')
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('that are ignored are listed again', async () => {
    const page = await open('unreadable', {}, '&ignored=1')
    await page.click('List again: Harbor Lights 2')
    await page.select('Harbor Lights 1')
    await page.click(page.inBar('List again'))
    expect(page.bodiesOf('POST /api/care/ignored')).toEqual([
      { kind: 'unreadable', subjects: ['2'], ignored: false },
      { kind: 'unreadable', subjects: ['1'], ignored: false },
    ])
    expect(toasts.value.at(-1)?.text).toBe('Listed again')
  })

  test('stay selected when they cannot be ignored', async () => {
    const page = await open('unreadable', { 'POST /api/care/ignored': refusal(500, 'The disk is full.') })
    await page.select('Harbor Lights 1')
    await page.click(page.inBar('Ignore'))
    expect(toasts.value.at(-1)?.text).toBe('The disk is full.')
    expect(page.find('.cover-bar p').textContent).toBe('1 selected')
  })

  test.each<[FindingKind, string[]]>([
    ['unreadable', ['Ignore', 'Remove']],
    ['missing_pages', ['Ignore', 'Remove']],
    ['wrong_extension', ['Ignore', 'Correct']],
    ['no_cover', ['Ignore', 'Remove']],
    ['very_small', ['Ignore', 'Remove']],
    ['languages', ['Ignore']],
    ['same_number', ['Ignore']],
    ['gaps', ['Ignore', 'Want']],
  ])('of the kind %s allow %j', async (kind, actions) => {
    const page = await open(kind)
    await page.select('Harbor Lights 1')
    expect(page.buttonsOf('.cover-bar-actions')).toEqual(actions)
  })
})

describe('damaged files', () => {
  const preview = { groups: 0, files: 1, bytes: 48_000_000, skipped: 0, lost: 1, lost_labels: ['Harbor Lights 1'] }
  const removal = {
    'POST /api/care/files/preview': preview,
    'POST /api/care/files/remove': { success: true, operation_id: 'o1', batch_id: 'b1' },
  }

  test('are removed after a preview that does not call them copies', async () => {
    const page = await open('unreadable', removal)
    await page.select('Harbor Lights 1')
    await page.click(page.inBar('Remove'))
    expect(page.find('.dialog h2').textContent).toBe('Remove files')
    expect(page.text()).toContain('1 file · 48 MB')
    expect(page.find('.care-lost .system-wrong').textContent).toBe('1 issue will have no file.')
    expect(page.find('.care-lost .system-quiet').textContent).toBe('Harbor Lights 1')
    await page.click(page.inDialog('Remove'))
    const body = { file_ids: ['1'] }
    expect(page.bodiesOf('POST /api/care/files/preview')).toEqual([body])
    expect(page.bodiesOf('POST /api/care/files/remove')).toEqual([body])
    expect([page.hasDialog(), page.root.querySelector('.cover-bar')]).toEqual([false, null])
  })

  test('stay selected when the removal is cancelled', async () => {
    const page = await open('unreadable', removal)
    await page.select('Harbor Lights 1')
    await page.click(page.inBar('Remove'))
    await page.click(page.inDialog('Cancel'))
    expect([page.hasDialog(), page.countOf('POST /api/care/files/remove')]).toEqual([false, 0])
    expect(page.find('.cover-bar p').textContent).toBe('1 selected')
  })
})

describe('wrong extensions', () => {
  const changes = [{ from: '/comics/1.cbz', to: '/comics/1.cbr' }]
  const replies = {
    ...listed([finding('1'), finding('2')], 70),
    'POST /api/care/extensions/preview': { files: 70, changes },
    'POST /api/care/extensions': { success: true, operation_id: 'o1', batch_id: 'b1' },
  }

  test('are corrected all at once after a preview of the first new names', async () => {
    const page = await open('wrong_extension', replies)
    await page.click('Correct all 70 extensions')
    expect(page.find('.care-renames').textContent).toContain('/comics/1.cbr')
    expect(page.find('.dialog .care-sum').textContent).toBe('70 files')
    expect(page.text()).toContain('And 69 more files.')
    await page.click(page.inDialog('Rename'))
    expect(page.bodiesOf('POST /api/care/extensions/preview')).toEqual([{}])
    expect(page.bodiesOf('POST /api/care/extensions')).toEqual([{}])
    expect(page.hasDialog()).toBe(false)
  })

  test('of selected files are corrected alone', async () => {
    const page = await open('wrong_extension', {
      ...replies,
      'POST /api/care/extensions/preview': { files: 1, changes },
    })
    await page.select('Harbor Lights 2')
    await page.click(page.inBar('Correct'))
    expect(page.text()).not.toContain('more file')
    await page.click(page.inDialog('Rename'))
    expect(page.bodiesOf('POST /api/care/extensions')).toEqual([{ file_ids: ['2'] }])
    expect(page.root.querySelector('.cover-bar')).toBeNull()
  })

  test('that are ignored are not corrected all at once', async () => {
    const page = await open('wrong_extension', replies, '&ignored=1')
    expect(() => page.named('Correct all 70 extensions')).toThrow()
  })

  test('are not corrected when none is left, or when the preview fails', async () => {
    const none = await open('wrong_extension', {
      ...replies,
      'POST /api/care/extensions/preview': { files: 0, changes: [] },
    })
    await none.click('Correct all 70 extensions')
    expect(none.inDialog('Rename').disabled).toBe(true)
    const failed = await open('wrong_extension', {
      ...replies,
      'POST /api/care/extensions/preview': refusal(409, 'A check is running.'),
    })
    await failed.click('Correct all 70 extensions')
    expect(failed.find('.dialog [role="alert"]').textContent).toBe('A check is running.')
    expect([failed.inDialog('Rename').disabled, failed.text().includes('Counting')]).toEqual([true, false])
  })
})

describe('gaps', () => {
  test('are wanted in all series after a count', async () => {
    const page = await open('gaps', {
      'POST /api/care/gaps/preview': { issues: 1, series: 1 },
      'POST /api/care/gaps/want': { success: true, issues: 1, series: 1 },
    })
    await page.click('Want all')
    await page.click(page.inDialog('Want 1 issue'))
    expect(page.bodiesOf('POST /api/care/gaps/want')).toEqual([{}])
    expect([page.hasDialog(), toasts.value.at(-1)?.text]).toEqual([false, '1 issue added to Wanted.'])
  })

  test('that are ignored are not wanted all at once', async () => {
    const page = await open('gaps', {}, '&ignored=1')
    expect(() => page.named('Want all')).toThrow()
  })

  test('stay as they are when the count or the change fails, with the reason', async () => {
    const failed = await open('gaps', { 'POST /api/care/gaps/preview': refusal(500, 'The database is locked.') })
    await failed.click('Want all')
    expect(failed.find('.dialog [role="status"]').textContent).toBe('The database is locked.')
    expect(failed.inDialog('Want').disabled).toBe(true)
    const late = await open('gaps', {
      'POST /api/care/gaps/preview': { issues: 2, series: 1 },
      'POST /api/care/gaps/want': refusal(409, 'An edit is running.'),
    })
    await late.click('Want all')
    await late.click(late.inDialog('Want 2 issues'))
    expect(late.find('.dialog [role="status"]').textContent).toBe('An edit is running.')
    expect(toasts.value).toEqual([])
  })
})

test('a list that cannot be loaded says why, and is loaded by another try', async () => {
  let broken = true
  const reply = () =>
    broken ? refusal(500, 'The database is locked.') : listed([finding('1')])['GET /api/care/findings']
  const page = await open('gaps', { 'GET /api/care/findings': reply })
  expect(page.text()).toContain('The database is locked.')
  broken = false
  await page.click('Try again')
  expect(page.find('[aria-label="Select Harbor Lights 1"]')).toBeTruthy()
})
