import { afterEach, describe, expect, test } from 'bun:test'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { askTarget } from '../../state/asking'
import { releaseTarget } from '../../state/release-search'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import type { IssueCard } from './issue-card'
import { askItems, cardItems, searchItems, statusItems } from './issue-menu'

withWindow()
afterEach(() => {
  toasts.value = []
  releaseTarget.value = undefined
  askTarget.value = undefined
  currentUser.value = null
})

const card = (more: Partial<IssueCard> = {}): IssueCard =>
  ({
    id: 'i3',
    label: '#3',
    annual: false,
    owned: false,
    intent: 'policy',
    read: 'unread',
    readable: false,
    searchable: false,
    wanted: false,
    ...more,
  }) as IssueCard
const labels = (items: { label: string }[]) => items.map(({ label }) => label).join(', ')

describe('the menu of an issue', () => {
  test.each<[card: Partial<IssueCard>, items: string]>([
    [{}, 'Want, Skip, Ignore'],
    [{ intent: 'wanted' }, 'Skip, Ignore'],
    [{ intent: 'skipped' }, 'Want, Ignore'],
    [{ intent: 'ignored' }, 'Want, Skip'],
    [{ owned: true, readable: true }, 'Mark read'],
    [{ owned: true, readable: true, read: 'reading' }, 'Mark read, Mark unread'],
    [{ owned: true, readable: true, read: 'read' }, 'Mark unread'],
    [{ owned: true }, ''],
  ])('that is %j has %p', (more, items) => {
    expect(labels(statusItems(card(more)))).toBe(items)
  })

  test.each<[card: Partial<IssueCard>, items: string]>([
    [{ searchable: true }, 'Review releases'],
    [{ searchable: true, wanted: true }, 'Search now, Review releases'],
    [{ wanted: true }, ''],
  ])('that is %j can be searched for: %p', (more, items) => {
    expect(labels(searchItems(card(more), 'Harbor'))).toBe(items)
  })

  test.each([
    ['reader', true, true, 'Ask for it'],
    ['reader', false, true, ''],
    ['reader', true, false, ''],
    ['everything', true, true, ''],
  ] as const)(
    'asks the owner: a user who sees as %s, may ask: %p, missing: %p',
    (sees, may_request, missing, items) => {
      currentUser.value = { sees, may_request } as never
      expect(labels(askItems(card({ missing }), 'Harbor'))).toBe(items)
    },
  )

  test('opens the dialog that asks for it', () => {
    currentUser.value = { sees: 'reader', may_request: true } as never
    askItems(card({ missing: true, cover: null }), 'Harbor')[0]?.onPick?.()
    expect(askTarget.value).toEqual({ title: 'Harbor #3', cover: null, body: { kind: 'issue', issue_id: 'i3' } })
  })

  test('of a card links to the reader', () => {
    expect(labels(cardItems(card({ owned: true, readable: true, read: 'reading' }), 'Harbor'))).toBe(
      'Continue, Mark read, Mark unread, Add to reading list',
    )
    expect(labels(cardItems(card(), 'Harbor'))).toBe('Want, Skip, Ignore, Add to reading list')
  })

  test.each([
    [false, 'issue'],
    [true, 'annual'],
  ])('of an annual (%p) reviews releases of an %s', async (annual, entity_type) => {
    await searchItems(card({ searchable: true, annual }), 'Harbor')[0]!.onPick!()
    expect(releaseTarget.value).toEqual({ entity_type, entity_id: 'i3', title: 'Harbor #3' } as never)
  })

  test('changes the issue, and refetches its series', async () => {
    const Series = () => html`<p>${useQuery('GET /api/series').data ? 'there' : ''}</p>`
    const page = await renderPage(html`<${Series} />`, {
      replies: { 'GET /api/series': { comics: [] }, 'PUT /api/series/issues/i3/unqueue': { success: true } },
    })
    await statusItems(card())[1]!.onPick!()
    await page.whenIdle()
    expect(page.requests.map(({ name }) => name)).toEqual([
      'GET /api/series',
      'PUT /api/series/issues/i3/unqueue',
      'GET /api/series',
    ])
    expect(toasts.value).toMatchObject([{ text: '1 issue skipped.' }])
  })
})
