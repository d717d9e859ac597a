import { describe, expect, test } from 'bun:test'
import { coverIndex, type ListedEntry, pageEntries, placesOfPlainOrder, sidecarEntry } from './pages'

const entry = (name: string): ListedEntry => ({ name, folder: name.endsWith('/'), encrypted: false, size: 1 })
const pagesOf = (...names: string[]) => pageEntries(names.map(entry)).map((page) => page.name)

test('pages are pictures by extension, in natural order', () => {
  expect(
    pagesOf('p10.JPG', 'p9.jpeg', 'a/', 'info.txt', 'P1.png', 'p2.webp', 'p3.avif', 'p4.gif', 'p5.bmp', 'p6.jxl'),
  ).toEqual(['P1.png', 'p2.webp', 'p3.avif', 'p4.gif', 'p5.bmp', 'p6.jxl', 'p9.jpeg', 'p10.JPG'])
})

test('folders are read in order, like chapters', () => {
  expect(pagesOf('c10/1.jpg', 'c9/2.jpg', 'c9/10.jpg', 'c9/1.jpg')).toEqual([
    'c9/1.jpg',
    'c9/2.jpg',
    'c9/10.jpg',
    'c10/1.jpg',
  ])
})

test('a picture named cover is the first page of its folder, wherever its name would be', () => {
  expect(pagesOf('001.jpg', '002.jpg', 'cover.jpg')).toEqual(['cover.jpg', '001.jpg', '002.jpg'])
  expect(pagesOf('01.png', 'Cover.PNG', 'front cover.webp')).toEqual(['Cover.PNG', 'front cover.webp', '01.png'])
  expect(pagesOf('c1/1.jpg', 'c1/2.jpg', 'cover.jpg')).toEqual(['cover.jpg', 'c1/1.jpg', 'c1/2.jpg'])
  expect(pagesOf('Issue 1/01.jpg', 'Issue 1/cover.jpg')).toEqual(['Issue 1/cover.jpg', 'Issue 1/01.jpg'])
  expect(pagesOf('a/1.jpg', 'a/cover.jpg', 'b/1.jpg', 'cover.jpg', 'b/cover.jpg')).toEqual([
    'cover.jpg',
    'a/cover.jpg',
    'a/1.jpg',
    'b/cover.jpg',
    'b/1.jpg',
  ])
})

test('a name that only begins or ends with cover stays in its place', () => {
  const names = ['001.jpg', 'back cover.jpg', 'cover credits.jpg', 'coverage.jpg', 'discover.jpg']
  expect(pagesOf(...names)).toEqual(names)
})

test('the plain order of names gives the page numbers of other programs', () => {
  expect(placesOfPlainOrder(['cover.jpg', '001.jpg', '002.jpg'])).toEqual([1, 2, 0])
  expect(placesOfPlainOrder(['cover.jpg', 'page 1.jpg'])).toBeUndefined()
  expect(placesOfPlainOrder(['001.jpg', '002.jpg'])).toBeUndefined()
})

test('files left by operating systems are not pages', () => {
  const litter = [
    '__MACOSX/._p1.jpg',
    'a/._p1.jpg',
    '.hidden/p.jpg',
    '@eaDir/p1.jpg/SYNOPHOTO_THUMB_M.jpg',
    'Thumbs.db',
    'desktop.ini',
  ]
  expect(pagesOf(...litter, '.DS_Store', 'p1.jpg')).toEqual(['p1.jpg'])
})

test('a name that points out of the archive is a page like any other', () => {
  expect(pagesOf('../../p1.jpg', './p2.jpg').length).toBe(2)
})

test('of several ComicInfo.xml the one nearest to the root is used', () => {
  const find = (...names: string[]) => sidecarEntry(names.map(entry), 'ComicInfo.xml')?.name
  expect(find('a/b/ComicInfo.xml', 'a/comicinfo.XML', 'x.jpg')).toBe('a/comicinfo.XML')
  expect(find('a/ComicInfo.xml', 'ComicInfo.xml')).toBe('ComicInfo.xml')
  expect(find('__MACOSX/ComicInfo.xml', 'MyComicInfo.xml')).toBeUndefined()
})

describe('the cover', () => {
  const names = ['00_credits.jpg', '01.jpg', '02.jpg']
  test('is the first page that is not named like credits', () => {
    expect(coverIndex(names)).toBe(1)
    expect(coverIndex(['credits.jpg'])).toBe(0)
    expect(coverIndex(['Accreditation.jpg', 'b.jpg'])).toBe(0)
  })

  test('is the picture named cover, even where ComicInfo marks the first other page by default', () => {
    const moved = ['cover.jpg', '01.jpg', '02.jpg']
    const say = (image: number) => ({ pages: [{ image, type: 'FrontCover' }] })
    expect(coverIndex(moved)).toBe(0)
    expect(coverIndex(moved, say(0))).toBe(0)
    expect(coverIndex(moved, say(2))).toBe(0)
    expect(coverIndex(moved, say(1))).toBe(2)
  })

  test('is the page that ComicInfo marks, if there is such a page', () => {
    const say = (image: number) => ({ pages: [{ image: 1 }, { image, type: 'FrontCover' }] })
    expect(coverIndex(names, say(2))).toBe(2)
    expect(coverIndex(names, say(7))).toBe(1)
    expect(coverIndex(names, say(3))).toBe(1)
    expect(coverIndex(names, say(0))).toBe(0)
  })
})
