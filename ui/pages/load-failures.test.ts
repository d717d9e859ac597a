import { expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../html'
import { findPage, pages, preloadPage } from '../router'
import { refusal, renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'

withWindow()

const SENTENCES: Record<string, string> = {
  '/library': 'The library could not be loaded',
  '/edit-table?series=7': 'The table could not be loaded',
  '/library/7': 'The series could not be loaded',
  '/library/7/issues/8': 'The issue could not be loaded',
  '/collections': 'The collections could not be loaded',
  '/collections/7': 'The collection could not be loaded',
  '/search?q=harbor': 'The search failed',
  '/readlist': 'The reading list could not be loaded',
  '/statistics': 'The statistics could not be loaded',
  '/arcs': 'The story arcs could not be loaded',
  '/arcs/C7': 'The story arc could not be loaded',
  '/wanted': 'The wanted list could not be loaded',
  '/releases': 'The releases could not be loaded',
  '/activity': 'The queue could not be loaded',
  '/activity/attention': 'What needs attention could not be loaded',
  '/activity/history': 'The history could not be loaded',
  '/activity/history/timeline': 'The timeline could not be loaded',
  '/activity/history/searches': 'The searches could not be loaded',
  '/activity/history/blocked': 'The blocked releases could not be loaded',
  '/import/inbox': 'The import folder could not be opened',
  '/move-in': 'The move could not be loaded',
  '/assistant/activity': 'The assistant could not be loaded',
  '/settings': 'The settings could not be loaded',
  '/system': 'Health could not be loaded',
  '/system/acquisition': 'The state of searching could not be loaded',
  '/system/api': 'The description could not be loaded',
  '/system/repair': 'Earlier repairs could not be loaded',
  '/system/repair/r7': 'The repair could not be loaded',
  '/system/care': 'The page could not be loaded',
  '/system/jobs': 'The jobs could not be loaded',
  '/system/logs': 'The log could not be loaded',
  '/system/backups': 'The backups could not be loaded',
  '/system/notifications': 'The notifications could not be loaded',
  '/system/about': 'The version could not be loaded',
  '/requests': 'The requests could not be loaded',
  '/users': 'The users could not be loaded',
  '/account': 'Your account could not be loaded',
  '/browse': 'The names could not be loaded',
  '/browse/people': 'The names could not be loaded',
  '/browse/people/Ann': 'The page could not be loaded',
}

/** The page of an address while every request has the same reply. */
async function openWith(path: string, otherwise: () => unknown) {
  const bare = path.replace(/\?.*/, '')
  await preloadPage(bare)
  const { page, path: pattern } = findPage(bare)!
  return renderPage(html`<${Router}><${page} path=${pattern} /><//>`, { path, otherwise })
}

test.each(Object.entries(SENTENCES))(
  '%s shows a load error with its reason and a retry button',
  async (path, words) => {
    const page = await openWith(path, () => refusal(503, 'The disk sleeps.'))
    expect(page.text()).toContain(words)
    expect(page.text()).toContain('The disk sleeps.')
    const before = page.requests.length
    await page.click('Try again')
    expect(page.requests.length).toBeGreaterThan(before)
  },
)

test.each(Object.keys(SENTENCES))('%s shows no error while it is loading', async (path) => {
  const page = await openWith(path, () => new Promise(() => undefined))
  expect(page.root.querySelector('[role="alert"]')).toBeNull()
})

test.each([
  ['/library/7', 'This series is not in the library'],
  ['/library/7/issues/8', 'This issue is not in the library'],
  ['/arcs/C7', 'This story arc does not exist'],
  ['/readlist/7', 'This list does not exist'],
  ['/collections/7', 'This collection does not exist'],
])('%s reports missing content as gone, and any other refusal as a failure', async (path, words) => {
  const gone = await openWith(path, () => refusal(404, 'It is not known.'))
  expect(gone.text()).toContain(words)
  expect(gone.root.querySelector('[role="alert"]')).toBeNull()
  gone.close()
  const refused = await openWith(path, () => refusal(405, 'Not in this way.'))
  expect(refused.text()).not.toContain(words)
  expect(refused.text()).toContain('Not in this way.')
})

test('every page with its own list is tested', () => {
  const known = new Set(Object.keys(SENTENCES).map((path) => findPage(path.replace(/\?.*/, ''))?.path))
  const others = pages.filter(({ path, title }) => title !== 'Panelkeep' && !known.has(path)).map(({ path }) => path)
  expect(others).toEqual([
    '/',
    '/readlist/:list_id',
    '/import',
    '/assistant',
    '/on-this-device',
    '/help',
    '/help/:chapter',
  ])
})
