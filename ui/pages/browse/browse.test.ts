import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Route, Router } from 'preact-iso'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { readerLibrary } from '../../testing/reader-library'
import { readAs } from '../../testing/reader-session'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { NamePage } from './name'
import { NamesPage } from './names'

withWindow()

beforeEach(() => {
  toasts.value = []
  currentUser.value = null
})

afterEach(() => {
  currentUser.value = null
})

const pages = html`
  <${Router}>
    <${Route} path="/browse/:folder" component=${NamesPage} />
    <${Route} path="/browse/:folder/:name" component=${NamePage} />
  <//>
`
const open = (path: string, more: Replies = {}) => renderPage(pages, { path, replies: { ...readerLibrary, ...more } })

test('a list asks for its kind, its role and its page, and links to each name', async () => {
  const page = await open('/browse/people?role=Writer&page=2')
  expect(page.requests[0]?.query).toMatchObject({ kind: 'person', role: 'Writer', sort: 'issues', offset: '60' })
  expect(page.find('.name-tile').getAttribute('href')).toBe('/browse/people/Ann%20Lee')
  expect(page.text()).toContain('2 issues · 1 series')
  expect([...page.root.querySelectorAll('.words a')].map((one) => one.textContent)).toContain('Publishers')
  await page.click('A to Z')
  expect(page.requests.at(-1)?.query).toMatchObject({ sort: 'name', role: 'Writer' })
})

test('an unknown kind is not found', async () => {
  const page = await open('/browse/nothing')
  expect(page.text()).toContain('Page not found')
  expect(page.requests).toEqual([])
})

test('a list without names says so', async () => {
  const none = { names: [], roles: [], pagination: { total: 0, limit: 60, offset: 0, has_more: false } }
  const page = await open('/browse/people', { 'GET /api/names': none })
  expect(page.text()).toContain('No people yet')
})

test('the page of a name shows what it has, by role and year, and leads to the library', async () => {
  const page = await open('/browse/people/Ann%20Lee?role=Writer')
  expect(page.requests[0]?.query).toEqual({ kind: 'person', name: 'Ann Lee', role: 'Writer' })
  for (const words of ['2015 to 2016', '1 of 2', 'Read next', 'By year', 'Harbor Lights #1', 'Cover artist'])
    expect(page.text()).toContain(words)
  const hrefs = [...page.root.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toContain('/library?person=Ann+Lee&role=Writer')
  expect(hrefs).toContain('/library/s1/issues/i1')
  const missing = [...page.root.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Missing'))
  await page.click(missing!)
  expect(page.requests.at(-1)?.query).toMatchObject({ which: 'missing' })
})

test('a name that the library does not have leads to the list', async () => {
  const page = await open('/browse/characters/Nobody', { 'GET /api/names/one': refusal(404, 'No such name.') })
  expect(page.text()).toContain('This name is not in the library')
  expect(page.named('Characters').getAttribute('href')).toBe('/browse/characters')
})

test('another spelling is joined and separated, each with an undo', async () => {
  const other = { kind: 'person', name: 'A. Lee', issues: 1, series: 1, covers: [] }
  const page = await open('/browse/people/Ann%20Lee', {
    'GET /api/names': { names: [other], roles: [], pagination: { total: 1, limit: 20, offset: 0, has_more: false } },
    'PUT /api/names/spellings': { before: [{ name: 'A. Lee', of: null }] },
  })
  const sent = () => page.requests.filter(({ name }) => name === 'PUT /api/names/spellings').map(({ body }) => body)
  await page.click('More for Ann Lee')
  await page.click('Join another spelling')
  await page.click([...page.root.querySelectorAll<HTMLElement>('.name-choices button')][0]!)
  expect(sent()).toEqual([{ kind: 'person', spellings: [{ name: 'A. Lee', of: 'Ann Lee' }] }])
  await toasts.value.at(-1)?.action?.run()
  expect(sent().at(-1)).toEqual({ kind: 'person', spellings: [{ name: 'A. Lee', of: null }] })
  await page.click('More for Anne Lee')
  await page.click('Separate')
  expect(sent().at(-1)).toEqual({ kind: 'person', spellings: [{ name: 'Anne Lee', of: null }] })
})

test('a reader joins nothing', async () => {
  readAs()
  const page = await open('/browse/people/Ann%20Lee')
  expect(page.text()).toContain('Also written')
  expect(page.root.querySelectorAll('[aria-haspopup="menu"]').length).toBe(0)
})
