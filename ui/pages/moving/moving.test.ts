import { describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { MoveInPage } from './moving'
import type { SourcePerson } from './wire'

withWindow()

const PREVIEW = 'POST /api/system/migration/preview'
const START = 'POST /api/system/migration/start'
const PROGRESS = 'GET /api/system/migration/progress'

const reconciliation = { state: 'ready', reason: null, updated_at: null }
const idle = {
  status: 'idle',
  run_id: null,
  source: null,
  current_table: null,
  tables_complete: 0,
  tables_total: 0,
  error: null,
  reconciliation,
  tables: [],
  warnings: [],
  omitted: 0,
  users_added: [],
  files: null,
  started_at: null,
  finished_at: null,
  undo_until: null,
  undone_at: null,
}
const preview = {
  valid: true,
  source: 'mylar',
  source_label: 'Mylar',
  path: '/old/mylar',
  version: null,
  series_count: 25,
  issue_count: 584,
  tables: [
    { name: 'comics', row_count: 25 },
    { name: 'weekly', row_count: 0 },
  ],
  config_categories: ['General'],
  path_warnings: [],
  problems: [{ severity: 'warning', code: 'orphans', message: '3 issues have no series.', help: 'They stay behind.' }],
  path_mappings: [{ from: '/comics', to: '', count: 25, exists: false, sample: '/comics/Harbor Lights (2012)' }],
  readers: [],
  left_behind: [{ table: 'rssdb', rows: 40, reason: 'Feeds are read anew.' }],
}
const places = {
  'GET /api/system/migration/places': { places: [{ source: 'mylar', source_label: 'Mylar', path: '/old/mylar' }] },
}
const open = (replies: object, path = '/move-in') =>
  renderPage(html`<${MoveInPage} />`, { path, replies: { ...places, ...replies } as never })
const bodies = (page: Awaited<ReturnType<typeof open>>, name: string) =>
  page.requests.filter((one) => one.name === name).map(({ body }) => body)

describe('a migration', () => {
  test('begins with a program found on this machine, and shows its content', async () => {
    const page = await open({ [PROGRESS]: idle, [PREVIEW]: preview })
    await page.click(page.find('.moving-place'))
    expect(bodies(page, PREVIEW)).toEqual([{ path: '/old/mylar' }])
    expect(page.text()).toContain('Mylar: 25 series, 584 issues')
    expect(page.text()).toContain('3 issues have no series.')
    expect(page.text()).toContain('Feed entries')
    expect(page.text()).not.toContain('Weekly releases')
  })

  test('previews the folder from the setup at once', async () => {
    const page = await open({ [PROGRESS]: idle, [PREVIEW]: preview }, '/move-in?path=%2Fold%2Fmylar')
    expect(bodies(page, PREVIEW)).toEqual([{ path: '/old/mylar' }])
  })

  test('sends the local path of a folder with the preview and with the start', async () => {
    const found = { ...preview, path_mappings: [{ ...preview.path_mappings[0], to: '/mnt/comics', exists: true }] }
    let looks = 0
    const page = await open({
      [PROGRESS]: idle,
      [PREVIEW]: () => (++looks === 1 ? preview : found),
      [START]: { status: 'started', run_id: 'r1' },
      'GET /api/filesystem': { path: '/mnt/comics', parent: '/mnt', folders: [] },
    })
    await page.click(page.find('.moving-place'))
    expect(page.text()).toContain('Not found')
    await page.click('Choose the folder for /comics')
    await page.click('Use this folder')
    const path_mappings = [{ from: '/comics', to: '/mnt/comics' }]
    expect(bodies(page, PREVIEW).at(-1)).toEqual({ path: '/old/mylar', path_mappings })
    expect(page.find('.moving-folders').textContent).toContain('/mnt/comics')
    await page.click('Move in from Mylar')
    expect(bodies(page, START)).toEqual([{ path: '/old/mylar', path_mappings }])
  })

  describe('of a program with several users', () => {
    const person = (id: string, name: string, progress: number, more: Partial<SourcePerson> = {}): SourcePerson => ({ id, name, progress, is_admin: false, limits: null, hidden_by: null, user_id: null, ...more }) // biome-ignore format: one line
    const OPEN: NonNullable<SourcePerson['limits']> = { kinds: ['comic', 'manga'], max_age: null, unrated: 'deny', tags_any: [], tags_none: [], collections: null, may_download: true, may_request: true } // biome-ignore format: one line
    const hides = { ...OPEN, collections: [] }
    const readers = [
      person('2', 'ben', 40, { is_admin: true }),
      person('1', 'ana', 3, { limits: { ...OPEN, max_age: 12, unrated: 'allow' as const } }),
      person('3', 'cyd', 0, { limits: hides, hidden_by: 'Komga shares only some of its libraries with this user.' }),
    ]
    const users = { users: [{ user_id: 'owner', name: 'olive' }, { user_id: 'u1', name: 'Dora' }], deleted: [] } // biome-ignore format: one line
    const openWith = async (people = readers) => {
      const page = await open({
        [PROGRESS]: idle,
        [PREVIEW]: { ...preview, readers: people },
        [START]: { status: 'started', run_id: 'r1' },
        'GET /api/users': users,
      })
      await page.click(page.find('.moving-place'))
      return page
    }
    const choose = async (page: Awaited<ReturnType<typeof open>>, at: number, value: string) => {
      const select = page.root.querySelectorAll<HTMLSelectElement>('.moving-people select')[at]!
      select.value = value
      select.dispatchEvent(new (window as unknown as typeof globalThis).Event('change', { bubbles: true }))
      await page.whenIdle()
    }

    test('offers the owner the one who read most, and makes users of the others', async () => {
      const page = await openWith()
      const text = page.find('.moving-people').textContent
      expect(text).toContain('40 issues read or begun · Administrator')
      expect(text).toContain('3 issues read or begun · Sees up to 12 years, and what has no rating')
      expect(text).toContain('Sees nothing until you choose')
      expect(text).toContain('Komga shares only some of its libraries with this user.')
      await page.click('Move in from Mylar')
      const chosen = [{ id: '2', user_id: 'owner' }, { id: '1', role: 'reader' }, { id: '3', role: 'reader' }] // biome-ignore format: one line
      expect(bodies(page, START)).toEqual([{ path: '/old/mylar', users: chosen }])
    })

    test('joins a user with an existing one, makes a manager, and leaves one out', async () => {
      const page = await openWith()
      await choose(page, 0, 'user:u1')
      await choose(page, 1, 'manager')
      await choose(page, 2, 'leave')
      expect(page.find('.moving-people').textContent).not.toContain('Sees nothing until you choose')
      await page.click('Move in from Mylar')
      const chosen = [{ id: '2', user_id: 'u1' }, { id: '1', role: 'manager' }] // biome-ignore format: one line
      expect(bodies(page, START)).toEqual([{ path: '/old/mylar', users: chosen }])
    })

    test('knows users by an earlier move or their name', async () => {
      const page = await openWith([readers[0]!, { ...readers[1]!, user_id: 'owner' }, { ...readers[2]!, user_id: 'u1' }]) // biome-ignore format: one line
      await page.click('Move in from Mylar')
      const chosen = [{ id: '2', role: 'reader' }, { id: '1', user_id: 'owner' }, { id: '3', user_id: 'u1' }] // biome-ignore format: one line
      expect(bodies(page, START)).toEqual([{ path: '/old/mylar', users: chosen }])
    })

    test('asks nothing about a single user', async () => {
      const page = await openWith([readers[0]!])
      expect(page.root.querySelectorAll('.moving-people')).toHaveLength(0)
      await page.click('Move in from Mylar')
      expect(bodies(page, START)).toEqual([{ path: '/old/mylar' }])
    })
  })

  test('shows the reason for an unusable database, without a start button', async () => {
    const damaged = refusal(400, 'mylar.db is damaged. Put a backup of Mylar in its place.')
    const page = await open({ [PROGRESS]: idle, [PREVIEW]: damaged })
    await page.click(page.find('.moving-place'))
    expect(page.text()).toContain('Put a backup of Mylar in its place.')
    expect(page.text()).not.toContain('Move in from Mylar')
  })

  test('shows why a folder was refused beside the field', async () => {
    const page = await open({ [PROGRESS]: idle, [PREVIEW]: refusal(400, 'There is no folder at /x.') })
    await page.type('.moving-form input', '/x')
    await page.submit('.moving-form')
    expect(page.find('.field-hint[role="alert"]').textContent).toContain('There is no folder at /x.')
  })

  test('shows the table that is being copied', async () => {
    const page = await open({
      [PROGRESS]: { ...idle, status: 'migrating', current_table: 'annuals', tables_complete: 2, tables_total: 8 },
    })
    expect(page.text()).toContain('Now: Annuals.')
    expect(page.find('progress').getAttribute('value')).toBe('25')
  })

  test('ends with the copied rows, the omitted rows, and the review of wanted issues', async () => {
    const page = await open({
      [PROGRESS]: {
        ...idle,
        status: 'complete',
        run_id: 'r1',
        tables: [{ name: 'comics', rows: 25, taken: 24, merged: 0, left: 1, notes: { 'had no folder': 2 } }],
        omitted: 1,
        files: { waiting: 3, found: 437, missing: 2, unreadable: 0 },
        reconciliation: { ...reconciliation, state: 'pending_preview' },
      },
      'GET /api/system/migration/omitted': {
        run_id: 'r1',
        reasons: [{ table_name: 'comics', outcome: 'left', reason: 'It has no name.', rows: 1 }],
        rows: [
          {
            omission_id: 1,
            table_name: 'comics',
            outcome: 'left',
            source_id: '1',
            label: 'None',
            reason: 'It has no name.',
          },
        ],
        next: null,
      },
    })
    expect(page.text()).toContain('You have moved in')
    expect(page.text()).toContain('437 found')
    expect(page.text()).toContain('It has no name.')
    expect(page.find('a[href="/system/acquisition"]').textContent).toContain('Review wanted issues')
    expect(page.find('a[download]').getAttribute('href')).toBe('/api/system/migration/report')
  })

  test('names the users that were added, and where to invite them', async () => {
    const added = (name: string, ...notes: string[]) => ({ user_id: name, name, notes })
    const complete = { ...idle, status: 'complete', run_id: 'r1' }
    const users_added = [added('ana', 'Sees nothing until you choose. Komga limits this user by labels of series.'), added('ben')] // biome-ignore format: one line
    const page = await open({ [PROGRESS]: { ...complete, users_added } })
    expect(page.text()).toContain('2 users were added. Send each an invitation on the Users page.')
    expect(page.text()).toContain('Komga limits this user by labels of series.')
    expect(page.find('a[href="/users"]').textContent).toBe('Users page')
    const one = await open({ [PROGRESS]: { ...complete, users_added: [added('ben')] } })
    expect(one.text()).toContain('1 user was added. Send an invitation on the Users page.')
  })

  test('that stopped shows the reason, and can be retried', async () => {
    const page = await open({ [PROGRESS]: { ...idle, status: 'error', run_id: 'r1', error: 'The disk is full.' } })
    expect(page.find('[role="alert"]').textContent).toBe('The disk is full.')
    await page.click('Try again')
    expect(page.text()).toContain('Data folder of the other program')
  })

  test('is undone after a preview of what is removed and what stays', async () => {
    const moved = {
      ...idle,
      status: 'complete',
      run_id: 'r1',
      tables: [{ name: 'comics', rows: 25, taken: 25, merged: 0, left: 0, notes: {} }],
      undo_until: '2999-01-01T00:00:00.000Z',
    }
    const undone = { ...moved, status: 'undone', undo_until: null, undone_at: '2026-11-28T20:00:00.000Z' }
    const UNDO = 'POST /api/system/migration/r1/undo'
    let begun = false
    const page = await open({
      [PROGRESS]: () => (begun ? undone : moved),
      'GET /api/system/migration/r1/undo': {
        run_id: 'r1',
        until: moved.undo_until,
        series: 24,
        issues: 580,
        rows: { history: 1, lists: 0, arcs: 2, users: 2 },
        kept: 1,
        kept_series: [{ comic_id: '1', name: 'Low Tide', reason: 'It was read since.' }],
        kept_users: [{ user_id: 'u', name: 'ana', reason: 'This user logged in since.' }],
      },
      [UNDO]: () => {
        begun = true
        return { success: true, operation_id: 'o' }
      },
    })
    await page.click('Undo the move')
    expect(page.text()).toContain('24 series and 580 issues are removed from the library.')
    expect(page.text()).toContain('1 download in the history, 2 story arcs, 2 users')
    expect(page.text()).toContain('1 user kept')
    expect(page.text()).toContain('This user logged in since.')
    expect(page.text()).toContain('Low Tide')
    expect(bodies(page, UNDO)).toEqual([])
    await page.click(page.find('.dialog-foot button:last-child, dialog footer button:last-child'))
    expect(page.text()).toContain('The move was undone')
  })

  test('offers no undo when it is too old, or was run by an earlier version', async () => {
    const tables = [{ name: 'comics', rows: 1, taken: 1, merged: 0, left: 0, notes: {} }]
    for (const undo_until of [null, '2020-01-01T00:00:00.000Z']) {
      const page = await open({ [PROGRESS]: { ...idle, status: 'complete', run_id: 'r1', tables, undo_until } })
      expect(page.text()).not.toContain('Undo the move')
    }
  })
})
