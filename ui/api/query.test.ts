import { expect, spyOn, test } from 'bun:test'
import { html, useState } from '../html'
import { refusal, renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { cacheReply, invalidate, prefetch, useMutation, useQuery } from './query'

withWindow()

const listing = (path: string) => ({ path, parent: null, folders: [] })

function Folder({ path }: { path?: string | null }) {
  const { data, error, loading, reload } = useQuery('GET /api/filesystem', path === null ? null : { query: { path } }, {
    keep: true,
  })
  return html`<p data-loading=${loading} onClick=${reload}>${data?.path ?? 'nothing'} ${error?.detail}</p>`
}

const echo = { 'GET /api/filesystem': ({ query }: { query: Record<string, string> }) => listing(query.path ?? '/') }

test('two users of the same answer share one request', async () => {
  const page = await renderPage(html`<${Folder} path="/a" /><${Folder} path="/a" />`, { replies: echo })
  expect(page.text()).toBe('/a /a ')
  expect(page.requests).toHaveLength(1)
})

test('an input of null sends no request', async () => {
  const page = await renderPage(html`<${Folder} path=${null} />`, { replies: echo })
  expect(page.find('p').dataset.loading).toBe('false')
  expect(page.requests).toHaveLength(0)
})

test('a disabled query is sent once it is enabled', async () => {
  function Later() {
    const [ready, setReady] = useState(false)
    const { data } = useQuery('GET /api/config', ready ? undefined : null)
    return html`<button onClick=${() => setReady(true)}>now</button><i>${data?.version}</i>`
  }
  const page = await renderPage(html`<${Later} />`, { replies: { 'GET /api/config': { version: '1' } } })
  expect(page.requests).toHaveLength(0)
  await page.click('now')
  expect(page.find('i').textContent).toBe('1')
})

test('a poll waits for the running request unless it was lost; a reload starts a new one', async () => {
  const answers: PromiseWithResolvers<unknown>[] = []
  let query: { poll: () => void; reload: () => void } | undefined
  function Polled() {
    query = useQuery('GET /api/filesystem', { query: { path: '/a' } })
    return html`<p></p>`
  }
  const reply = () => {
    answers.push(Promise.withResolvers())
    return answers.at(-1)!.promise
  }
  const page = await renderPage(html`<${Polled} />`, { replies: { 'GET /api/filesystem': reply } })
  query?.poll()
  await page.whenIdle()
  expect(page.requests).toHaveLength(1)
  answers[0]?.resolve(listing('/a'))
  await page.whenIdle()
  query?.poll()
  query?.reload()
  query?.poll()
  await page.whenIdle()
  expect(page.requests).toHaveLength(3)
  const later = performance.now() + 15_001
  const clock = spyOn(performance, 'now').mockImplementation(() => later)
  query?.poll()
  clock.mockRestore()
  expect(page.requests).toHaveLength(4)
  for (const { resolve } of answers) resolve(listing('/a'))
  await page.whenIdle()
})

test('only visible data of an invalidated endpoint is refetched', async () => {
  const page = await renderPage(html`<${Folder} path="/a" />`, { replies: echo })
  invalidate('GET /api/series')
  await page.whenIdle()
  expect(page.requests).toHaveLength(1)
  invalidate('GET /api/file')
  await page.whenIdle()
  expect(page.requests).toHaveLength(2)
})

test('a refetch redraws only once, when the newer answer arrives', async () => {
  let drawn = 0
  function Counted() {
    drawn += 1
    const { data, loading } = useQuery('GET /api/filesystem', { query: { path: '/a' } })
    return html`<p data-loading=${loading}>${data?.path}</p>`
  }
  const page = await renderPage(html`<${Counted} />`, { replies: echo })
  const before = drawn
  invalidate('GET /api/filesystem')
  await page.whenIdle()
  expect(page.requests).toHaveLength(2)
  expect(drawn - before).toBe(1)
})

test('a query is loading until its first answer, and again after an error until the next', async () => {
  const seen: boolean[] = []
  let broken = true
  function Watched() {
    const { loading, reload } = useQuery('GET /api/filesystem', { query: { path: '/a' } })
    seen.push(loading)
    return html`<button onClick=${reload}>again</button>`
  }
  const replies = { 'GET /api/filesystem': () => (broken ? refusal(503, 'The disk sleeps.') : listing('/a')) }
  const page = await renderPage(html`<${Watched} />`, { replies })
  broken = false
  await page.click('again')
  await page.click('again')
  expect(seen.filter((one, i) => one !== seen[i - 1])).toEqual([true, false, true, false])
})

test('the last answer stays while a changed query is fetched', async () => {
  let release = (_: unknown) => {}
  const slow = new Promise((done) => {
    release = done
  })
  const replies = {
    'GET /api/filesystem': ({ query }: { query: Record<string, string> }) =>
      query.path === '/b' ? slow : listing('/a'),
  }
  function Walk() {
    const [path, setPath] = useState('/a')
    return html`<button onClick=${() => setPath('/b')}>on</button><${Folder} path=${path} />`
  }
  const page = await renderPage(html`<${Walk} />`, { replies })
  const clicked = page.click('on')
  await new Promise((done) => setTimeout(done, 0))
  expect(page.find('p').textContent).toBe('/a ')
  release(listing('/b'))
  await clicked
  expect(page.find('p').textContent).toBe('/b ')
})

test('a failed refetch keeps the old data and reports the error', async () => {
  let broken = false
  const replies = { 'GET /api/filesystem': () => (broken ? refusal(503, 'The disk sleeps.') : listing('/a')) }
  const page = await renderPage(html`<${Folder} path="/a" />`, { replies })
  broken = true
  await page.click(page.find('p'))
  expect(page.text()).toBe('/a The disk sleeps.')
  broken = false
  await page.click(page.find('p'))
  expect(page.text()).toBe('/a ')
})

test('a cached reply is shown at once', async () => {
  const page = await renderPage(html`<${Folder} path="/a" />`, { replies: echo })
  cacheReply('GET /api/filesystem', { query: { path: '/a' } }, listing('/placed'))
  await page.whenIdle()
  expect(page.text()).toBe('/placed ')
  expect(page.requests).toHaveLength(1)
})

test('a request without listeners is aborted', async () => {
  let signal: AbortSignal | undefined
  await renderPage(html`<p>still</p>`)
  globalThis.fetch = ((_: string, init: RequestInit) => {
    signal = init.signal ?? undefined
    return new Promise(() => {})
  }) as unknown as typeof fetch
  const inner = await drawn(html`<${Folder} path="/slow" />`)
  expect(signal?.aborted).toBe(false)
  await inner.leave()
  expect(signal?.aborted).toBe(true)
})

async function drawn(node: unknown) {
  const { render } = await import('preact')
  const { act } = await import('preact/test-utils')
  const root = document.createElement('div')
  await act(() => render(html`${node}`, root))
  return { leave: () => act(() => render(null, root)) }
}

test('a mutation invalidates its endpoints and reports why it was refused', async () => {
  function Save({ value }: { value: string }) {
    const save = useMutation('PUT /api/config', { invalidates: ['GET /api/filesystem'] })
    return html`<button onClick=${() => save.run({ body: { folder_format: value } })}>save ${value}</button><i>${save.error?.detail}</i>`
  }
  const replies = {
    ...echo,
    'PUT /api/config': ({ body }: { body: { folder_format: string } }) =>
      body.folder_format === 'bad' ? refusal(400, 'No.') : { success: true },
  }
  const page = await renderPage(html`<${Folder} path="/a" /><${Save} value="good" /><${Save} value="bad" />`, {
    replies,
  })
  await page.click('save good')
  expect(page.requests.map((one) => one.name)).toEqual([
    'GET /api/filesystem',
    'PUT /api/config',
    'GET /api/filesystem',
  ])
  expect(page.requests[1]?.headers.get('x-requested-with')).toBe('ServiceFrontend')
  await page.click('save bad')
  expect(page.text()).toContain('No.')
})

test('an answer that was fetched before is drawn at once, without another request', async () => {
  const drawn: string[] = []
  function Folder() {
    drawn.push(useQuery('GET /api/filesystem', { query: { path: '/a' } }).data?.path ?? 'nothing')
    return html`<p>folder</p>`
  }
  function Later() {
    const [ready, setReady] = useState(false)
    const fetchFirst = () => prefetch('GET /api/filesystem', { query: { path: '/a' } }).then(() => setReady(true))
    return html`<button onClick=${fetchFirst}>open</button>${ready && html`<${Folder} />`}`
  }
  const page = await renderPage(html`<${Later} />`, { replies: echo })
  await page.click('open')
  expect(drawn[0]).toBe('/a')
  expect(page.requests).toHaveLength(1)
})

test('an answer that could not be fetched before is left out', async () => {
  await renderPage(html`<p>-</p>`, { replies: { 'GET /api/filesystem': refusal(503, 'The disk sleeps.') } })
  expect(await prefetch('GET /api/filesystem', { query: {} })).toBeUndefined()
})
