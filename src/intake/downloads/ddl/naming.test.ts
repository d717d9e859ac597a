import { expect, test } from 'bun:test'
import { nameInUrl } from './naming'

test.each([
  ['https://a.example/Fern%20001.cbz?x=y.z', 'Fern 001.cbz'],
  ['https://a.example/a/b.cbz/', undefined],
  ['https://a.example/get', undefined],
  ['https://a.example/bad%E0%A4.cbz', 'bad%E0%A4.cbz'],
  ['nonsense', undefined],
  [undefined, undefined],
])('for %p the name is %p', (link, name) => {
  expect(nameInUrl(link)).toBe(name as string)
})
