import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { Route, Router } from 'preact-iso'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { readerLibrary } from '../../testing/reader-library'
import { type RenderedPage, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { NamePage } from './name'

withWindow()
beforeEach(() => {
  toasts.value = []
  currentUser.value = null
})
afterEach(() => {
  setSystemTime()
})

type Named = Record<string, unknown>
const detail = readerLibrary['GET /api/names/one'] as Named
const [issue] = (readerLibrary['GET /api/names/issues'] as { issues: Named[] }).issues
const [row] = (readerLibrary['GET /api/names/series'] as { series: Named[] }).series
const pages = html`<${Router}><${Route} path="/browse/:folder/:name" component=${NamePage} /><//>`
const open = (change: Named = {}, more: Replies = {}, path = '/browse/people/Ann%20Lee') =>
  renderPage(pages, { path, replies: { ...readerLibrary, 'GET /api/names/one': { ...detail, ...change }, ...more } })
const asked = (page: RenderedPage, name: string) => page.requests.findLast((one) => one.name === name)?.query
const facts = (page: RenderedPage) => [...page.root.querySelectorAll('.name-facts span')].map((one) => one.textContent)
const links = (page: RenderedPage, label: string) =>
  [...page.root.querySelectorAll(`[aria-label="${label}"] a`)].map((one) => [one.textContent, one.getAttribute('href')])

describe('the facts of a name', () => {
  test('are its role, years, issues and series', async () => {
    const page = await open()
    expect(facts(page)).toEqual(['Writer', '2015 to 2016', '2 issues', '1 series'])
    expect(document.title).toBe('Ann Lee · Panelkeep')
  })

  test('are its kind when it has several roles, and one year or none', async () => {
    const roles = [
      { role: 'Writer', issues: 2, series: 1 },
      { role: 'CoverArtist', issues: 1, series: 1 },
    ]
    const page = await open({ roles, years: [{ year: 2015, issues: 2, owned: 1 }] })
    expect(facts(page)).toEqual(['Person', '2015', '2 issues', '1 series'])
    expect(facts(await open({ roles, years: [{ year: null, issues: 2, owned: 1 }] }))).toEqual([
      'Person',
      '2 issues',
      '1 series',
    ])
  })

  test('count the announced issues apart', async () => {
    const standing = (page: RenderedPage) => [...page.root.querySelectorAll('.name-standing dl > div')].map((one) => one.textContent) // biome-ignore format: one line
    expect(standing(await open())).toEqual(['In the library1 of 2', 'Missing1', 'Unread1'])
    const page = await open({ issues: 5, announced: 3 })
    expect(standing(page)).toEqual(['In the library1 of 2', 'Missing1', 'Announced3', 'Unread1'])
  })

  test('do not look complete when nothing is known to be missing', async () => {
    const page = await open({ issues: 42, owned: 42, missing: 0, unread: 42 })
    const figures = [...page.root.querySelectorAll('.name-standing dl > div')].map((one) => one.textContent)
    expect(figures).toEqual(['In the library42', 'Unread42'])
  })

  test('include no spellings when there are none', async () => {
    expect((await open({ spellings: [] })).text()).not.toContain('Also written')
  })
})

describe('the roles of a person', () => {
  const roles = [
    { role: 'Writer', issues: 2, series: 1 },
    { role: 'CoverArtist', issues: 1, series: 1 },
  ]

  test('are links, with all of them first', async () => {
    const page = await open({ roles })
    expect(links(page, 'Roles')).toEqual([
      ['All roles', '/browse/people/Ann%20Lee'],
      ['Writer2', '/browse/people/Ann%20Lee?role=Writer'],
      ['Cover artist1', '/browse/people/Ann%20Lee?role=CoverArtist'],
    ])
    expect(page.find('[aria-label="Roles"] [aria-current]').textContent).toBe('All roles')
  })

  test('are absent with a single one, except to leave it', async () => {
    expect((await open()).root.querySelector('[aria-label="Roles"]')).toBeNull()
    const page = await open({}, {}, '/browse/people/Ann%20Lee?role=Writer')
    expect(page.find('[aria-label="Roles"] [aria-current]').textContent).toBe('Writer2')
  })

  test('limit the series and issues, which then do not repeat them', async () => {
    const page = await open({ roles }, {}, '/browse/people/Ann%20Lee?role=CoverArtist')
    for (const name of ['GET /api/names/series', 'GET /api/names/issues'])
      expect(asked(page, name)).toMatchObject({ role: 'CoverArtist', name: 'Ann Lee' })
    expect(page.root.querySelector('.name-roles')).toBeNull()
    expect((await open({ roles })).find('.name-roles').textContent).toBe('Writer')
  })
})

test('a name leads to the library where that has a filter for its kind', async () => {
  const kinds = { characters: 'character', publishers: 'publisher' }
  for (const [folder, kind] of Object.entries(kinds)) {
    const page = await open({ kind }, {}, `/browse/${folder}/Ann%20Lee?role=Writer`)
    expect(page.named('Show in the library').getAttribute('href')).toBe(`/library?${kind}=Ann+Lee`)
  }
  const tag = await open({ kind: 'tag' }, {}, '/browse/tags/Ann%20Lee')
  expect(() => tag.named('Show in the library')).toThrow()
})

test('the page shows the name as the library writes it, and lists its issues under that name', async () => {
  const page = await open({ name: 'Ann Lee' }, {}, '/browse/people/anne%20lee')
  expect(asked(page, 'GET /api/names/one')).toMatchObject({ name: 'anne lee' })
  expect(page.find('h1').textContent).toBe('Ann Lee')
  expect(asked(page, 'GET /api/names/issues')).toMatchObject({ name: 'Ann Lee' })
})

test.each(['100%', '100%25', 'a/b c'])('the name %p is found as it is written', async (name) => {
  const page = await open({}, {}, `/browse/people/${encodeURIComponent(name)}`)
  expect(asked(page, 'GET /api/names/one')).toMatchObject({ name })
})

test('a page that cannot be loaded says why, and is loaded by another try', async () => {
  let broken = true
  const one = () => (broken ? refusal(500, 'The database is locked.') : detail)
  const page = await open({}, { 'GET /api/names/one': one })
  expect(page.text()).toContain('The database is locked.')
  expect(page.text()).not.toContain('This name is not in the library')
  broken = false
  await page.click('Try again')
  expect(page.find('h1').textContent).toBe('Ann Lee')
})

describe('the chart of the years', () => {
  const rows = (page: RenderedPage) =>
    [...page.root.querySelectorAll('.name-years tr')].slice(1).map((one) => [...one.children].map((cell) => cell.textContent)) // biome-ignore format: one line

  test('has every year between the first and the last', async () => {
    const years = [
      { year: null, issues: 3, owned: 0 },
      { year: 2013, issues: 1, owned: 1 },
      { year: 2016, issues: 2, owned: 0 },
    ]
    const page = await open({ years, issues: 6 })
    expect(rows(page)).toEqual([
      ['2013', '1 issue, 1 in the library'],
      ['2014', '0 issues, 0 in the library'],
      ['2015', '0 issues, 0 in the library'],
      ['2016', '2 issues, 0 in the library'],
    ])
    expect(page.find('.name-years .chart-note').textContent).toBe('3 issues without a date')
  })

  test('has no note when every issue has a date, and is absent for a single year', async () => {
    expect((await open()).root.querySelector('.name-years .chart-note')).toBeNull()
    expect((await open({ years: [{ year: 2015, issues: 2, owned: 1 }] })).root.querySelector('.name-years')).toBeNull()
    expect((await open({ years: [] })).root.querySelector('.name-years')).toBeNull()
  })
})

describe('the series of a name', () => {
  test('are ordered by a choice, where there are enough of them', async () => {
    const page = await open({ series: 3 })
    expect(asked(page, 'GET /api/names/series')).toMatchObject({ sort: 'issues', limit: '24', offset: '0' })
    await page.click('Newest')
    expect(asked(page, 'GET /api/names/series')).toMatchObject({ sort: 'year' })
    const two = await open({ series: 2 })
    expect(() => two.named('Newest')).toThrow()
  })

  test('are fetched further on request, up to the limit of a page', async () => {
    const more = { series: [row], pagination: { total: 900, limit: 24, offset: 0, has_more: true } }
    const page = await open({ series: 900 }, { 'GET /api/names/series': more })
    for (const limit of ['144', '264', '384', '500']) {
      await page.click('Show more')
      expect(asked(page, 'GET /api/names/series')?.limit).toBe(limit)
    }
    expect(() => page.named('Show more')).toThrow()
  })

  test('are absent without any', async () => {
    expect((await open({ series: 0 })).root.querySelector('.name-series:not(.name-next)')).toBeNull()
  })
})

describe('the issues of a name', () => {
  const state = (page: RenderedPage) => page.find('.name-issues .mark').textContent?.trim()
  const listed = (change: Named, more = {}) => ({ 'GET /api/names/issues': { issues: [{ ...issue, ...change }], has_more: false, ...more } }) // biome-ignore format: one line

  test.each([
    [{ owned: true, read: false }, 'Unread'],
    [{ owned: true, read: true }, 'Read'],
    [{ owned: false, date: '2026-11-18' }, 'Missing'],
    [{ owned: false, date: '2026-11-19' }, 'Announced'],
    [{ owned: false, date: null }, 'Missing'],
  ])('%j is %s', async (change, word) => {
    setSystemTime(new Date('2026-11-18T10:00:00Z'))
    const page = await open({}, listed(change))
    expect(state(page)).toBe(word)
    // That is the mark of a download.
    expect(page.root.querySelector('.mark[data-state=way]')).toBeNull()
  })

  test('have their title, date and the roles of the person', async () => {
    const page = await open({}, listed({}))
    expect(page.find('.name-issue-words small').textContent).toBe('Low Tide · 6 May 2015 · Writer, Cover artist')
    const bare = await open({}, listed({ title: null, date: null, roles: [] }))
    expect(bare.find('.name-issue-words small').textContent).toBe('')
  })

  const which = (page: RenderedPage, word: string) =>
    page.click([...page.root.querySelectorAll<HTMLElement>('[aria-label="Which issues"] button')].find((one) => one.textContent?.startsWith(word))!) // biome-ignore format: one line

  test('are those that are missing or unread, each with words for none', async () => {
    const page = await open({}, { 'GET /api/names/issues': { issues: [], has_more: false } })
    const words = [...page.root.querySelectorAll('[aria-label="Which issues"] button')].map((one) => one.textContent)
    expect(words).toEqual(['All2', 'Missing1', 'Unread1'])
    await which(page, 'Missing')
    expect(page.find('p.name-none').textContent).toBe('Nothing is missing.')
    await which(page, 'Unread')
    expect(page.find('p.name-none').textContent).toBe('Nothing is unread.')
    expect(asked(page, 'GET /api/names/issues')).toMatchObject({ which: 'unread', limit: '30' })
  })

  test('are fetched further on request, and end with words at the limit of a page', async () => {
    const page = await open({ issues: 900 }, listed({}, { has_more: true }))
    for (const limit of ['150', '270', '390', '500']) {
      await page.click('Show more')
      expect(asked(page, 'GET /api/names/issues')?.limit).toBe(limit)
    }
    expect(() => page.named('Show more')).toThrow()
    expect(page.text()).toContain('The newest 500 are shown.')
    await which(page, 'Missing')
    expect(asked(page, 'GET /api/names/issues')).toMatchObject({ which: 'missing', limit: '30' })
  })

  test('are absent for a name without any, and so is what to read next', async () => {
    const page = await open({ issues: 0, next: [] })
    for (const words of ['Issues', 'Read next'])
      expect([...page.root.querySelectorAll('h2')].map((one) => one.textContent)).not.toContain(words)
  })
})

describe('the spellings of a name', () => {
  const sent = (page: RenderedPage) =>
    page.requests.filter(({ name }) => name === 'PUT /api/names/spellings').map(({ body }) => body)
  const saved = { 'PUT /api/names/spellings': { before: [{ name: 'Anne Lee', of: 'Ann Lee' }] } }

  test('can become the shown name, with which all others are joined', async () => {
    const page = await open({ spellings: ['Anne Lee', 'A. Lee'] }, saved)
    await page.click('More for Anne Lee')
    await page.click(page.find('[role="menuitem"]'))
    expect(sent(page)).toEqual([
      {
        kind: 'person',
        spellings: [
          { name: 'Anne Lee', of: null },
          { name: 'A. Lee', of: null },
          { name: 'Ann Lee', of: 'Anne Lee' },
          { name: 'A. Lee', of: 'Anne Lee' },
        ],
      },
    ])
    expect(location.pathname).toBe('/browse/people/Anne%20Lee')
    expect(toasts.value.at(-1)?.text).toBe('The name is shown as Anne Lee.')
  })

  test('that cannot be saved say why, without an undo', async () => {
    const page = await open({}, { 'PUT /api/names/spellings': refusal(409, 'A scan is running.') })
    await page.click('More for Anne Lee')
    await page.click('Separate')
    expect([toasts.value.at(-1)?.text, toasts.value.at(-1)?.action]).toEqual(['A scan is running.', undefined])
  })

  const names = (...all: string[]) => ({
    'GET /api/names': {
      names: all.map((name) => ({ kind: 'person', name, issues: 1, series: 1, covers: [] })),
      roles: [],
      pagination: { total: all.length, limit: 20, offset: 0, has_more: false },
    },
  })

  test('are chosen among other names with the same last word, or what is typed', async () => {
    const page = await open({}, { ...saved, ...names('Ann Lee', 'A. Lee') })
    await page.click('More for Ann Lee')
    await page.click('Join another spelling')
    expect(asked(page, 'GET /api/names')).toEqual({
      kind: 'person',
      sort: 'issues',
      limit: '20',
      offset: '0',
      q: 'Lee',
    })
    expect([...page.root.querySelectorAll('.name-choices b')].map((one) => one.textContent)).toEqual(['A. Lee'])
    await page.type('.dialog input', '  ')
    expect(asked(page, 'GET /api/names')?.q).toBeUndefined()
    await page.click('Cancel')
    expect(page.root.querySelector('.dialog')).toBeNull()
    expect(sent(page)).toEqual([])
  })

  test('are none when no other name matches', async () => {
    const page = await open({}, names('Ann Lee'))
    await page.click('More for Ann Lee')
    await page.click('Join another spelling')
    expect(page.find('.dialog [role="status"]').textContent).toBe('No other name matches.')
  })
})
