import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../../testing/harness/programs'
import { runSteps } from '../../../testing/harness/run-steps'
import { XmlError } from '../../platform/xml'
import { readingListSteps } from './cbl'

const parse = (document: Uint8Array | string) => runSteps(readingListSteps(document))

test('a published list is read with its ids', () => {
  const list = `<?xml version="1.0" encoding="utf-8"?>
    <ReadingList xmlns:xsd="http://www.w3.org/2001/XMLSchema"><Name>Night Watch</Name><NumIssues>2</NumIssues><Books>
    <Book Series="Harbor Lights &amp; Co" Number="½" Volume="2015" Year="2016">
      <Database Name="cv" Series="4050-3657" Issue="4000-37532"/><Database Name="metron" Issue="9"/><Database Name="x"/></Book>
    <Book Series="Fog" Number="1.MU" Volume="2014" Year="0"><Database Name="GCD" Series="1"/></Book>
    <Book Number="3"/></Books><Matchers/></ReadingList>`
  expect(parse(list)).toEqual({
    name: 'Night Watch',
    issueCount: 2,
    isSearch: false,
    books: [
      {
        series: 'Harbor Lights & Co',
        number: '½',
        volume: 2015,
        year: 2016,
        ids: [
          { source: 'comicvine', series: '3657', issue: '37532' },
          { source: 'metron', issue: '9' },
        ],
      },
      { series: 'Fog', number: '1.MU', volume: 2014, ids: [{ source: 'gcd', series: '1' }] },
    ],
  })
})

test('a list by ComicRack, and one with elements instead of attributes, are read', () => {
  const own =
    '<ReadingList><Name>Mine</Name><Books><Book Series="Fog" Number="7" Volume="-1" Format="Annual"><Id>0-1</Id>' +
    '<FileName>C:\\\\Comics\\\\Fog 007.cbz</FileName></Book></Books></ReadingList>'
  expect(parse(own).books).toEqual([
    { series: 'Fog', number: '7', format: 'Annual', fileName: 'C:\\\\Comics\\\\Fog 007.cbz', ids: [] },
  ])
  const other = '<readinglist><books><book><series>Fog</series><number>7</number></book></books></readinglist>'
  expect(parse(other)).toEqual({ isSearch: false, books: [{ series: 'Fog', number: '7', ids: [] }] })
})

test('a search is distinguished from a list', () => {
  const search = '<ReadingList><Name>Unread</Name><Matchers><ComicBookMatcher/></Matchers></ReadingList>'
  expect(parse(search)).toEqual({ name: 'Unread', books: [], isSearch: true })
})

test('other documents are refused', () => {
  for (const document of ['<ComicInfo/>', 'no XML', '<!DOCTYPE a [<!ENTITY b "c">]><ReadingList/>'])
    expect(() => parse(document)).toThrow(XmlError)
})

const real = join(import.meta.dir, '../../../../../shared/data/cbl')
const present = isPresent(existsSync(real), 'the published reading lists are not on this machine')

describe.skipIf(!present)('published lists', () => {
  for (const name of existsSync(real) ? readdirSync(real) : [])
    test(name, () => {
      const bytes = readFileSync(join(real, name))
      const list = parse(bytes)
      expect(list.name).toBeTruthy()
      expect(list.isSearch).toBe(false)
      expect(list.books.length).toBe(bytes.toString().split('<Book ').length - 1)
      expect(list.issueCount).toBe(list.books.length)
      for (const book of list.books) {
        expect(book).toMatchObject({ number: expect.any(String), volume: expect.any(Number) })
        expect(book.ids).toEqual([
          { source: 'comicvine', series: expect.stringMatching(/^\d+$/), issue: expect.stringMatching(/^\d+$/) },
        ])
      }
    })
})

describe('a large list', () => {
  const book = (n: number) =>
    `<Book Series="Harbor Lights" Number="${n}" Volume="2015"><Database Name="cv" Issue="${n}"/></Book>\n`
  const many = Array.from({ length: 3000 }, (_, n) => book(n)).join('')
  const listed = (books: string) =>
    `<ReadingList><Name>All</Name><Books>${books}</Books><Matchers><X/></Matchers></ReadingList>`

  test('is read in steps, book by book in order', () => {
    const steps = readingListSteps(listed(many))
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count += 1
    expect(count).toBeGreaterThan(5)
    const list = step.value
    expect(list.books.map(({ number }) => number)).toEqual(Array.from({ length: 3000 }, (_, n) => `${n}`))
    expect(list.books[2999]!.ids).toEqual([{ source: 'comicvine', issue: '2999' }])
    expect(list).toMatchObject({ name: 'All', isSearch: true })
  })

  test('with a comment in it is still read', () => {
    expect(parse(listed(`${many}<!-- <Book Series="None"/> -->`)).books).toHaveLength(3000)
  })

  test('with too many books is refused', () => {
    expect(() => parse(listed('<Book Series="A"/>'.repeat(50_001)))).toThrow('more than 50000 books')
  })
})
