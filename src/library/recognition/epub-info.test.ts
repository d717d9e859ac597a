import { expect, test } from 'bun:test'
import { parseOpf } from '../../base/formats/documents/opf'
import { parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import { opfAsComicInfo } from './epub-info'

interface Book {
  title?: string
  series?: string
  position?: string
}

const infoOf = ({ title = '', series, position }: Book) =>
  opfAsComicInfo(
    parseOpf(
      new TextEncoder().encode(
        `<package><metadata><dc:title>${title}</dc:title>` +
          `${series ? `<meta name="calibre:series" content="${series}"/>` : ''}` +
          `${position ? `<meta name="calibre:series_index" content="${position}"/>` : ''}</metadata></package>`,
      ),
    ),
  )

/** Series, unit, number and title of an EPUB. */
function read(path: string, book: Book, kind: ContentType = 'manga'): string {
  const { series, unit, number, title } = parseFiles([[path, infoOf(book)]], kind)[0]!
  return [series, `${unit} ${number}`.trim(), title].filter(Boolean).join(' | ')
}

const GATE = { title: 'Crimson Gate, Vol. 1' }

test.each<[string, Book, string, ContentType]>([
  ['9781632365128.epub', GATE, 'Crimson Gate | volume 1', 'manga'],
  ['9781632365128.epub', GATE, 'Crimson Gate | volume 1', 'comic'],
  ['Books/978-1-63236-512-8.epub', { title: 'Crimson Gate, Vol. 2: The Door' }, 'Crimson Gate | volume 2 | The Door', 'manga'],
  ['B01N5QJ3WZ.epub', { title: 'The Door', series: 'Crimson Gate', position: '3.0' }, 'Crimson Gate | volume 3 | The Door', 'manga'],
  ['The Door - Jane Doe.epub', { title: 'The Door', series: 'Crimson Gate', position: '3' }, 'Crimson Gate | volume 3 | The Door', 'comic'],
  ['Crimson Gate/Crimson Gate c012.epub', { title: 'x', series: 'Crimson Gate', position: '12' }, 'Crimson Gate | chapter 12 | x', 'manga'],
  ['Crimson Gate/Crimson Gate 12.epub', { title: 'Crimson Gate 12' }, 'Crimson Gate | volume 12', 'manga'],
  ['Saga/Saga 003 (2012).epub', { title: 'Saga #3', series: 'Saga', position: '3' }, 'Saga | issue 3', 'comic'],
  ['Saga/Saga 003 (2012).epub', { title: 'Fog', series: 'Saga', position: '3' }, 'Saga | issue 3 | Fog', 'comic'],
  ['Saga/Saga v03 (2012).epub', { title: 'Fog', series: 'Saga', position: '3' }, 'Saga | volume 3 | Fog', 'comic'],
  ['Saga/Saga v03 (2012).epub', { title: 'Low Tide' }, 'Saga | volume 3 | Low Tide', 'comic'],
  ['9781632365128.epub', { title: 'Glass Bell' }, 'Glass Bell | issue', 'comic'],
  ['Glass Bell/9781632365128.epub', { title: 'Glass Bell' }, 'Glass Bell | issue', 'comic'],
])('%s of the book %o is %s', (path, book, expected, kind) => {
  expect(read(path, book, kind)).toBe(expected)
}) // biome-ignore format: a table
