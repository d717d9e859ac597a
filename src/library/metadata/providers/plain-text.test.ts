import { expect, test } from 'bun:test'
import { threadCpuMs } from '../../../testing/harness/loop-watch'
import { plainText } from './plain-text'

test.each([
  ['<p>One &amp; two.</p><p>Three<br/>four</p>', 'One & two.\n\nThree\nfour'],
  ['<ul><li>first</li><li>second</li></ul>', '• first\n• second'],
  ['A <a href="/x/4005-1/" data-ref-id="4005-1">name</a>, <b>bold</b>', 'A name, bold'],
  ['Before<h4>Collected Editions</h4><table><tr><td>Vol 1</td></tr></table> after', 'Before after'],
  ['<h4>Story</h4><p>Told here.</p><table><tr><td>x</td></tr></table>', 'Story\n\nTold here.'],
  ['<figure><img src="https://elsewhere.example/a.jpg"></figure>Text', 'Text'],
  ['Before <table><tr><td>x</td></tr></table>after', 'Before after'],
  ['<h4>Story</h4><figure>x</figure>Text', 'Story\n\nText'],
  ['<h4>Story</h4> <p> </p><table>x</table>Text', 'Text'],
  ['<h4>Story</h4><p>Told.</p><h4>Volumes</h4><table>x</table>Text', 'Story\n\nTold.\n\nText'],
  ['Before<table>x<table>y</table>z</table>after', 'Beforeafter'],
  ['Before<table>x<p>y</p>z</table>after', 'Beforeafter'],
  ['Before<table>without end', 'Before'],
  ['</table>After</figure> all', 'After all'],
  ['<div>One</div><DIV>Two</DIV><span>Three</span>', 'One\n\nTwo\n\nThree'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['&#189; &#x2019; &unknown; &#0;', '½ ’ &unknown;'],
  ['&#55295;&#xe000;&#x10FFFF;', '\ud7ff\ue000\u{10ffff}'],
  ['a&#55296;b&#57343;c&#x110000;d&#31;e', 'a b c d e'],
  ['  \n\t ', undefined],
  ['<p></p>', undefined],
  [undefined, undefined],
])('%p reads %p', (html, text) => {
  expect(plainText(html)).toBe(text as string)
})

test('an endless description is cut, and hostile markup is read quickly', () => {
  expect(plainText('a'.repeat(500_000))).toHaveLength(20_000)
  const begun = threadCpuMs()
  plainText('<table'.repeat(20_000))
  plainText('<p>'.repeat(30_000))
  expect(threadCpuMs() - begun).toBeLessThan(1000)
})
