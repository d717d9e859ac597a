import { expect, test } from 'bun:test'
import { findHelp } from './find-help'
import { guide } from './guide'
import { wordsOf } from './html-words'

const hrefs = (query: string) => findHelp(query).map(({ href }) => href)

test('headings are found before texts, and options by their names', () => {
  expect(hrefs('path mappings')[0]).toBe('/help/downloading#path-mappings')
  expect(hrefs('RECYCLE_DAYS')).toEqual(['/help/options#recycle_days'])
  const found = findHelp('recycle')
  const texts = found.findIndex(({ inHeading }) => !inHeading)
  expect(texts).toBeGreaterThan(0)
  expect(found.slice(0, texts).every(({ inHeading }) => inHeading)).toBe(true)
  expect(found.slice(texts).some(({ inHeading }) => inHeading)).toBe(false)
})

test('every word has to be there, and a part of a word is found in headings alone', () => {
  expect(findHelp('path unicorn')).toEqual([])
  expect(findHelp('  ')).toEqual([])
  expect(findHelp('ecycle').every(({ inHeading }) => inHeading)).toBe(true)
})

test('the text of a find begins with the sentence that has the words, unless they are in the heading', () => {
  const finds = findHelp('koreader')
  const sections = new Map(guide.flatMap(({ sections: all }) => all.map((one) => [one.title, wordsOf(one.html)])))
  for (const { title, text, inHeading } of finds) {
    if (inHeading) expect(text).toBe(sections.get(title) ?? '')
    else expect(text.split('. ')[0]).toMatch(/koreader/i)
  }
  expect(finds.some(({ title, text }) => text !== '' && text !== sections.get(title))).toBe(true)
  const [sync] = findHelp('koreader password')
  expect(sync).toMatchObject({ title: 'KOReader', text: expect.stringMatching(/^[^.]*\bpassword\b/) })
})

test('a chapter is found by its title, and names no chapter above it', () => {
  const [first] = findHelp('moving in')
  expect(first).toMatchObject({ href: '/help/moving-in', title: 'Moving in', chapter: '' })
})

test('every heading finds itself', () => {
  for (const { name, sections } of guide)
    for (const { anchor, title, level } of sections)
      expect(hrefs(title)).toContain(level === 1 ? `/help/${name}` : `/help/${name}#${anchor}`)
})

test('the text of HTML has its entities and no tags', () => {
  expect(
    wordsOf('<p>A &lt;b&gt; &amp;amp; <code>&quot;c&quot;</code></p>\n<ul><li>it&#39;s</li><li>so</li></ul>'),
  ).toBe(`A <b> &amp; "c" it's so`)
})
