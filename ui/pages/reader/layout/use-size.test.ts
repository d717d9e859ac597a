import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { useWindowView } from './use-size'

withWindow()

const names = ['innerWidth', 'innerHeight', 'devicePixelRatio'] as const
let before: Record<string, unknown>
beforeEach(() => {
  before = Object.fromEntries(names.map((name) => [name, globalThis[name]]))
  Object.assign(globalThis, { innerWidth: 800, innerHeight: 600, devicePixelRatio: 2 })
})
afterEach(() => {
  Object.assign(globalThis, before)
})

async function shown() {
  const drawn: object[] = []
  function Page() {
    drawn.push(useWindowView())
    return html`<p>Page</p>`
  }
  const page = await renderPage(html`<${Page} />`)
  const resize = async (change: Partial<Record<(typeof names)[number], number>>) => {
    Object.assign(globalThis, change)
    await act(() => void window.dispatchEvent(new (window as unknown as typeof globalThis).Event('resize')))
    await page.whenIdle()
  }
  return { drawn, page, resize }
}

test('the hook returns the size and the pixel density of the window, which may be unknown', async () => {
  const { drawn, resize } = await shown()
  expect(drawn).toEqual([{ width: 800, height: 600, density: 2 }])
  await resize({ devicePixelRatio: 0 })
  expect(drawn.at(-1)).toEqual({ width: 800, height: 600, density: 1 })
})

test.each([
  [{ innerWidth: 801 }, { width: 801, height: 600, density: 2 }],
  [{ innerHeight: 601 }, { width: 800, height: 601, density: 2 }],
  [{ devicePixelRatio: 3 }, { width: 800, height: 600, density: 3 }],
])('the size follows %p', async (change, view) => {
  const { drawn, resize } = await shown()
  await resize(change)
  expect(drawn.at(-1)).toEqual(view)
})

test('an unchanged size keeps the same object, so that no layout is triggered', async () => {
  const { drawn, resize } = await shown()
  await resize({})
  expect(new Set(drawn).size).toBe(1)
})

test('a removed page stops listening', async () => {
  const { drawn, page, resize } = await shown()
  page.close()
  const count = drawn.length
  await resize({ innerWidth: 900 })
  expect(drawn).toHaveLength(count)
})
