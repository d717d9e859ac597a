import { afterEach, describe, expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { makePreview } from './previews'
import { RepairPage } from './repair'
import { RepairRunPage } from './repair-run'
import type { RepairItem, RepairRun } from './repair-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const ROOT = '/api/system/acquisition'
const run = (change: Partial<RepairRun> = {}): RepairRun => ({
  run_id: 'r1',
  scope_type: 'series',
  scope_id: 'harbor',
  label: 'Harbor Lights',
  state: 'previewed',
  item_count: 3,
  selected_count: 1,
  applied_count: 0,
  conflict_count: 0,
  rollback_count: 0,
  rollback_conflict_count: 0,
  last_sequence: 0,
  canary_entity_key: null,
  created_at: '2026-11-21T08:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
  confirmed_at: null,
  started_at: null,
  completed_at: null,
  permit_id: null,
  ...change,
})
const item = (
  number: number,
  change: Partial<RepairItem>,
  stored: Partial<RepairItem['evidence']['stored']> = {},
): RepairItem => ({
  sequence: number,
  entity_type: 'issue',
  entity_id: `harbor-${number}`,
  entity_key: `issue:harbor-${number}`,
  series_id: 'harbor',
  label: `Harbor Lights #${number}`,
  intent: 'policy',
  fulfillment: 'missing',
  reason: 'released_missing',
  date_source: 'releaseDate',
  selected_date: '2020-05-06',
  evidence: {
    stored: { Status: 'Skipped', AcquisitionIntent: 'policy', fulfillment: 'missing', ...stored },
    file: null,
    download: null,
  },
  proposed_values: {},
  optional: false,
  selected: false,
  ...change,
})
const ITEMS = [
  item(1, { reason: 'legacy_snatched', intent: 'wanted', selected: true }, { fulfillment: 'snatched', AcquisitionIntent: 'wanted' }),
  item(2, { optional: true, proposed_values: { Status: 'Wanted', AcquisitionIntent: 'wanted' } }),
  item(3, { reason: 'archived', fulfillment: 'archived' }, { fulfillment: 'archived' }),
] // biome-ignore format: one line each
const HEALTH = { providers: [{ id: 1, provider: 'Indexer A', type: 'newznab', lastrun: 0, active: 'Idle', hits: 0 }] }

const openRun = (one: RepairRun, items: RepairItem[] = ITEMS, more: object = {}) =>
  renderPage(html`<${Router}><${RepairRunPage} path="/system/repair/:run_id" /><//>`, {
    path: `/system/repair/${one.run_id}`,
    replies: {
      [`GET ${ROOT}/repair/${one.run_id}`]: { success: true, run: one, items },
      'GET /api/search/health': HEALTH,
      ...more,
    },
  })
const bodies = (requests: { name: string; body: unknown }[], name: string) =>
  requests.filter((one) => one.name === `POST ${ROOT}/${name}`).map(({ body }) => body)

describe('the choice of a series', () => {
  test('finds series by name and makes a preview', async () => {
    const page = await renderPage(html`<${RepairPage} />`, {
      path: '/system/repair',
      replies: {
        [`GET ${ROOT}/repair`]: { runs: [run({ state: 'completed', applied_count: 1 })] },
        'GET /api/series': { comics: [{ ComicID: 'harbor', ComicName: 'Harbor Lights', ComicYear: '2020' }] },
        [`POST ${ROOT}/repair/preview`]: { run_id: 'r2', preview_token: 't', fingerprint: 'f' },
      },
    })
    expect(page.text()).toContain('1 of 1 issue changed.')
    await page.type('input', 'harbor')
    await page.until('2020')
    await page.click('Preview the repair of Harbor Lights')
    expect(bodies(page.requests, 'repair/preview')).toEqual([{ series_id: 'harbor' }])
    expect(location.pathname).toBe('/system/repair/r2')
  })
})

describe('a preview', () => {
  const preview = async () => {
    const page = await renderPage(html`<p></p>`, {
      replies: { [`POST ${ROOT}/repair/preview`]: { run_id: 'r1', preview_token: 't', fingerprint: 'f' } },
    })
    await makePreview('harbor')
    page.close()
  }

  test('shows the changes with reasons, and the rest on demand', async () => {
    const page = await openRun(run())
    expect(page.text()).toContain('Recorded as snatched, but nothing is being downloaded.')
    expect(page.text()).not.toContain('You archived it.')
    await page.click('Show all issues')
    expect(page.text()).toContain('You archived it.')
  })

  test('is confirmed with the selected changes and the first one', async () => {
    await preview()
    const page = await openRun(run(), ITEMS, { [`POST ${ROOT}/repair/r1/confirm`]: { success: true } })
    await page.click(page.find('input[type=checkbox]'))
    const first = page.find<HTMLSelectElement>('select')
    first.value = 'issue:harbor-2'
    first.dispatchEvent(new (window as unknown as typeof globalThis).Event('change', { bubbles: true }))
    await page.whenIdle()
    await page.click('Confirm 2 changes')
    expect(bodies(page.requests, 'repair/r1/confirm')).toEqual([
      {
        preview_token: 't',
        fingerprint: 'f',
        selected_optional_keys: ['issue:harbor-2'],
        canary_entity_key: 'issue:harbor-2',
      },
    ])
  })

  test('from another page, or an expired one, can only be repeated', async () => {
    const foreign = await openRun(run({ run_id: 'r9' }))
    expect(foreign.text()).toContain('This preview can no longer be confirmed.')
    await preview()
    const old = await openRun(run({ expires_at: '2026-11-21T08:15:00.000Z' }))
    expect(old.named('Preview again')).toBeDefined()
  })

  test('of a series without mistakes says so', async () => {
    await preview()
    const page = await openRun(run({ selected_count: 0 }), [ITEMS[2]!])
    expect(page.text()).toContain('Nothing to change')
  })
})

describe('a confirmed repair', () => {
  test('is applied, and a refusal is shown', async () => {
    const page = await openRun(run({ state: 'confirmed' }), ITEMS, {
      [`POST ${ROOT}/repair/r1/apply`]: refusal(423, 'A search is still running.'),
    })
    await page.click('Apply')
    expect(bodies(page.requests, 'repair/r1/apply')).toEqual([{}])
    expect(toasts.value.map(({ text }) => text)).toEqual(['A search is still running.'])
  })

  test('begins with its first issue', async () => {
    const page = await openRun(run({ state: 'confirmed', canary_entity_key: 'issue:harbor-1' }), ITEMS, {
      [`POST ${ROOT}/repair/r1/apply`]: { success: true },
    })
    await page.click('Change Harbor Lights #1 first')
    expect(bodies(page.requests, 'repair/r1/apply')).toEqual([{ canary_only: true }])
  })

  test.each([
    ['applying', 'Changing issues'],
    ['rolling_back', 'Restoring issues'],
  ] as const)('shows its progress while %s', async (state, label) => {
    const page = await openRun(run({ state, applied_count: 1, selected_count: 2 }))
    expect(page.find('progress').getAttribute('aria-label')).toBe(label)
  })

  test('that is complete shows conflicts and is rolled back with a reason', async () => {
    const items = [{ ...ITEMS[0]!, apply_state: 'conflict' as const, conflict: 'It changed after the preview.' }]
    const page = await openRun(run({ state: 'needs_review', conflict_count: 1 }), items, {
      [`POST ${ROOT}/repair/r1/rollback`]: { success: true },
    })
    expect(page.text()).toContain('Left as it is: It changed after the preview.')
    await page.click('Roll back')
    await page.type('dialog input', 'Wrong series')
    await page.submit('dialog form')
    expect(bodies(page.requests, 'repair/r1/rollback')).toEqual([{ reason: 'Wrong series' }])
  })
})

describe('the check with one grab', () => {
  const done = run({ state: 'completed', applied_count: 1 })
  const permit = (change: object = {}) => ({
    success: true,
    permit_id: 'p1',
    run_id: 'r1',
    repair_run_id: 'r1',
    release_key: 'harbor-1|indexer a',
    route: 'usenet',
    state: 'authorized',
    created_at: '2026-11-21T08:00:00.000Z',
    expires_at: '2026-11-21T08:15:00.000Z',
    claimed_at: null,
    completed_at: null,
    outcome: null,
    maintenance_epoch: 2,
    ...change,
  })

  test('allows a release of one indexer for one wanted issue', async () => {
    const page = await openRun(done, ITEMS, { [`POST ${ROOT}/repair/r1/canary`]: permit() })
    await page.click('Allow this grab')
    expect(bodies(page.requests, 'repair/r1/canary')).toEqual([{ release_key: 'harbor-1|Indexer A', route: 'usenet' }])
  })

  test('links to the issue, and can be released', async () => {
    const page = await openRun({ ...done, permit_id: 'p1' }, ITEMS, {
      [`GET ${ROOT}/canary/p1`]: permit(),
      [`POST ${ROOT}/canary/p1/release`]: permit({ state: 'cancelled' }),
    })
    expect(page.named('Open the issue').getAttribute('href')).toBe('/library/harbor/issues/harbor-1')
    await page.click('Release the permit')
    expect(bodies(page.requests, 'canary/p1/release')).toHaveLength(1)
  })

  test('shows its result', async () => {
    const page = await openRun({ ...done, permit_id: 'p1' }, ITEMS, {
      [`GET ${ROOT}/canary/p1`]: permit({ state: 'completed', outcome: 'submitted' }),
    })
    expect(page.text()).toContain('Grabs work.')
    expect(page.named('Allow this grab')).toBeDefined()
  })
})
