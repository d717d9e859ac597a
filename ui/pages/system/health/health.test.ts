import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { HealthPage } from './health'

withWindow()
afterEach(() => {
  toasts.value = []
})

const AT = '2026-11-20T10:00:00.000Z'
const finding = {
  check_id: 'folders',
  subject: '/comics',
  label: 'Folders',
  gravity: 'error',
  message: 'Your comics folder /comics is not there.',
  remedy: 'Connect its disk, or choose another folder.',
  page: '/settings#folders',
  since: AT,
  dismissed_at: null as string | null,
}
const health = (...findings: (typeof finding)[]) => ({
  state: findings.some(({ dismissed_at }) => dismissed_at === null) ? 'error' : 'ok',
  checked_at: AT,
  open_count: findings.filter(({ dismissed_at }) => dismissed_at === null).length,
  findings,
  checks: [
    { check_id: 'folders', label: 'Folders', state: findings.length > 0 ? 'error' : 'ok' },
    { check_id: 'clock', label: 'Clock', state: 'unknown' },
  ],
})
const LOOK = 'GET /api/system/health'
const open = (replies: object) => renderPage(html`<${HealthPage} />`, { path: '/system', replies: { ...replies } })

test('without a finding the page says so, with the list of checks', async () => {
  const page = await open({ [LOOK]: health() })
  expect(page.text()).toContain('No problems.')
  expect(page.find('.checks').textContent).toContain('Folders: OK')
  expect(page.find('.checks').textContent).toContain('Clock: unknown')
  expect(page.root.querySelector('.findings')).toBeNull()
})

test('a finding shows its remedy and a link to the page that fixes it', async () => {
  const page = await open({ [LOOK]: health(finding) })
  expect(page.text()).toContain('1 problem.')
  expect(page.find('.finding').textContent).toContain(finding.message)
  expect(page.find('.finding').textContent).toContain(finding.remedy)
  expect(page.named('Go there').getAttribute('href')).toBe('/settings#folders')
  expect(page.find('nav [aria-current]').textContent).toBe('Health1')
})

test('dismissed findings are collapsed, and can be restored', async () => {
  const dismissed = { ...finding, dismissed_at: AT }
  const sets: unknown[] = []
  const page = await open({
    [LOOK]: health(finding),
    'POST /api/system/health/folders/dismiss': ({ body }: { body: { dismissed: boolean } }) => {
      sets.push(body)
      return health(body.dismissed ? dismissed : finding)
    },
  })
  await page.click('Dismiss')
  expect(page.text()).toContain('No problems.')
  expect(page.find('details summary').textContent).toBe('1 dismissed finding')
  await page.click('Show again')
  expect(page.text()).toContain('1 problem.')
  expect(sets).toEqual([
    { subject: '/comics', dismissed: true },
    { subject: '/comics', dismissed: false },
  ])
})

test('a new check can be requested, and shows why it failed', async () => {
  const page = await open({ [LOOK]: health(), 'POST /api/system/health/run': refusal(503, 'The disk sleeps.') })
  await page.click('Check again')
  expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'The disk sleeps.' })
})

test('a support bundle that cannot be made shows the reason', async () => {
  const busy = refusal(409, 'Another support bundle is being made.')
  const page = await open({ [LOOK]: health(), 'POST /api/system/support-bundle': busy })
  await page.click('Make a support bundle')
  expect(toasts.value[0]?.text).toBe('Another support bundle is being made.')
})
