import { expect, test } from 'bun:test'
import { messageDigest, NzbError, readNzb } from './nzb'

const bytes = (text: string) => new TextEncoder().encode(text)
const FILE = `<file poster="p" date="1" subject="s"><groups><group>a.b.c</group></groups><segments>
  <segment bytes="700" number="1">one@x</segment><segment bytes="300" number="2">two@x</segment></segments></file>`
const nzb = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.1//EN" "http://www.newzbin.com/DTD/nzb/nzb-1.1.dtd">
<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">${inside}</nzb>`

test('an NZB states its size', () => {
  expect(readNzb(bytes(nzb(FILE + FILE)))).toEqual({ bytes: 2000, files: 2, segments: 4 })
})

test('its head may state the password', () => {
  expect(readNzb(bytes(nzb(`<head><meta type="password">tide</meta></head>${FILE}`))).password).toBe('tide')
})

test.each([
  ['nothing', '', 'The file is not an NZB'],
  ['a web page', '<!DOCTYPE html><html><body>Log in</body></html>', 'web page'],
  ['a page without a type', '<html><body>Log in</body></html>', 'web page'],
  ['an error', '<error code="501" description="Grab limit reached."/>', 'Grab limit reached.'],
  ['a feed', '<rss version="2.0"><channel/></rss>', 'The file is not an NZB'],
  ['an NZB without posts', nzb('<file><segments></segments></file>'), 'names no posts'],
  ['half an NZB', nzb(FILE).slice(0, 340), 'cut off'],
  ['entities', '<!DOCTYPE nzb [<!ENTITY a "aaaa">]><nzb>&a;</nzb>', 'The file is not an NZB'],
])('%s is refused with a sentence', (_, text, sentence) => {
  expect(() => readNzb(bytes(text))).toThrow(NzbError)
  expect(() => readNzb(bytes(text))).toThrow(sentence)
})

test('a long one is read quickly', () => {
  const many = `<segments>${'<segment bytes="700" number="1">one@x</segment>'.repeat(200_000)}</segments>`
  expect(readNzb(bytes(nzb(`<file>${many}</file>`)))).toEqual({ bytes: 140_000_000, files: 1, segments: 200_000 })
})

test('NZBs of the same posts have the same digest, whatever else they contain', () => {
  const segment = (id: string) => `<segment bytes="1" number="1">${id}</segment>`
  const digest = (...ids: string[]) =>
    messageDigest(bytes(nzb(`<file><segments>${ids.map(segment).join('')}</segments></file>`)))
  expect(digest('one@x', 'two@x')).toBe(digest('two@x', ' one@x '))
  expect(digest('one@x', 'two@x')).toBe(messageDigest(bytes(nzb(`<head/>${FILE}`))))
  expect(digest('one@x', 'two@x')).toBe(digest('&lt;one@x&gt;', 'two@x', 'two@x'))
  expect(digest('a&b@x')).toBe(digest('a&amp;b@x'))
  expect(digest('one@x')).not.toBe(digest('one@x', 'two@x'))
  expect(digest()).toBeUndefined()
})
