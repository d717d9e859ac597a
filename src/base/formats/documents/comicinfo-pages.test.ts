import { expect, test } from 'bun:test'
import { withoutListedPages } from './comicinfo-pages'

const after = (text: string, removed: number[]) => {
  const bytes = withoutListedPages(Buffer.from(text), removed)
  return bytes && Buffer.from(bytes).toString()
}

test.each<[string, string, number[], string | undefined]>([
  [
    'the page leaves the list, the others are numbered again and everything else stays',
    '\uFEFF<?xml version="1.0"?>\r\n<ComicInfo><!-- mine -->\r\n<PageCount> 4 </PageCount>\r\n<Pages>\r\n  <Page Image="0" Type="FrontCover"/>\r\n  <Page Image="1" Key="a>b" />\r\n  <Page Bookmark="x" Image="3"></Page>\r\n</Pages></ComicInfo>',
    [1],
    '\uFEFF<?xml version="1.0"?>\r\n<ComicInfo><!-- mine -->\r\n<PageCount> 3 </PageCount>\r\n<Pages>\r\n  <Page Image="0" Type="FrontCover"/>\r\n  <Page Bookmark="x" Image="2"></Page>\r\n</Pages></ComicInfo>',
  ],
  [
    'several pages',
    `<Pages><Page Image='0'/><Page Image='1'/><Page Image='4'/></Pages>`,
    [0, 3],
    `<Pages><Page Image='0'/><Page Image='2'/></Pages>`,
  ],
  ['a document without pages', '<ComicInfo><Series>A</Series></ComicInfo>', [0], undefined],
  [
    'a count alone',
    '<MetronInfo><PageCount>30</PageCount></MetronInfo>',
    [0, 29],
    '<MetronInfo><PageCount>28</PageCount></MetronInfo>',
  ],
  ['a count that is too small', '<PageCount>1</PageCount>', [0], undefined],
  ['a page without a number', '<Page Type="Story" />', [0], undefined],
])('%s', (_, before, removed, wanted) => expect(after(before, removed)).toBe(wanted as string))

test('a document that is not UTF-8 stays as it is', () => {
  const utf16 = Buffer.from('<Page Image="0" />', 'utf16le')
  expect(withoutListedPages(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), [0])).toBeUndefined()
})

test.each([
  ['an open value', `<Page ${'a="'.repeat(200_000)}`],
  ['spaces', ' '.repeat(600_000)],
  ['spaces in an element', `<Page${' '.repeat(600_000)}`],
  ['many elements', '<Page '.repeat(100_000)],
  ['a long number', `<PageCount>${'1'.repeat(600_000)}`],
])('a hostile document is read in proportion to its length: %s', (_, text) => {
  const began = performance.now()
  after(text, [0])
  expect(performance.now() - began).toBeLessThan(2000)
})
