import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from '../../html'
import { currentUser, type SessionUser } from '../../state/user'
import { readAs } from '../../testing/reader-session'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { withSettingsLinks } from './settings-links'

withWindow()
afterEach(() => {
  currentUser.value = null
})

test.each([
  ['Add one in Settings, Download clients.', '/settings#clients'],
  ['Check it under Settings, Metadata.', '/settings#metadata'],
  ['Allow reading apps in Settings, Reading apps to get an address.', '/settings#reading-apps'],
])('%p leads to %s', async (text, href) => {
  const page = await renderPage(html`<p>${withSettingsLinks(text)}</p>`)
  expect(page.find('a').getAttribute('href')).toBe(href)
  expect(page.text()).toBe(text)
})

test.each<Partial<SessionUser>>([{}, { role: 'manager', sees: 'everything' }])(
  'the user %j, who lacks sections, gets no link',
  async (user) => {
    readAs(user)
    const page = await renderPage(html`<p>${withSettingsLinks('Check it under Settings, Metadata.')}</p>`)
    expect(page.root.innerHTML).not.toContain('href')
    expect(page.text()).toBe('Check it under Settings, Metadata.')
  },
)

test('a sentence that names no section has no link', async () => {
  const page = await renderPage(
    html`<p>${withSettingsLinks('Set there under Settings, Security: ControlUsername.')}</p>`,
  )
  expect(page.root.querySelector('a')).toBeNull()
})

test('every section that sentences name exists', () => {
  const folder = join(import.meta.dir, '../../pages/settings')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
  const keys = new Set(
    sources.flatMap((text) => [...text.matchAll(/^ {4}key: '([a-z-]+)',\n {4}title:/gm)].map(([, key]) => key)),
  )
  const own = readFileSync(join(import.meta.dir, 'settings-links.ts'), 'utf8')
  const [, titles = ''] = /\(\?:(.*?)\)/.exec(own) ?? []
  const slugs = titles.split('|').map((title) => title.toLowerCase().replaceAll(' ', '-'))
  expect(slugs.filter((slug) => slug !== 'download-clients' && !keys.has(slug))).toEqual([])
  expect(keys.has('clients')).toBe(true)
})
