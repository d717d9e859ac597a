import { afterEach, expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { guide } from '../../guide/guide'
import { html } from '../../html'
import { startUnder } from '../../root'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { HelpPage } from './help'

withWindow()
afterEach(() => startUnder(''))

const open = (path: string) =>
  renderPage(html`<${Router}><${HelpPage} path="/help" /><${HelpPage} path="/help/:chapter" /><//>`, { path })
const links = (root: HTMLElement, selector: string) =>
  [...root.querySelectorAll(`${selector} a`)].map((one) => one.getAttribute('href'))

test('the start page lists every chapter with what it is about, and needs no request', async () => {
  const page = await open('/help')
  expect(links(page.root, '.help-list')).toEqual(guide.map(({ name }) => `/help/${name}`))
  for (const line of page.root.querySelectorAll('.help-list p')) expect(line.textContent?.length).toBeGreaterThan(20)
  expect(page.requests).toEqual([])
})

test('the search finds headings and options, and says when there is nothing', async () => {
  const page = await open('/help')
  await page.type('.search-field input', 'keep replaced')
  expect(links(page.root, '.help-list')).toContain('/help/options#recycle_days')
  expect(page.text()).toContain('Options')
  await page.type('.search-field input', 'unicorn')
  expect(page.text()).toContain('Nothing found')
  expect((await open('/help?q=recycle_days')).text()).toContain('Keep replaced files')
})

test('a chapter has its title, its headings with their anchors, and the chapters around it', async () => {
  const page = await open('/help/files')
  expect(page.find('h1').textContent).toBe('Files')
  expect(document.title).toBe('Files · Help · Panelkeep')
  const headings = guide.find(({ name }) => name === 'files')!.sections.filter(({ level }) => level === 2)
  const anchors = headings.map(({ anchor }) => anchor)
  expect([...page.root.querySelectorAll('.help-text h2')].map(({ id }) => id)).toEqual(anchors)
  for (const list of ['.help-nav', '.help-jump'])
    expect(links(page.root, list).filter((to) => to?.startsWith('#'))).toEqual(anchors.map((one) => `#${one}`))
  expect(page.find('.help-nav a[aria-current="page"]').textContent).toBe('Files')
  expect(links(page.root, '.help-neighbours')).toEqual(['/help/library', '/help/metadata'])
})

test('the heading that the address names has the keyboard', async () => {
  const page = await open('/help/options#recycle_days')
  expect(document.activeElement?.id).toBe('recycle_days')
  expect(document.activeElement?.textContent).toBe('Keep replaced files')
  await page.click(page.find('a[href="/settings?q=recycle_days"]'))
  expect(location.pathname + location.search).toBe('/settings?q=recycle_days')
})

test('a search is in the address, so that Back returns to it', async () => {
  const page = await open('/help')
  await page.type('.search-field input', 'backup')
  for (let turn = 0; turn < 400 && location.search === ''; turn++) await page.whenIdle()
  expect(location.pathname + location.search).toBe('/help?q=backup')
})

test('an anchor that is no text is left out', async () => {
  const page = await open('/help/files#%E0')
  expect(page.find('h1').textContent).toBe('Files')
})

test('the list of headings closes once one is chosen', async () => {
  const page = await open('/help/files')
  const jump = page.find<HTMLDetailsElement>('.help-jump')
  jump.open = true
  await page.click(page.find('.help-jump a'))
  expect(jump.open).toBe(false)
})

test('links in the text lead behind a proxy to its folder', async () => {
  startUnder('/panelkeep')
  const page = await open('/help/options')
  const local = links(page.root, '.guide-text').filter((to) => to?.startsWith('/'))
  expect(local.length).toBeGreaterThan(100)
  for (const to of local) expect(to).toStartWith('/panelkeep/')
})

test('a chapter that does not exist leads to the start page', async () => {
  const page = await open('/help/unicorns')
  expect(page.text()).toContain('This chapter does not exist')
  expect(page.named('Go to Help').getAttribute('href')).toBe('/help')
})
