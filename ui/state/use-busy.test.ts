import { beforeEach, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html } from '../html'
import { renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { useRunWithToast } from './run-with-toast'
import { toasts } from './toasts'
import { errorSentence, useBusy, useBusyWithAll } from './use-busy'

withWindow()
beforeEach(() => {
  toasts.value = []
})

/** Renders `hook` on a page that stays open, with functions to begin and end work. */
async function shown<T>(hook: () => T) {
  const last = {} as { now: T }
  function Page() {
    last.now = hook()
    return html`<p>Page</p>`
  }
  await renderPage(html`<${Page} />`)
  return last
}

const begin = async <T>(work: () => Promise<T>) => {
  let result: Promise<T> | undefined
  await act(() => {
    result = work()
  })
  return { result: result as Promise<T> }
}
const end = (finish: () => void) =>
  act(async () => {
    finish()
    await Promise.resolve()
  })
const texts = () => toasts.value.map(({ text, kind }) => [kind, text])

test('an action keeps a page busy until it ends, and returns its result', async () => {
  const page = await shown(useBusy)
  expect(page.now).toMatchObject({ busy: false, doing: undefined })
  const work = Promise.withResolvers<number>()
  const { result } = await begin(() => page.now.run(() => work.promise))
  expect(page.now).toMatchObject({ busy: true, doing: '' })
  await end(() => work.resolve(7))
  expect(page.now).toMatchObject({ busy: false, doing: undefined })
  expect(await result).toBe(7)
})

test('no other action starts meanwhile, even before the page is redrawn', async () => {
  const page = await shown(useBusy)
  const work = Promise.withResolvers<string>()
  const begun: string[] = []
  const press = (name: string) =>
    page.now.run(() => {
      begun.push(name)
      return work.promise
    })
  const { result } = await begin(() => Promise.all([press('first'), press('second')]))
  const { result: late } = await begin(() => press('third'))
  expect(begun).toEqual(['first'])
  expect(page.now.busy).toBe(true)
  await end(() => work.resolve('done'))
  expect(await result).toEqual(['done', undefined])
  expect(await late).toBeUndefined()
  await begin(() => press('fourth'))
  expect(begun).toEqual(['first', 'fourth'])
})

test('one of several running actions is reported by its name', async () => {
  const page = await shown(useBusy)
  await begin(() => page.now.run(() => new Promise(() => undefined), { name: 'skip' }))
  expect(page.now.doing).toBe('skip')
})

const HOOKS = [
  ['useBusy', useBusy],
  ['useBusyWithAll', useBusyWithAll],
] as const

test.each(HOOKS)('%s: a failed action shows a toast, and the page is no longer busy', async (_name, hook) => {
  const page = await shown(hook as typeof useBusyWithAll)
  const { result } = await begin(() => page.now.run(() => Promise.reject(new Error('The disk sleeps.'))))
  expect(await result).toBeUndefined()
  expect(page.now.busy).toBe(false)
  expect(texts()).toEqual([['error', 'The disk sleeps.']])
})

test.each(HOOKS)('%s: a page can show a failure itself', async (_name, hook) => {
  const page = await shown(hook as typeof useBusyWithAll)
  const cause = new Error('The disk sleeps.')
  const heard: unknown[] = []
  const onFailure = (...said: unknown[]) => void heard.push(...said)
  await begin(() => page.now.run(() => Promise.reject(cause), { onFailure }))
  expect(heard).toEqual(['The disk sleeps.', cause])
  expect(texts()).toEqual([])
})

test('with useEachBusy all actions start, and the page is busy until the last one ends', async () => {
  const page = await shown(useBusyWithAll)
  expect(page.now.busy).toBe(false)
  const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  const { result } = await begin(() => Promise.all([page.now.run(() => one.promise), page.now.run(() => two.promise)]))
  expect(page.now.busy).toBe(true)
  await end(() => two.resolve(2))
  expect(page.now.busy).toBe(true)
  await end(() => one.resolve(1))
  expect(page.now.busy).toBe(false)
  expect(await result).toEqual([1, 2])
})

test('work with a toast shows its result or its error, once at a time', async () => {
  const page = await shown(useRunWithToast)
  const work = Promise.withResolvers<void>()
  const { result } = await begin(() =>
    Promise.all([page.now.perform(() => work.promise, 'Saved.'), page.now.perform(() => work.promise, 'Saved again.')]),
  )
  expect(page.now.busy).toBe(true)
  await end(work.resolve)
  expect(await result).toEqual([true, false])
  expect(page.now.busy).toBe(false)
  const failed = await begin(() => page.now.perform(() => Promise.reject(new Error('The disk sleeps.')), 'Saved.'))
  expect(await failed.result).toBe(false)
  expect(texts()).toEqual([
    ['note', 'Saved.'],
    ['error', 'The disk sleeps.'],
  ])
})

test.each<[name: string, cause: unknown]>([
  ['an error', new TypeError('The disk sleeps.')],
  ['a text', 'The disk sleeps.'],
])('%s is shown as a sentence', (_name, cause) => {
  expect(errorSentence(cause)).toBe('The disk sleeps.')
})
