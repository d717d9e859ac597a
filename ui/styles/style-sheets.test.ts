import { expect, test } from 'bun:test'
import { withWindow } from '../testing/window'
import { addStyleSheet } from './style-sheets'

withWindow()

const selectors = () =>
  document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).selectorText))

test('the styles of components are in the order of their places, independent of the page that was opened first', async () => {
  addStyleSheet('3 pages/wall.css', '.wall { color: red }')
  addStyleSheet('1 parts/tile.css', '.tile { color: red }')
  await Promise.resolve()
  expect(selectors()).toEqual(['.tile', '.wall'])
  addStyleSheet('2 panels/shelf.css', '.shelf { color: red }')
  await Promise.resolve()
  expect(selectors()).toEqual(['.tile', '.shelf', '.wall'])
})
