import { expect, test } from 'bun:test'
import { html, render } from '../../html'
import { withWindow } from '../../testing/window'
import { usePageKeys } from './page-keys'

withWindow()

/** Renders without waiting, since a quick user leaves no time between a click and a key. */
function show(on: boolean, root: Element, pressed: string[], name = 'first'): void {
  const Page = () => {
    usePageKeys(on, (event) => pressed.push(`${name} ${event.key}`))
    return html`<p>page</p>`
  }
  render(html`<${Page} />`, root)
}
const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }))

test('a key works as soon as the page is shown', () => {
  const root = document.createElement('div')
  const pressed: string[] = []
  show(true, root, pressed)
  press('a')
  expect(pressed).toEqual(['first a'])
})

test('keys use the current state of the page, and stop working when it is removed or off', () => {
  const root = document.createElement('div')
  const pressed: string[] = []
  show(true, root, pressed)
  show(true, root, pressed, 'second')
  press('a')
  show(false, root, pressed)
  press('b')
  show(true, root, pressed)
  render(null, root)
  press('c')
  expect(pressed).toEqual(['second a'])
})
