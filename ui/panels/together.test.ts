import { expect, test } from 'bun:test'
import { useQuery } from '../api/query'
import { html } from '../html'
import { renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { NotTogether, Together } from './together'

withWindow()

function Folder({ kind }: { kind: 'views' | 'collections' }) {
  const { data } = useQuery(`GET /api/${kind}`)
  return html`<p>${kind} ${data ? 'here' : 'away'}</p>`
}

const open = (
  replies: Record<string, unknown>,
  children = html`<${Folder} kind="views" /><${Folder} kind="collections" />`,
) => renderPage(html`<${Together} outline=${html`<i class="outline"></i>`}>${children}<//>`, { replies })

test('the parts of a page appear together, when the last one has its answer', async () => {
  let answer = (_: unknown) => {}
  const late = new Promise((resolve) => {
    answer = resolve
  })
  const page = await open({ 'GET /api/views': { views: [] }, 'GET /api/collections': () => late })
  const parts = page.find('.together')
  expect(page.root.querySelector('.outline')).not.toBeNull()
  expect(parts.textContent).toContain('views here')
  expect(parts.hidden).toBe(true)
  answer({ collections: [] })
  await page.until('collections here')
  expect(parts.hidden).toBe(false)
  expect(page.root.querySelector('.outline')).toBeNull()
})

test('a failed or separate part does not delay the others', async () => {
  const never = () => new Promise(() => undefined)
  const failed = Response.json({ detail: 'The disk is full.' }, { status: 503 })
  const children = html`<${Folder} kind="views" /><${NotTogether}><${Folder} kind="collections" /><//>`
  const page = await open({ 'GET /api/views': failed, 'GET /api/collections': never }, children)
  await page.whenIdle()
  expect(page.find('.together').hidden).toBe(false)
})
