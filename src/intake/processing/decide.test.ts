import { expect, test } from 'bun:test'
import { type ComparedCopy, decidePlacement, fixesIn, type KeptFormat } from './decide'

const copy = (more: Partial<ComparedCopy> = {}): ComparedCopy => {
  return { format: 'cbz', size: 1000, pages: 24, hash: 'a', fixes: 0, ...more }
}
const HELD = copy()

const CASES: [name: string, come: Partial<ComparedCopy>, existing: Partial<ComparedCopy> | undefined, by: KeptFormat, is: string][] = [
  ['there is none yet', {}, undefined, 'filesize', 'new'],
  ['the same bytes', {}, {}, 'filesize', 'duplicate'],
  ['one with unknown content beside another', { hash: null }, { hash: null }, 'filesize', 'worse'],
  ['one a fifth larger', { hash: 'b', size: 1200 }, {}, 'filesize', 'upgrade'],
  ['one not quite a fifth larger', { hash: 'b', size: 1199 }, {}, 'filesize', 'worse'],
  ['one not quite a fifth larger in the preferred format', { hash: 'b', size: 1199 }, { format: 'cbr' }, 'filetype-cbz', 'upgrade'],
  ['one as large', { hash: 'b' }, {}, 'filesize', 'worse'],
  ['a larger one with a page less', { hash: 'b', size: 2000, pages: 23 }, {}, 'filesize', 'worse'],
  ['a larger one with a page more', { hash: 'b', size: 2000, pages: 25 }, {}, 'filesize', 'upgrade'],
  ['a smaller CBZ where CBZ is preferred', { hash: 'b', size: 900 }, { format: 'cbr' }, 'filetype-cbz', 'upgrade'],
  ['a larger CBR where CBZ is preferred', { hash: 'b', size: 2000, format: 'cbr' }, {}, 'filetype-cbz', 'worse'],
  ['a smaller CBR where CBR is preferred', { hash: 'b', size: 900, format: 'cbr' }, {}, 'filetype-cbr', 'upgrade'],
  ['a larger CBZ of two', { hash: 'b', size: 2000 }, {}, 'filetype-cbz', 'upgrade'],
  ['a larger PDF than an EPUB where CBZ is preferred', { hash: 'b', size: 2000, format: 'pdf' }, { format: 'epub' }, 'filetype-cbz', 'upgrade'],
  ['a corrected one, though smaller', { hash: 'b', size: 10, pages: 20, fixes: 1 }, {}, 'filesize', 'fixed'],
  ['a larger one than the corrected', { hash: 'b', size: 2000 }, { fixes: 1 }, 'filesize', 'worse'],
  ['a larger corrected one than the corrected', { hash: 'b', size: 2000, fixes: 1 }, { fixes: 1 }, 'filesize', 'upgrade'],
  ['one that was corrected again, though smaller', { hash: 'b', size: 900, fixes: 2 }, { fixes: 1 }, 'filesize', 'fixed'],
  ['the first correction after the second', { hash: 'b', size: 2000, fixes: 1 }, { fixes: 2 }, 'filesize', 'worse'],
  ['a smaller one with a higher score', { hash: 'b', size: 900, score: 10 }, { score: 5 }, 'filesize', 'upgrade'],
  ['a larger one with a lower score', { hash: 'b', size: 2000, score: -1 }, { score: 0 }, 'filesize', 'worse'],
  ['a larger one with the same score', { hash: 'b', size: 2000, score: 5 }, { score: 5 }, 'filesize', 'upgrade'],
  ['one with a higher score and a page less', { hash: 'b', pages: 23, score: 10 }, { score: 0 }, 'filesize', 'worse'],
  ['the correction of one with a higher score', { hash: 'b', fixes: 1, score: 0 }, { score: 10 }, 'filesize', 'fixed'],
] // biome-ignore format: a table

test.each(CASES)('%s', (_, come, existing, preference, decision) => {
  const verdict = decidePlacement(copy(come), existing && { ...HELD, ...existing }, preference)
  expect(verdict.decision as string).toBe(decision)
  expect(verdict.detail !== undefined).toBe(decision === 'worse' || decision === 'duplicate')
})

test.each([
  ['Harbor Lights 003 (2015) (f).cbz', 1],
  ['Harbor Lights 3 [fixed].cbz', 1],
  ['Harbor Lights 003 (2015) (F2).cbr', 2],
  ['Harbor Lights 003 (2015) (Fixed 3) (c2c).cbr', 3],
  ['Harbor Lights 003 (2015) (c2c).cbz', 0],
  ['Fixed Stars 003 (2015).cbz', 0],
  ['(france) 3.cbz', 0],
])('scanners mark corrected releases: %s', (name, fixes) => {
  expect(fixesIn(name)).toBe(fixes)
})
