import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { currentUser } from '../../state/user'
import { readerLibrary } from '../../testing/reader-library'
import { readAs } from '../../testing/reader-session'
import { type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { DashboardPage } from './dashboard'

withWindow()
beforeEach(() => {
  localStorage.clear()
  readAs()
})
afterEach(() => {
  currentUser.value = null
})

type Page = Awaited<ReturnType<typeof renderPage>>
const open = (more: Replies = {}) => renderPage(html`<${DashboardPage} />`, { replies: { ...readerLibrary, ...more } })
const shelves = (page: Page) => [...page.root.querySelectorAll('.shelf h2')].map((one) => one.textContent?.trim())
const shelf = (page: Page, title: string) => {
  const own = [...page.root.querySelectorAll('.shelf')].find((one) =>
    one.querySelector('h2')?.textContent?.includes(title),
  )
  return [...(own?.querySelectorAll('li a') ?? [])].map((link) => [
    link.getAttribute('href'),
    link.querySelector('b')?.textContent,
    link.querySelector(':scope > span:last-child')?.textContent,
  ])
}
const added = (comic_id: string, issues: number, label: string, added_at: string) => ({
  issue_id: `${comic_id}-${label}`,
  comic_id,
  series_name: comic_id,
  issues,
  label,
  image: null,
  added_at,
})
const ADDED = 'GET /api/reading/added'
const LATELY = {
  items: [
    added('Fern Road', 300, '#1 to #300', '2026-11-28T10:00:00.000Z'),
    added('Harbor', 1, '#9', '2026-11-28T09:00:00.000Z'),
    added('Old Pier', 1, '#4', '2026-11-01T08:00:00.000Z'),
  ],
}
const nothing = { 'GET /api/reading/continue': { items: [] } }

describe("a reader's home", () => {
  test('has what was begun, what is new, the lists and the favourites', async () => {
    const page = await open()
    expect(shelves(page)).toEqual(['Continue reading', 'On deck', 'Recently added', 'Reading lists', 'Favourites'])
    expect(shelf(page, 'Reading lists')).toEqual([['/readlist', 'Reading list', '1 of 2 issues read']])
    expect(shelf(page, 'Favourites')).toEqual([['/library/s1', 'Harbor Lights', '1 unread']])
    const asked = page.requests.find(({ name, query }) => name === 'GET /api/series' && query.favourite)
    expect(asked?.query).toMatchObject({ favourite: 'true' })
    expect(page.text()).toContain('Your reading')
  })

  test('shows what was added since the last visit, one cover for each series', async () => {
    localStorage.setItem('panelkeep.visits', '{"u2":{"seen":"2026-11-20T10:00:00.000Z","before":null}}')
    const page = await open({ [ADDED]: LATELY })
    expect(shelf(page, 'New since your last visit')).toEqual([
      ['/library/Fern%20Road', 'Fern Road', '#1 to #300'],
      ['/library/Harbor/issues/Harbor-%239', 'Harbor', '#9'],
    ])
  })

  test('shows what was added lately, when nothing is new', async () => {
    localStorage.setItem('panelkeep.visits', '{"u2":{"seen":"2026-11-28T20:00:00.000Z","before":null}}')
    const page = await open({ [ADDED]: LATELY })
    expect(shelf(page, 'Recently added').map(([, name]) => name)).toEqual(['Fern Road', 'Harbor', 'Old Pier'])
  })

  test('leads new users to the library', async () => {
    const never = { ...(readerLibrary['GET /api/reading/statistics'] as object), since: null }
    const page = await open({ ...nothing, 'GET /api/reading/statistics': never })
    expect(page.find('.home-begin').textContent).toContain('Nothing started yet')
    expect(page.named('Go to the library').getAttribute('href')).toBe('/library')
  })

  test('says when everything is read', async () => {
    expect((await open(nothing)).find('.home-begin').textContent).toContain('Everything read')
  })

  test('of an empty library offers no import', async () => {
    const page = await open({
      'GET /api/series': { comics: [], pagination: { total: 0, limit: 1, offset: 0, has_more: false } },
    })
    expect(page.text()).toContain('Nothing to read yet')
    expect(page.root.querySelector('a')).toBeNull()
  })
})
