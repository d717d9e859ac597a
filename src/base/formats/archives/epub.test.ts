import { describe, expect, test } from 'bun:test'
import { memoryFiles } from '../../../testing/archives/archive-helper'
import { makePages } from '../../../testing/archives/archives'
import { makeEpub } from '../../../testing/archives/books'
import { openZip, type Zip } from '../zip/zip'
import { type ArchiveError, ArchiveError as Fault } from './archive-error'
import { epubPages, isEpub } from './epub'

/** Pages whose reading order differs from the order of their names. */
const pictures = {
  'z 1.png': makePages(1)['p1.png']!,
  'a%2.png': makePages(2)['p2.png']!,
  'm.png': makePages(3)['p3.png']!,
}
const inOrder = ['OEBPS/images/z 1.png', 'OEBPS/images/a%2.png', 'OEBPS/images/m.png']
const FIXED = '<meta property="rendition:layout">pre-paginated</meta>'

async function pagesOf(book: Uint8Array, change: (zip: Zip) => Zip = (zip) => zip): Promise<string[] | undefined> {
  const zip = change((await openZip(await memoryFiles({ book }).open('book')))!)
  expect(isEpub(zip.entries)).toBe(true)
  return (await epubPages(zip.entries, (entry) => zip.read(entry)))?.map((entry) => entry.name)
}

describe('a comic', () => {
  const bodies: [string, (address: string, index: number) => string][] = [
    ['pictures', (address) => `<div><img alt="" src="${address}"/></div>`],
    ['drawings', (address) => `<svg:svg><svg:image xlink:href="${address}"/></svg:svg>`],
    ['pictures with panel views of the same', (address) => `<img src="${address}"/><div><img src="${address}"/></div>`],
    ['pictures with a title', (address, index) => `<h1>Page&nbsp;${index}</h1><img src="${address}"/>`],
    ['addresses with an anchor', (address) => `<img src="./${address}#part"/>`],
  ]
  for (const [name, body] of bodies)
    test(`of ${name} is read in the order of the book`, async () => {
      expect(await pagesOf(makeEpub(pictures, { body }))).toEqual(inOrder)
    })

  const fixed: [string, string][] = [
    ['EPUB 3', FIXED],
    ['Kindle', '<meta name="fixed-layout" content="true"/>'],
    ['Kindle Comic Converter', '<meta name="book-type" content="comic"/>'],
  ]
  for (const [name, metadata] of fixed)
    test(`in fixed layout according to ${name} may have an imprint`, async () => {
      const body = (address: string, index: number) => (index === 1 ? '<p>All rights.</p>' : `<img src="${address}"/>`)
      expect(await pagesOf(makeEpub(pictures, { metadata, body }))).toEqual([inOrder[0]!, inOrder[2]!])
      expect(await pagesOf(makeEpub(pictures, { body }))).toBeUndefined()
    })
})

describe('a book is not a comic', () => {
  const text = '<p>It was a dark night at the harbor.</p>'.repeat(20)
  const bodies: [string, (address: string) => string][] = [
    ['it has chapters', () => text],
    ['its pictures are embedded in text', (address) => `<img src="${address}"/>${text}`],
    ['pages have several pictures', (address) => `<img src="${address}"/><img src="other.png"/>`],
    ['its pictures are elsewhere', () => '<img src="https://host.example/1.png"/>'],
    ['it is not well-formed', () => '<!DOCTYPE html [<!ENTITY a "b">]>'],
  ]
  for (const [name, body] of bodies)
    test(`when ${name}`, async () => {
      expect(await pagesOf(makeEpub(pictures, { body }))).toBeUndefined()
    })

  test('when its container, its package or a page cannot be read', async () => {
    for (const part of ['META-INF/container.xml', 'OEBPS/book.opf', 'OEBPS/text/p1.xhtml']) {
      const spoil = (zip: Zip) => {
        const entries = zip.entries.map((entry) => (entry.name === part ? { ...entry, crc: entry.crc ^ 1 } : entry))
        return Object.assign(Object.create(zip), { entries })
      }
      expect(await pagesOf(makeEpub(pictures), spoil)).toBeUndefined()
    }
  })
})

test('encrypted pictures are distinguished from encrypted fonts', async () => {
  const scrambled = (address: string) =>
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><enc:EncryptedData>' +
    `<enc:CipherData><enc:CipherReference URI="${address}"/></enc:CipherData></enc:EncryptedData></encryption>`
  const book = (address: string) => makeEpub(pictures, { more: { 'META-INF/encryption.xml': scrambled(address) } })
  expect(await pagesOf(book('OEBPS/fonts/a.otf'))).toEqual(inOrder)
  const fault = await pagesOf(book('OEBPS/images/z%201.png')).catch((error: ArchiveError) => error.fault)
  expect(fault).toBe('encrypted')
})

test('a book with a part too large or damaged has no pages, one on a failing disk is an error', async () => {
  const container = { name: 'META-INF/container.xml', folder: false, encrypted: false, size: 1 }
  const reading = (fault: ArchiveError['fault']) =>
    epubPages([container], () => Promise.reject(new Fault(fault, 'It cannot be read.')))
  expect(await reading('too_large')).toBeUndefined()
  expect(await reading('damaged')).toBeUndefined()
  expect(reading('unreadable')).rejects.toThrow('It cannot be read.')
})

test('a text page outside the reading order is ignored, one inside makes the book no comic', async () => {
  const opf = (linear: string) =>
    '<package><manifest><item id="a" href="a.png" media-type="image/png"/>' +
    '<item id="t" href="t.xhtml" media-type="application/xhtml+xml"/></manifest>' +
    `<spine><itemref idref="a"/><itemref idref="t" linear="${linear}"/></spine></package>`
  const pages = (linear: string) => {
    const content: Record<string, string> = {
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
      'b.opf': opf(linear),
      't.xhtml': '<html><body><p>It was a dark night.</p></body></html>',
      'a.png': '',
    }
    const entries = Object.keys(content).map((name) => ({ name, folder: false, encrypted: false, size: 1 }))
    return epubPages(entries, async ({ name }) => Buffer.from(content[name]!))
  }
  expect((await pages('no'))?.map(({ name }) => name)).toEqual(['a.png'])
  expect(await pages('yes')).toBeUndefined()
})
