import { describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { type Asked, type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { WantedPage } from './wanted'
import { type WantedFields, wantedCard } from './wanted-card'

withWindow()

const row = (at: number, change: Partial<WantedFields> = {}): WantedFields => ({
  ComicID: 's1',
  IssueID: `i${at}`,
  ComicName: 'Harbor Lights',
  ComicYear: '2015',
  ComicPublisher: 'Northgate',
  Issue_Number: String(at + 1),
  IssueName: at === 0 ? 'Low Tide' : null,
  ReleaseDate: `2015-05-${String(28 - (at % 28)).padStart(2, '0')}`,
  IssueDate: null,
  ...change,
})
function wanted(total: number, more: Replies = {}): Replies {
  const list = ({ query }: Asked) => {
    const [limit, offset] = [Number(query.limit), Number(query.offset)]
    const count = query.q === 'nobody' ? 0 : total
    const issues = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => row(offset + at))
    return { issues, annuals: [], pagination: { total: count, limit, offset, has_more: false } }
  }
  return { 'GET /api/wanted': list, ...more }
}
const open = (replies: Replies, path = '/wanted') => renderPage(html`<${WantedPage} />`, { path, replies })

describe('a wanted issue', () => {
  const card = (change: Partial<WantedFields>) => wantedCard(row(0, change), '2026-11-21')

  test('knows its day and its month as far as they are known', () => {
    expect(card({})).toMatchObject({
      number: '#1',
      day: '28',
      monthWords: 'May 2015',
      date: '28 May 2015',
      future: false,
    })
    expect(card({ ReleaseDate: '2015-05' })).toMatchObject({ day: '', monthWords: 'May 2015' })
    expect(card({ ReleaseDate: null, IssueDate: null })).toMatchObject({
      date: 'Date not known',
      monthWords: 'Not known',
      month: '',
    })
    expect(card({ Issue_Number: '' }).number).toBe('One-shot')
  })

  test('is to come only when its day has not begun', () => {
    const future = (ReleaseDate: string) => card({ ReleaseDate }).future
    expect([future('2026-11-22'), future('2026-11-21'), future('2026-11'), future('2027')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('the wanted list', () => {
  test('stands by date and says each month once', async () => {
    const page = await open(wanted(30))
    const months = [...page.root.querySelectorAll('.wanted-month')].map((month) => month.textContent).filter(Boolean)
    expect(months).toEqual(['May 2015'])
    expect(page.text()).toContain('30 issues')
    expect(page.find('[aria-label="Harbor Lights #1, Low Tide, 28 May 2015"] a').getAttribute('href')).toBe(
      '/library/s1',
    )
  })

  test('stops wanting an issue, and takes that back', async () => {
    const at = '/api/series/issues/i0'
    const page = await open(wanted(3, { [`PUT ${at}/unqueue`]: { success: true } }))
    await page.press('Delete', page.find('[data-at="0"]'))
    expect(page.asked.filter(({ name }) => name.startsWith('PUT')).map(({ name }) => name)).toEqual([
      `PUT ${at}/unqueue`,
    ])
    expect(page.asked.filter(({ name }) => name === 'GET /api/wanted').length).toBeGreaterThan(1)
  })

  test('has its outline while it loads', async () => {
    const page = await open({ 'GET /api/wanted': () => new Promise(() => undefined) })
    expect(page.find('.skeleton').getAttribute('aria-label')).toBe('Loading the wanted list')
  })

  test('says what will be here and how to get it', async () => {
    const page = await open(wanted(0))
    expect(page.text()).toContain('Nothing is wanted')
    expect(page.named('Series with gaps').getAttribute('href')).toBe('/library?progress=missing')
    expect(page.root.querySelector('input')).toBeNull()
  })

  test('says what failed and tries again', async () => {
    const page = await open({
      'GET /api/wanted': () => Response.json({ detail: 'The database is busy.' }, { status: 503 }),
    })
    expect(page.text()).toContain('The database is busy.')
    expect(page.named('Try again')).toBeDefined()
  })

  test('filters as the address says', async () => {
    const page = await open(wanted(30), '/wanted?q=nobody')
    expect(page.text()).toContain('Nothing wanted is called “nobody”')
  })

  test('keeps only the rows near the window in the page', async () => {
    const page = await open(wanted(9_000))
    expect(page.root.querySelectorAll('.wanted-row').length).toBeLessThan(80)
    expect(page.asked.every(({ query }) => query.limit === '200')).toBe(true)
  })
})
