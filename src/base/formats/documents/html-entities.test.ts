import { expect, test } from 'bun:test'
import { decodeHtml, decodeName } from './html-entities'

test.each([
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['Tom &amp;amp; Jerry', 'Tom & Jerry'],
  ['Tom &amp;amp;amp; Jerry', 'Tom & Jerry'],
  ['Crab&amp;#39;s Tide &#x2013; 3', "Crab's Tide – 3"],
  ['Ast&eacute;rix &amp;Eacute;t&eacute;', 'Astérix Été'],
  ['Ast&amp;eacute;rix', 'Astérix'],
  ['&lt;Harbor&gt; &QUOT;Lights&QUOT;', '<Harbor> "Lights"'],
  ['Stra&szlig;e&nbsp;3', 'Straße 3'],
  ['Harbor &unknown; &; & Lights', 'Harbor &unknown; &; & Lights'],
  ['R&D; Harbor', 'R&D; Harbor'],
  ['&#0;&#xD800;x', 'x'],
])('a name written as %s is %s', (written, name) => expect(decodeName(written)).toBe(name))

test('text is decoded once', () => expect(decodeHtml('a &amp;lt; b')).toBe('a &lt; b'))
