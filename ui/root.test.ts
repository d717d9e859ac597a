import { afterEach, expect, test } from 'bun:test'
import { html } from './html'
import { rooted, startUnder, unrooted } from './root'

afterEach(() => startUnder(''))

test('without a folder addresses stay as they are', () => {
  expect(rooted('/library')).toBe('/library')
  expect(unrooted('/library')).toBe('/library')
})

test('the base path is put before local addresses only, and once', () => {
  startUnder('/panelkeep')
  expect(rooted('/')).toBe('/panelkeep/')
  expect(rooted('/library?q=a')).toBe('/panelkeep/library?q=a')
  for (const address of ['/panelkeep/library', 'https://x.example/a', '//x.example', '#part', 'data:image/png;base64,'])
    expect(rooted(address)).toBe(address)
  expect(rooted('/panelkeeper')).toBe('/panelkeep/panelkeeper')
})

test('the base path is removed from addresses of the browser', () => {
  startUnder('/panelkeep')
  expect(unrooted('/panelkeep/library?q=a')).toBe('/library?q=a')
  expect(unrooted('/panelkeep')).toBe('/')
  expect(unrooted('/library')).toBe('/library')
})

test('templates write it into links and pictures', () => {
  startUnder('/panelkeep')
  const { props } = html`<a href="/library"><img src="/api/covers/series/1" /></a>`
  expect(props).toMatchObject({
    href: '/panelkeep/library',
    children: { props: { src: '/panelkeep/api/covers/series/1' } },
  })
  const { props: image } = html`<img srcset="/a 300w, /b 600w" />`
  expect(image).toMatchObject({ srcset: '/panelkeep/a 300w, /panelkeep/b 600w' })
})
