import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chance, chance } from '../../../soak/mangled-names'
import { isPresent } from '../../testing/harness/programs'
import { lenientRoot, parseXml, xmlText } from './xml'

/** The runtime's own parser and the lenient fallback have to give the same result. */

const LIMITS = { bytes: 5 * 1024 * 1024, depth: 12 }

/** The document as read, or the sentence of the error. */
function outcome(read: () => unknown): string {
  try {
    return JSON.stringify(read())
  } catch (error) {
    return `failed: ${(error as Error).message}`
  }
}

function expectSame(document: string): void {
  const lenient = outcome(() => lenientRoot(xmlText(document, LIMITS), LIMITS.depth))
  expect(outcome(() => parseXml(document, LIMITS))).toBe(lenient)
}

test.each([
  '<A>\n  <B>  x y \n z </B>\r\n<C> </C><D/><E></E></A>',
  '<A>x<B>t</B>y<!-- c -->z<?pi ?>w</A>',
  '<A><b>1</b><B>2</B><b>3</b></A>',
  '<A><B><![CDATA[a < b &amp; c]]> d &amp; e</B></A>',
  '<A><B>&#233;&#x1F600;&#13;&nbsp;&#1;</B></A>',
  '<A><B k="&amp;x&#10;y" l=\'"\'/></A>',
  '<A><B k="a\nb"/></A>',
  '<A><B k="a\r\nb">c\r\nd\re</B></A>',
  '<A><B k="1" k="2"/></A>',
  '<A><B k=1 checked/></A>',
  '<A><__proto__>x</__proto__><constructor>y</constructor><B toString="z"/></A>',
  '<A></A><B/>',
  '<A/>junk',
  'junk<A/>',
  '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<A xmlns="http://x" x:y="z"><x:B>1</x:B></A>',
  '<A><B>\u0001\u0085\ufffe</B></A>',
  '<A>\u00a0<B>\u00a0x\u2003</B></A>',
  '<A><B>1 & 2 < 3</B></A>',
  '<A><B>1</A>',
  '<A>]]></A>',
  '',
  `${'<A>'.repeat(12)}${'</A>'.repeat(12)}`,
  `${'<A>'.repeat(13)}${'</A>'.repeat(13)}`,
])('both read %j alike', expectSame)

const NAMES = ['Title', 'title', 'Series', 'ns:Number', 'Page', 'Notes', 'constructor', 'a.b-c_d', 'Été']
const TEXTS = [
  'x',
  ' 007 ',
  'a &amp; b',
  '&#65;',
  '&bad;',
  '\n  ',
  '漫画',
  '<![CDATA[ <i> ]]>',
  '<!-- note -->',
  '&',
  '\r\n',
]
const BREAKS = ['<', '>', '&', '"', '</', '/>', '<!--', ']]>', '=', '\u0000', '\n', ' ', "'", '<?xml?>']

function invented(pick: Chance, depth = 0): string {
  const name = pick.from(NAMES)
  const attributes = Array.from({ length: pick(3) }, (_, at) => ` k${at}="${pick.from(['1', 'a &lt; b', '', ' x '])}"`)
  if (pick(6) === 0) return `<${name}${attributes.join('')}/>`
  const inside = Array.from({ length: pick(5) }, () =>
    depth < 4 && pick(2) === 0 ? invented(pick, depth + 1) : pick.from(TEXTS),
  )
  return `<${name}${attributes.join('')}>${inside.join('')}</${name}>`
}

test('both read ten thousand invented documents alike, valid and broken', () => {
  const pick = chance(19)
  for (let n = 0; n < 10_000; n++) {
    let document = `${pick(2) ? '<?xml version="1.0"?>\n' : ''}${invented(pick)}`
    for (let turn = pick(3); turn > 0; turn--) {
      const at = pick(document.length)
      document = document.slice(0, at) + (pick(2) ? pick.from(BREAKS) : '') + document.slice(at + pick(3))
    }
    expectSame(document)
  }
})

const LISTS = join(import.meta.dir, '../../../../shared/data/cbl')
const present = isPresent(existsSync(LISTS), 'the reading lists are not on this machine')
test.skipIf(!present)('both read published reading lists alike', () => {
  for (const name of readdirSync(LISTS)) expectSame(readFileSync(join(LISTS, name), 'utf8'))
})
