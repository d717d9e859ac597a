import { expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { Avatar, initialsOf } from './avatar'

withWindow()

test.each([
  ['ana', 'A'],
  ['Ana Maria Blum', 'AB'],
  ['  ben  ', 'B'],
  ['𝒜da Byron', '𝒜B'],
  ['山田 太郎', '山太'],
  ['', ''],
])('the initials of %p are %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a picture replaces the initials', async () => {
  const user = { name: 'Ana', colour: 'teal' }
  const page = await renderPage(html`<div>
    <${Avatar} ...${user} picture=${null} /><${Avatar} ...${user} picture="data:image/webp;base64,AA" />
  </div>`)
  expect(page.find('span.avatar').textContent).toBe('A')
  expect(page.find('img.avatar').getAttribute('src')).toBe('data:image/webp;base64,AA')
})
