import { render } from 'preact'
import { act } from 'preact/test-utils'
import { LocationProvider } from 'preact-iso'
import { clearCache } from '../api/query'
import { html, type VNode } from '../html'
import { optionStates } from './option-states'

const openPages = new Set<() => void>()

/** Removes every page of a test, even of a failed one. `withWindow()` calls this. */
export function closePages(): void {
  for (const close of openPages) close()
}

/** A request that the fake server received. */
export type ReceivedRequest = { name: string; query: Record<string, string>; body: unknown; headers: Headers }
/** Replies by endpoint as `METHOD /path`: a value, or a function that makes one. A Response is sent unchanged. */
export type Replies = Record<string, unknown>
export type RenderedPage = {
  root: HTMLElement
  requests: ReceivedRequest[]
  text: () => string
  find: <E extends HTMLElement = HTMLElement>(selector: string) => E
  /** A button or link by its text or label. */
  named: (name: string) => HTMLElement
  click: (target: string | HTMLElement) => Promise<void>
  /** A click; the next key follows as soon as the page is drawn, before any deferred work. */
  clickFast: (target: string | HTMLElement) => Promise<void>
  type: (selector: string, text: string) => Promise<void>
  /** `held`: such as `{ ctrlKey: true }`. */
  press: (key: string, target?: HTMLElement, held?: KeyboardEventInit) => Promise<void>
  submit: (selector?: string) => Promise<void>
  whenIdle: () => Promise<void>
  /** Waits until the page shows `words`, for pages whose code is loaded on the first visit. */
  until: (words: string) => Promise<void>
  close: () => void
}

const WRONG = ['[object Object]', 'undefined', 'NaN']
const TURNS = 40
const LOADS = 400

/** Requests of every folder picker besides the folders themselves. */
const folderPicker = {
  'GET /api/filesystem/places': { places: [] },
  'GET /api/filesystem/count': { comics: 0, more: false },
  'POST /api/filesystem/chosen': { success: true },
}

/**
 * Draws a page or a part in a test, with a fake server. htm ignores mistakes silently, so reading the result throws when
 * the page contains words that a wrong template leaves. Needs `withWindow()` in the test file. `otherwise` replies to
 * all other requests; default: 404.
 */
export async function renderPage(
  node: VNode,
  {
    path = '/',
    replies: own = {} as Replies,
    otherwise,
  }: { path?: string; replies?: Replies; otherwise?: unknown } = {},
): Promise<RenderedPage> {
  const replies = { 'GET /api/config/schema': optionStates, ...folderPicker, ...own }
  clearCache()
  history.replaceState(null, '', path)
  const root = document.createElement('div')
  document.body.append(root)
  const { requests, waiting, stop } = fakeServer(replies, otherwise)
  await act(() => render(html`<${LocationProvider}>${node}<//>`, root))

  const close = () => {
    openPages.delete(close)
    void act(() => render(null, root))
    root.remove()
    stop()
  }
  openPages.add(close)
  const whenIdle = async () => {
    let last = ''
    for (let turn = 0; turn < TURNS; turn++) {
      await act(() => new Promise<void>((done) => setTimeout(done, 0)))
      if (!waiting() && root.innerHTML === last) break
      last = root.innerHTML
    }
    refuseWrongWords(root)
  }
  const find = <E extends HTMLElement>(selector: string): E => {
    const found = root.querySelector<E>(selector)
    if (!found) throw new Error(`Nothing matches ${selector} in: ${root.innerHTML}`)
    return found
  }
  const named = (name: string): HTMLElement => {
    const all = [...root.querySelectorAll<HTMLElement>('button, a, label, [role="option"]')]
    const found = all.find((one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name)
    if (!found) throw new Error(`Nothing is named ${name} in: ${root.innerHTML}`)
    return found
  }
  const send = async (target: HTMLElement, event: Event) => {
    await act(() => void target.dispatchEvent(event))
    await whenIdle()
  }
  await whenIdle()
  return {
    root,
    requests,
    find,
    named,
    whenIdle,
    until: async (words) => {
      for (let turn = 0; turn < LOADS && !root.textContent?.includes(words); turn++) await whenIdle()
      if (!root.textContent?.includes(words)) throw new Error(`The page never said ${words}: ${root.innerHTML}`)
    },
    text: () => root.textContent ?? '',
    click: (target) => send(typeof target === 'string' ? named(target) : target, pointer('click')),
    clickFast: async (target) => {
      const clicked = typeof target === 'string' ? named(target) : target
      clicked.dispatchEvent(pointer('click'))
      for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
    },
    type: (selector, text) => {
      const box = find<HTMLInputElement>(selector)
      box.value = text
      return send(box, new (inWindow().Event)('input', { bubbles: true }))
    },
    press: (key, target = (document.activeElement as HTMLElement | null) ?? root, held = {}) =>
      send(target, new (inWindow().KeyboardEvent)('keydown', { key, bubbles: true, cancelable: true, ...held })),
    submit: (selector = 'form') =>
      send(find(selector), new (inWindow().Event)('submit', { bubbles: true, cancelable: true })),
    close,
  }
}

/** Events must be the window's own kind; the runtime has others under the same names. */
const inWindow = () => window as unknown as typeof globalThis & Window
const pointer = (type: string) => new (inWindow().MouseEvent)(type, { bubbles: true, cancelable: true, button: 0 })

function refuseWrongWords(root: HTMLElement): void {
  const drawn = root.innerHTML
  const wrong = WRONG.find((word) => drawn.includes(word))
  if (wrong) throw new Error(`The page says ${wrong}: ${drawn}`)
}

function fakeServer(replies: Replies, otherwise: unknown) {
  const requests: ReceivedRequest[] = []
  const real = globalThis.fetch
  let open = 0
  const answer = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    open += 1
    try {
      const url = new URL(String(input), 'http://panelkeep.test')
      const name = `${init.method ?? 'GET'} ${url.pathname}`
      const body = bodyOf(init.body)
      const one = { name, query: Object.fromEntries(url.searchParams), body, headers: new Headers(init.headers) }
      requests.push(one)
      const reply = replies[name] ?? otherwise
      const value = typeof reply === 'function' ? await reply(one) : reply
      if (value instanceof Response) return value.clone()
      return value === undefined
        ? Response.json({ detail: `${name} is not known.` }, { status: 404 })
        : Response.json(value)
    } finally {
      open -= 1
    }
  }
  globalThis.fetch = answer as typeof fetch
  return {
    requests,
    waiting: () => open > 0,
    stop: () => {
      globalThis.fetch = real
    },
  }
}

/** JSON as the object that it holds; a form as its fields, of which `images` may be several. */
function bodyOf(body: BodyInit | null | undefined): unknown {
  if (!(body instanceof FormData)) return body ? JSON.parse(String(body)) : undefined
  return { ...Object.fromEntries(body), images: body.getAll('images') }
}

/** A refusal as the server sends it. */
export const refusal = (status: number, detail: string, more: object = {}) =>
  Response.json({ detail, ...more }, { status })
