import { describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { ResultTable } from './result-table'

withWindow()

async function drawn(pattern_id: string, ...data: Record<string, unknown>[]) {
  const page = await renderPage(html`<${ResultTable} result=${{ pattern_id, data }} />`)
  const cells = (row: Element) => [...row.children].map((cell) => cell.textContent?.trim())
  return {
    heads: cells(page.find('thead tr')),
    rows: [...page.root.querySelectorAll('tbody tr')].map(cells),
    links: [...page.root.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    title: page.find('figcaption').textContent,
  }
}

const series = { ComicID: 's1', ComicName: 'Harbor Lights', ComicYear: '2015', Have: 9, Total: 1_200, percent: 0.8 }
const issue = { ComicID: 's1', IssueID: 'i3', ComicName: 'Harbor Lights', Issue_Number: '3', label: '#3' }

describe('rows of a query', () => {
  test('mark an issue that is being read like an unread one, not like a download', async () => {
    const data = ['unread', 'reading'].map((State) => ({ ...issue, State }))
    const page = await renderPage(html`<${ResultTable} result=${{ pattern_id: 'reading_list_issues', data }} />`)
    const marks = [...page.root.querySelectorAll('.mark')].map((one) => one.getAttribute('data-state'))
    expect(marks).toEqual(['unknown', 'unknown'])
  })

  test('show series with owned and missing issues', async () => {
    const table = await drawn('series_with_gaps', { ...series, MissingNumbers: '#3, #4', Status: 'Active' })
    expect(table).toEqual({
      title: 'Series with gaps 1 row',
      heads: ['Series', 'Owned', 'Missing issues'],
      rows: [['Harbor Lights 2015', '9 of 1,200', '#3, #4']],
      links: ['/library/s1'],
    })
  })

  test.each([
    ['an issue', issue, 'Harbor Lights #3', '/library/s1/issues/i3'],
    ['an annual', { ...issue, label: 'Annual #1' }, 'Harbor Lights Annual #1', '/library/s1/issues/i3'],
    ['a whole name', { ...issue, label: 'Harbor Lights #3' }, 'Harbor Lights #3', '/library/s1/issues/i3'],
    ['a number alone', { ...issue, label: null, IssueID: null }, 'Harbor Lights #3', '/library/s1'],
    ['an issue that is not in the library', { ComicName: 'Fern', IssueNumber: '2' }, 'Fern #2', undefined],
    [
      'ids with odd letters',
      { ...issue, ComicID: 'a/b', IssueID: '?' },
      'Harbor Lights #3',
      '/library/a%2Fb/issues/%3F',
    ],
  ])('name and link %s', async (_what, row, name, href) => {
    const table = await drawn('series_issues', row)
    expect(table.rows[0]?.[0]).toBe(name)
    expect(table.links[0] as string | undefined).toBe(href)
  })

  test('show states as marks and dates in words', async () => {
    const rows = [
      { ...issue, Status: 'Snatched', ReleaseDate: '2015-05-06' },
      { ...issue, Status: 'Odd', ReleaseDate: null },
    ]
    const table = await drawn('issues_by_status', ...rows)
    expect(table.heads).toEqual(['Issue', 'Status', 'Released'])
    expect(table.rows.map(([, ...cells]) => cells)).toEqual([
      ['In progress', '6 May 2015'],
      ['Odd', ''],
    ])
  })

  test('show arcs, lists, publishers and reasons', async () => {
    const arc = await drawn('incomplete_arcs', {
      StoryArcID: 'C1',
      StoryArc: 'Night Tide',
      Have: 1,
      Total: 3,
      Missing: 2,
    })
    expect([arc.heads, arc.links]).toEqual([['Story arc', 'Owned'], ['/arcs/C1']])
    const list = await drawn('reading_lists', { ListID: 'l2', Name: 'Summer', Total: 12, Read: 3 })
    expect([list.rows[0], list.links]).toEqual([['Summer', '12', '3'], ['/readlist/l2']])
    const publisher = await drawn('publishers', { ComicPublisher: 'Northgate', Have: 12 })
    expect([publisher.heads, publisher.rows[0]]).toEqual([
      ['Publisher', 'Owned'],
      ['Northgate', '12'],
    ])
    const why = await drawn('why_missing', { IssueID: 'i3', Issue: 'Harbor Lights #3', About: 'search', Says: 'No.' })
    expect([why.heads, why.rows[0]]).toEqual([
      ['About', 'Reason'],
      ['Search', 'No.'],
    ])
  })

  test('of an unknown query are shown by the names of their fields', async () => {
    const table = await drawn('longest_series', { row_id: 1, DecadeName: '1990s', IsLong: true, MostPages: 3_000 })
    expect(table).toEqual({
      title: 'Longest series 1 row',
      heads: ['Decade name', 'Is long', 'Most pages'],
      rows: [['1990s', 'Yes', '3,000']],
      links: [],
    })
  })
})
