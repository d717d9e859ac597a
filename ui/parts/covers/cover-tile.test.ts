import { expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { HaveLine } from './cover-tile'

withWindow()

test('a series with an unknown total has no line, unlike one of which nothing is owned', async () => {
  const lineOf = async (share: number | undefined) => {
    const page = await renderPage(html`<${HaveLine} share=${share} whole=${false} />`)
    return page.find('.have-line').innerHTML
  }
  expect(await lineOf(undefined)).toBe('')
  expect(await lineOf(0)).toContain('--share: 0')
})
