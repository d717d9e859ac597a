import { describe, expect, test } from 'bun:test'
import { Route, Router } from 'preact-iso'
import { html } from '../../html'
import { readerLibrary } from '../../testing/reader-library'
import { type RenderedPage, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { NamesPage } from './names'

withWindow()

const pages = html`<${Router}><${Route} path="/browse/:folder" component=${NamesPage} /><//>`
const open = (path: string, more: Replies = {}) => renderPage(pages, { path, replies: { ...readerLibrary, ...more } })
const person = { kind: 'person', name: 'Ann Lee', issues: 1, series: 2, covers: [] }
const reply = (names: object[], total = names.length, more: object = {}) => ({
  names,
  roles: [
    { role: 'Writer', names: 1_200 },
    { role: 'CoverArtist', names: 3 },
  ],
  pagination: { total, limit: 60, offset: 0, has_more: false },
  ...more,
})
const asked = (page: RenderedPage) => page.requests.findLast(({ name }) => name === 'GET /api/names')?.query
const chosen = (page: RenderedPage) =>
  [...page.root.querySelectorAll<HTMLInputElement>('.segmented input')].find(({ checked }) => checked)?.closest('label')?.textContent?.trim() // biome-ignore format: one line
const choose = async (page: RenderedPage, value: string) => {
  const box = page.find<HTMLSelectElement>('.filter-word select')
  box.value = value
  box.dispatchEvent(new (window as unknown as typeof globalThis).Event('change', { bubbles: true }))
  await page.whenIdle()
}

test('a list has its number, its title and the kind as the current link', async () => {
  const page = await open('/browse/characters', { 'GET /api/names': reply([person], 1_234) })
  expect(page.find('h1').textContent).toBe('Characters')
  expect(page.find('.names-head p').textContent).toBe('1,234')
  expect(document.title).toBe('Characters · Panelkeep')
  expect(page.find('[aria-label="Kinds"] [aria-current]').textContent).toBe('Characters')
  expect(page.find('.name-tile small').textContent).toBe('1 issue · 2 series')
})

describe('the order', () => {
  test('is by issues at first, and its address names only another one', async () => {
    const page = await open('/browse/people')
    expect(asked(page)).toEqual({ kind: 'person', sort: 'issues', limit: '60', offset: '0' })
    await page.click('A to Z')
    expect([location.search, asked(page)?.sort]).toEqual(['?sort=name', 'name'])
    expect(chosen(page)).toBe('A to Z')
    await page.click('Most issues')
    expect([location.search, chosen(page)]).toEqual(['', 'Most issues'])
  })

  test('is by issues when the address has an unknown one', async () => {
    expect(asked(await open('/browse/people?sort=size'))?.sort).toBe('issues')
  })
})

describe('the roles', () => {
  test('have their number of names, and one of them or any is chosen', async () => {
    const page = await open('/browse/people?sort=name', { 'GET /api/names': reply([person]) })
    const options = [...page.root.querySelectorAll('option')].map((one) => one.textContent)
    expect(options).toEqual(['Any role', 'Writer (1,200)', 'Cover artist (3)'])
    expect(page.find('.filter-word').hasAttribute('data-on')).toBe(false)
    await choose(page, 'CoverArtist')
    expect([location.search, asked(page)?.role]).toEqual(['?sort=name&role=CoverArtist', 'CoverArtist'])
    expect(page.find('.filter-word').hasAttribute('data-on')).toBe(true)
    await choose(page, '')
    expect([location.search, page.find<HTMLSelectElement>('select').value]).toEqual(['?sort=name', ''])
  })

  test('are absent where names have none', async () => {
    const page = await open('/browse/tags', { 'GET /api/names': reply([person], 1, { roles: [] }) })
    expect(page.root.querySelector('.filter-word')).toBeNull()
  })
})

describe('an empty list', () => {
  test.each([
    ['/browse/teams', 'No teams yet', 'Nothing found'],
    ['/browse/teams?q=fog', 'Nothing found', 'No teams yet'],
    ['/browse/people?role=Writer', 'Nothing found', 'No people yet'],
  ])('at %s says %p', async (path, words, others) => {
    const page = await open(path, { 'GET /api/names': reply([], 0) })
    expect(page.text()).toContain(words)
    expect(page.text()).not.toContain(others)
  })
})

test('the pages of a list keep its filter and its order', async () => {
  const more = { pagination: { total: 200, limit: 60, offset: 60, has_more: true } }
  const page = await open('/browse/people?sort=name&role=Writer&q=ann&page=2', {
    'GET /api/names': reply([person], 200, more),
  })
  expect(asked(page)).toEqual({ kind: 'person', sort: 'name', limit: '60', offset: '60', q: 'ann', role: 'Writer' })
  expect(page.named('Next page').getAttribute('href')).toBe('/browse/people?sort=name&role=Writer&q=ann&page=3')
})

test('a page behind the end gives way to the last one, and does not say that there are no names', async () => {
  const page = await open('/browse/people?page=9', {
    'GET /api/names': ({ query }: { query: Record<string, string> }) => ({
      ...reply(query.offset === '0' ? [person] : []),
      pagination: { total: 1, limit: 60, offset: Number(query.offset), has_more: false },
    }),
  })
  await page.until('Ann Lee')
  expect(location.search).toBe('')
})

test('a list that cannot be loaded says why, and is loaded by another try', async () => {
  let broken = true
  const page = await open('/browse/people', {
    'GET /api/names': () => (broken ? refusal(500, 'The database is locked.') : reply([person])),
  })
  expect(page.text()).toContain('The database is locked.')
  expect(page.root.querySelector('[aria-label="Loading the names"]')).toBeNull()
  broken = false
  await page.click('Try again')
  expect(page.text()).toContain('Ann Lee')
})
