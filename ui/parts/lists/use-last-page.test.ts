import { expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { useLastPage } from './use-last-page'

withWindow()

const shownAt = async (page: number, total: number, offset = (page - 1) * 20) => {
  function List() {
    const isBeyond = useLastPage(page, { total, limit: 20, offset }, (to) => `/list?page=${to}`)
    return html`<p>${isBeyond ? 'beyond' : 'here'}</p>`
  }
  const shown = await renderPage(html`<${List} />`, { path: `/list?page=${page}` })
  return [shown.text(), location.search]
}

test.each<[what: string, page: number, total: number, result: [string, string]]>([
  ['one of entries', 2, 21, ['here', '?page=2']],
  ['the last one, when it is full', 2, 40, ['here', '?page=2']],
  ['one behind the end', 3, 40, ['beyond', '?page=2']],
  ['one far behind the end', 90, 41, ['beyond', '?page=3']],
  ['one of an empty list', 4, 0, ['beyond', '?page=1']],
  ['the first of an empty list', 1, 0, ['here', '?page=1']],
])('a page that is %s leads to an existing one', async (_what, page, total, result) => {
  expect(await shownAt(page, total)).toEqual(result)
})

test('a list that still shows the page before stays at its address', async () => {
  expect(await shownAt(3, 5, 0)).toEqual(['here', '?page=3'])
})

test('a list that is still loading stays at its address', async () => {
  function List() {
    return html`<p>${String(useLastPage(3, undefined, () => '/'))}</p>`
  }
  expect((await renderPage(html`<${List} />`, { path: '/list?page=3' })).text()).toBe('false')
  expect(location.search).toBe('?page=3')
})
