import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { WayPage } from './way'
import type { WireWay } from './way-line'

withWindow()
afterEach(() => {
  toasts.value = []
})

const about = { comicid: 's1', updated_at: '2026-11-21T10:00:00.000Z' }
const search: WireWay = {
  kind: 'run',
  item_id: 77,
  run_id: 'r1',
  state: 'running',
  label: 'Harbor Lights #3',
  entity_type: 'issue',
  entity_id: 'i3',
  issueid: 'i3',
  command_kind: 'search',
  ...about,
}
const grab: WireWay = {
  kind: 'journal',
  release_key: 'i4|indexer a/b',
  stage: 'snatched',
  label: 'Harbor Lights #4',
  issueid: 'i4',
  provider: 'Indexer A/B',
  title: 'Harbor.Lights.004',
  download_id: 'd4',
  protocol: 'torrent',
  ...about,
}
const NAME = 'GET /api/activity/in-flight'
const CANCEL = 'POST /api/activity/in-flight/cancel'
const open = (results: WireWay[], more: Replies = {}) =>
  renderPage(html`<${WayPage} />`, {
    path: '/activity/on-its-way',
    replies: { [NAME]: { results, total: results.length }, ...more },
  })

test('searches and grabs are in one list, each with its progress', async () => {
  const page = await open([search, grab])
  expect([...page.root.querySelectorAll('.way-row')].map((one) => one.getAttribute('aria-label'))).toEqual([
    'Harbor Lights #3, Being searched for',
    'Harbor Lights #4, With its client',
  ])
  expect(page.text()).toContain('Indexer A/B · Harbor.Lights.004')
  expect(page.named('Harbor Lights #4').getAttribute('href')).toBe('/library/s1/issues/i4')
})

test('a search is cancelled at once', async () => {
  const page = await open([search], { [CANCEL]: { ok: true } })
  await page.click('Call off Harbor Lights #3')
  expect(page.requests.find(({ name }) => name === CANCEL)?.body).toEqual({ kind: 'run', item_id: 77 })
  expect(toasts.value[0]?.text).toBe('Harbor Lights #3 is not searched for any more.')
})

test('cancelling a grab asks for a confirmation; one that has finished meanwhile says so', async () => {
  const page = await open([grab], { [CANCEL]: refusal(409, 'It is not on its way any more.') })
  await page.press('Delete', page.find('.way-row'))
  expect(page.text()).toContain('Call off Harbor Lights #4?')
  await page.click('Call it off')
  expect(page.requests.find(({ name }) => name === CANCEL)?.body).toEqual({
    kind: 'journal',
    release_key: 'i4|indexer a/b',
  })
  expect(toasts.value[0]?.text).toBe('It is not on its way any more.')
})

test('a long list is loaded in pages', async () => {
  const page = await open([search], { [NAME]: { results: [search], total: 250 } })
  expect(page.text()).toContain('250 searches and downloads')
  expect(page.named('Next page').getAttribute('href')).toBe('/activity/on-its-way?page=2')
})

test('an empty list explains itself', async () => {
  const page = await open([])
  expect(page.text()).toContain('Nothing is downloading')
})
