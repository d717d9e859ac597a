import { expect, test } from 'bun:test'
import { parseCvinfo } from './cvinfo'

test.each([
  ['https://comicvine.gamespot.com/harbor-lights/4050-77001/', '77001'],
  ['http://comicvine.gamespot.com/volume/4050-77001\r\n', '77001'],
  ['http://www.comicvine.com/harbor-lights/49-77001/', '77001'],
  ['\ufeffhttps://comicvine.gamespot.com/api/volume/4050-77001/?format=json', '77001'],
  ['4050-77001', '77001'],
  ['https://comicvine.gamespot.com/harbor-lights-1/4000-5/', undefined],
  ['https://elsewhere.example/4050-77001/', undefined],
  ['', undefined],
])('a cvinfo of %s names the volume %p', (content, id) => {
  expect(parseCvinfo(content)).toBe(id!)
  expect(parseCvinfo(new TextEncoder().encode(content))).toBe(id!)
})
