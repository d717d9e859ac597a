import { describe, expect, test } from 'bun:test'
import { child, childrenOf, parseXml, XmlError } from './xml'

const utf16 = (text: string, mark = true) => Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')

test('elements keep their order, attributes and text', () => {
  const root = parseXml('<?xml version="1.0"?><a x="1 &amp; 2"><b>one</b><c/><b> two </b>tail<n:d v="&lt;"/></a>')
  expect(root.name).toBe('a')
  expect(root.attributes.x).toBe('1 & 2')
  expect(root.text).toBe('tail')
  expect(childrenOf(root, 'b').map((each) => each.text)).toEqual(['one', 'two'])
  expect(child(root, 'n:d')?.attributes).toEqual({ v: '<' })
  expect(child(root, 'c')?.text).toBe('')
  expect(child(undefined, 'b')).toBeUndefined()
})

test('numbers stay text', () => {
  expect(parseXml('<a n="1.10">007</a>')).toMatchObject({ text: '007', attributes: { n: '1.10' } })
})

describe('entities', () => {
  const cases = [
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['caf&#233; &#xE9; &#x1F600;', 'café é 😀'],
    ['Tom & Jerry &nbsp; &bogus;', 'Tom & Jerry &nbsp; &bogus;'],
    ['&#0;&#xD800;&#x110000;', '&#0;&#xD800;&#x110000;'],
    ['&amp;lt;', '&lt;'],
    ['<![CDATA[<b> &amp; <!DOCTYPE html>]]> x', '<b> &amp; <!DOCTYPE html> x'],
  ] as const
  for (const [source, text] of cases)
    test(`${source} reads as ${text}`, () => {
      expect(parseXml(`<a>${source}</a>`).text).toBe(text)
    })
})

describe('encodings', () => {
  const cases: [string, Uint8Array][] = [
    ['UTF-8', Buffer.from('<a>é</a>')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<?xml version="1.0" encoding="utf-8"?><a>é</a>')],
    ['UTF-16 with a mark', utf16('<?xml version="1.0" encoding="utf-16"?><a>é</a>')],
    ['UTF-16 without a mark', utf16('<a>é</a>', false)],
    ['UTF-16, other end first', Buffer.from(utf16('<a>é</a>')).swap16()],
    ['UTF-8 that says UTF-16', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>')],
    ['Latin 1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1')],
    ['Windows text that says UTF-8', Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>é</a>', 'latin1')],
  ]
  for (const [name, bytes] of cases)
    test(`${name} is read`, () => {
      expect(parseXml(bytes).text).toBe('é')
    })

  test('an unknown encoding is named', () => {
    expect(() => parseXml(Buffer.from('<?xml version="1.0" encoding="EBCDIC-37"?><a/>'))).toThrow('EBCDIC-37')
  })
})

describe('refused', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;">]><a>&y;</a>'
  const cases: [string, string, string][] = [
    ['a document type', bomb, 'declares its own'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>', 'declares its own'],
    ['a document type after the root', '<a>x</a><!DOCTYPE a>', 'declares its own'],
    ['a web page', '<!doctype html><html><p>Not found</html>', 'web page'],
    ['text', 'Bad gateway', 'no element'],
    ['nothing', '', 'no element'],
    ['half a tag', '<a', 'well-formed'],
    ['an endless comment', '<a><!-- ', 'comment'],
    ['a prototype', '<__proto__>1</__proto__>', 'well-formed'],
  ]
  for (const [name, source, sentence] of cases)
    test(`${name} is refused with a sentence`, () => {
      expect(() => parseXml(source)).toThrow(XmlError)
      expect(() => parseXml(source)).toThrow(sentence)
    })

  test('a document over the limit is refused before it is decoded', () => {
    expect(() => parseXml(`<a>${'x'.repeat(100)}</a>`, { bytes: 50 })).toThrow('larger than 50 bytes')
  })

  test('a document nested deeper than the limit is refused', () => {
    const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    expect(parseXml(nested(60)).name).toBe('a')
    expect(() => parseXml(nested(100_000))).toThrow(XmlError)
  })

  test('a million openings of a comment are read quickly', () => {
    expect(() => parseXml('<!--'.repeat(1_000_000))).toThrow(XmlError)
  })
})
