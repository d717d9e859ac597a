import { expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import { html } from '../../html'
import { breakable } from './breakable'
import { isolated } from './isolated'

const shown = (children: unknown) => renderToString(html`<p>${children}</p>`)

test('a text without right-to-left letters stays one text', () => {
  expect(isolated('Harbor Lights #3')).toBe('Harbor Lights #3')
})

test('a right-to-left name is isolated from the number and the words beside it', () => {
  expect(shown(isolated('مغامرات الميناء #1'))).toBe('<p><bdi>مغامرات الميناء</bdi> #1</p>')
  expect(shown(isolated('2 of אור: נמל in Tel'))).toBe('<p>2 of <bdi>אור: נמל</bdi> in Tel</p>')
})

test('a path keeps the order of its folders and of the parts of its file name', () => {
  expect(shown(breakable('/comics/مغامرات الميناء (2010)/مغامرات الميناء 01 (2010).cbz'))).toBe(
    '<p>/<wbr/>comics/<wbr/><bdi>مغامرات الميناء</bdi> (2010)/<wbr/><bdi>مغامرات الميناء</bdi> 01 (2010).cbz</p>',
  )
})
