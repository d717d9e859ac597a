import { afterAll, afterEach, beforeAll } from 'bun:test'
import { Window } from 'happy-dom'
import { closePages } from './render-page'

type Globals = Record<string, unknown>
const globals = globalThis as unknown as Globals
/** The browser's own versions of globals that the runtime has too. */
const REPLACED = ['addEventListener', 'removeEventListener']
const FEWER_WAITS = {
  requestAnimationFrame: (run: () => void) => setTimeout(run, 0),
  cancelAnimationFrame: clearTimeout,
}

let before = new Map<string, unknown>()
let opened: Window | undefined

/** Gives a test file a browser's globals, and removes them afterwards: the server's tests run in the same process. */
export function withWindow(url = 'http://panelkeep.test/'): void {
  beforeAll(() => open(url))
  afterEach(closePages)
  afterAll(close)
}

/** Globals of the runtime (fetch, Event, timers) are kept; only the browser's are added. */
function open(url: string): void {
  opened = new Window({ url })
  const own = opened as unknown as Globals
  const names = new Set([...namesOf(opened), ...REPLACED])
  for (const name of names) {
    if (name in globals && !REPLACED.includes(name)) continue
    const value = own[name]
    set(name, REPLACED.includes(name) ? (value as () => void).bind(opened) : value)
  }
  set('window', opened)
  set('scrollTo', () => undefined)
  set('matchMedia', () => ({ matches: false }))
  for (const [name, value] of Object.entries(FEWER_WAITS)) set(name, value)
}

function namesOf(window: object): string[] {
  const own = Object.getOwnPropertyNames(window)
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(window))
  return [...own, ...inherited].filter((name) => name !== 'constructor' && !name.startsWith('_'))
}

function set(name: string, value: unknown): void {
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globals, name))
  Object.defineProperty(globals, name, { value, writable: true, configurable: true })
}

async function close(): Promise<void> {
  await opened?.happyDOM.close()
  for (const [name, descriptor] of before) {
    delete globals[name]
    if (descriptor) Object.defineProperty(globals, name, descriptor as PropertyDescriptor)
  }
  before = new Map()
  opened = undefined
}
