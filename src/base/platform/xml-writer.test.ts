import { expect, test } from 'bun:test'
import { parseXml } from './xml'
import { element, xmlDocument } from './xml-writer'

test('text and attributes are read back unchanged', () => {
  const odd = `a & b <c> "d" 'e' ]]> &amp; ½ 漫 😀`
  const read = parseXml(xmlDocument(element('x', { y: odd, none: undefined, n: 3 }, element('z', {}, odd))))
  expect(read.attributes).toEqual({ y: odd, n: '3' })
  expect(read.children[0]?.text).toBe(odd)
})

test('characters that XML cannot contain are dropped', () => {
  const dirty = 'a\u0000b\u0008c\ud800d\ufffee\tf'
  expect(element('x', { y: dirty }, dirty).text).toBe('<x y="abcde\tf">abcde\tf</x>')
})

test('an element without content is closed at once', () => {
  expect(element('x', {}, undefined, '').text).toBe('<x/>')
})
