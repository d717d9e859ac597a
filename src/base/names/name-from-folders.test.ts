import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

const read = (name: string, folder?: string[]) => {
  const { series, issue, issue_end, volume, year } = readName(name, { year: 2026, folder })
  return [series, issue_end === '' ? issue : `${issue}-${issue_end}`, volume, year].join('|')
}

test('a file that is only a number takes its series from the nearest folder with a name', () => {
  expect(read('/comics/Copper Lantern (2016)/001.cbz')).toBe('Copper Lantern|1||2016')
  expect(read('/manga/Blue Orchard/Volume 3/Ch. 12.cbz')).toBe('Blue Orchard|12|3|')
  expect(read('D:\\Comics\\Copper Lantern\\007.cbz')).toBe('Copper Lantern|7||')
  expect(read('007.cbz', ['Copper Lantern (2016)'])).toBe('Copper Lantern|7||2016')
  expect(read('/comics/007.cbz')).toBe('|7||')
})

test('a number that belongs to the name of the folder stays in it', () => {
  expect(read('/manga/Foo 50/v1.cbz')).toBe('Foo 50||1|')
  expect(read('/manga/Foo 50/Specials/Foo 50 SP01.cbz')).toBe('Foo 50|||')
})

test('pages in a chapter folder belong to the chapter', () => {
  expect(read('/manga/Blue Orchard/Vol.1 Chapter 2/1.cbz')).toBe('Blue Orchard|2|1|')
})

test('a folder with run and volume completes the file, an unrelated one does not', () => {
  expect(read('Iron Lantern v2 (2012)/Iron Lantern (0-8)/Iron Lantern 008.cbr')).toBe('Iron Lantern|8|2|2012')
  expect(read('Silver Orchard v2 (2012)/Iron Lantern 008.cbr')).toBe('Iron Lantern|8||')
  expect(read('/comics/Iron Lantern Vol.1 #1-4/Iron Lantern 01.cbr')).toBe('Iron Lantern|1||')
})

test('the file name wins over its folders', () => {
  expect(read('Iron Lantern v2 (2012)/Iron Lantern v3 008 (2016).cbr')).toBe('Iron Lantern|8|3|2016')
})

test('specials belong to the series of their folder', () => {
  expect(read('/manga/Blue Orchard/Specials/Art Book.cbz')).toBe('Blue Orchard|||')
  expect(read('/manga/Blue Orchard/Blue Orchard - Special.cbz')).toBe('Blue Orchard|||')
})

test('numbered specials keep their own name, annuals take that of the folder', () => {
  expect(read('/comics/Iron Lantern/Specials/Iron Lantern Beyond 003.cbz')).toBe('Iron Lantern Beyond|3||')
  expect(read('/comics/Iron Lantern/Annuals/Annual 02.cbz')).toBe('Iron Lantern|2||')
})

test('a leading bracket is the group when a folder has the name of the series', () => {
  expect(read('/manga/Blue Orchard/[Moon] c012.cbz')).toBe('Blue Orchard|12||')
  expect(read('[Blue Orchard] c012.cbz')).toBe('Blue Orchard|12||')
})

test('a slash between numbers is text', () => {
  expect(read('Copper Lantern 112/113 (1946).cbz')).toBe('Copper Lantern|112-113||1946')
})

test('a number word belongs to the name of the folder, unless it counts issues of the series in the folder above', () => {
  expect(read('/manga/No. 6/No. 6 v01.cbz')).toBe('No. 6||1|')
  expect(read('/comics/No. 6/Vol. 02.cbz')).toBe('No. 6||2|')
  expect(read('/comics/Agent No. 9 (2011)/Agent No. 9 003.cbz')).toBe('Agent No. 9|3||2011')
  expect(read('/comics/Copper Lantern/No. 6/01.cbz')).toBe('Copper Lantern|6||')
  expect(readName('v02.cbz', { kind: 'manga', year: 2026, folder: ['Yen Press', 'Kaiju No. 8'] })).toMatchObject({
    series: 'Kaiju No. 8',
    issue: '',
    volume: '2',
  })
})

test('a number and a title in the name of a folder are both its name', () => {
  expect(read('/manga/86 - Eighty-Six/v01.cbz')).toBe('86 - Eighty-Six||1|')
  expect(read('/comics/01 - Year One/001.cbz')).toBe('Year One|1||')
})

test('a file name of only four digits is an issue of its folder', () => {
  expect(read('/comics/Copper Lantern/1234.cbz')).toBe('Copper Lantern|1234||')
})

test('in a folder with the name of the series, the text after a leading padded number is a title', () => {
  expect(read('/comics/Copper Lantern (2014)/003 Low Tide.cbz')).toBe('Copper Lantern|3||2014')
  expect(read('/comics/Copper Lantern/Marvel/003 - Low Tide.cbz')).toBe('Copper Lantern|3||')
  expect(read('/comics/003 Low Tide.cbz')).toBe('Low Tide|3||')
  expect(read('/comics/Marvel/003 Low Tide.cbz')).toBe('Low Tide|3||')
  expect(read('/comics/Valiant Comics/003 Low Tide.cbz')).toBe('Low Tide|3||')
  expect(read('/comics/Old Shelf/003. Low Tide.cbz')).toBe('Low Tide|3||')
})

test('a group before the chapter is not a name in the folder of a series', () => {
  const chapter = (name: string) => {
    const { series, issue, volume } = readName(name, { kind: 'manga', year: 2026 })
    return [series, issue, volume].join('|')
  }
  expect(chapter('/manga/Blue Orchard/Moon Scans_Vol.1 Ch.2.cbz')).toBe('Blue Orchard|2|1')
  expect(chapter('/manga/Moon Scans_Vol.1 Ch.2.cbz')).toBe('Moon Scans|2|1')
  expect(chapter('/manga/Blue Orchard/Blue Orchard Side_Ch.2.cbz')).toBe('Blue Orchard Side|2|')
})
