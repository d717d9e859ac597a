import { afterEach, expect, test } from 'bun:test'
import { html } from './html'
import { startUnder, withoutRoot, withRoot } from './root'

afterEach(() => startUnder(''))

test('without a folder addresses stay as they are', () => {
  expect(withRoot('/library')).toBe('/library')
  expect(withoutRoot('/library')).toBe('/library')
})

test('the base path is put before local addresses only, and once', () => {
  startUnder('/panelkeep')
  expect(withRoot('/')).toBe('/panelkeep/')
  expect(withRoot('/library?q=a')).toBe('/panelkeep/library?q=a')
  for (const address of ['/panelkeep/library', 'https://x.example/a', '//x.example', '#part', 'data:image/png;base64,'])
    expect(withRoot(address)).toBe(address)
  expect(withRoot('/panelkeeper')).toBe('/panelkeep/panelkeeper')
})

test('the base path is removed from addresses of the browser', () => {
  startUnder('/panelkeep')
  expect(withoutRoot('/panelkeep/library?q=a')).toBe('/library?q=a')
  expect(withoutRoot('/panelkeep')).toBe('/')
  expect(withoutRoot('/library')).toBe('/library')
})

test('templates add the base path to links and pictures', () => {
  startUnder('/panelkeep')
  const { props } = html`<a href="/library"><img src="/api/covers/series/1" /></a>`
  expect(props).toMatchObject({
    href: '/panelkeep/library',
    children: { props: { src: '/panelkeep/api/covers/series/1' } },
  })
  const { props: image } = html`<img srcset="/a 300w, /b 600w" />`
  expect(image).toMatchObject({ srcset: '/panelkeep/a 300w, /panelkeep/b 600w' })
})
