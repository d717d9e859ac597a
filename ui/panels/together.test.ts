import { expect, test } from 'bun:test'
import { cacheReply, useQuery } from '../api/query'
import { html, useState } from '../html'
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

test('without anything to wait for, no placeholder is drawn', async () => {
  let outlines = 0
  const Outline = () => {
    outlines += 1
    return html`<i>outline</i>`
  }
  function Later() {
    const [ready, setReady] = useState(false)
    const open = () => {
      cacheReply('GET /api/views', undefined, { views: [] })
      setReady(true)
    }
    if (!ready) return html`<button onClick=${open}>open</button>`
    return html`<${Together} outline=${html`<${Outline} />`}><${Folder} kind="views" /><//>`
  }
  const page = await renderPage(html`<${Later} />`)
  await page.click('open')
  expect(page.text()).toBe('views here')
  expect(outlines).toBe(0)
})
