import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import type { Covers } from '../../reading/covers'
import type { PictureOffer } from '../../reading/pictures'
import { artVersion } from '../../series/art'
import { savePicture, setCoverChoice } from '../../series/cover-choice-store'
import type { CoverChoice } from '../../series/states'
import { Art } from './art'
import type { Pictures } from './pictures'

const FAR = 'https://uploads.mangadex.org/covers/1.jpg'
const OTHER = 'https://uploads.mangadex.org/covers/2.jpg'
const HASH = 'ab'.repeat(32)

let db: Database
let art: Art
/** The requests for covers of files and for pictures of services. */
let asked: unknown[]
beforeEach(() => {
  db = testDatabase()
  asked = []
  const offer = (...question: unknown[]): PictureOffer => {
    asked.push(question)
    return { etag: '"x"', lasting: false, make: () => Promise.reject(new Error('not asked for')) }
  }
  const covers = {
    ofSeries: (id: string, options: object) => offer('series', id, options),
    ofIssue: (id: string, options: object) => offer('issue', id, options),
  } as Covers
  const pictures = { offer: (url: string, options: object) => offer('far', url, options) } as Pictures
  art = new Art({ db, covers, pictures })
  makeSeries(db, { image_url: FAR })
  makeIssues(db, 'harbor', [{ number: '1', image_url: OTHER }, '2'])
})

const withPages = (page_count = 24) => makeFile(db, { issues: ['harbor-1'], page_count })
const choose = (choice: CoverChoice | null) => db.write((tx) => setCoverChoice(tx, 'harbor', choice))
const far = (url: string, width = 600, lasting = false) => ['far', url, { small: { type: 'jpeg', width }, lasting }]

describe('a series', () => {
  test.each<[what: string, prepare: () => void, answer: unknown]>([
    ['that its provider has a picture of', () => {}, far(FAR)],
    ['with pages', () => withPages(), ['series', 'harbor', { type: 'jpeg', width: 600 }]],
    ['with a file without pages', () => withPages(0), far(FAR)],
    ['with a picture chosen from elsewhere', () => [withPages(), choose({ url: OTHER })], far(OTHER)],
    ['with a chosen issue', () => [withPages(), choose({ issue_id: 'harbor-1' })], ['series', 'harbor', { type: 'jpeg', width: 600 }]],
  ])('%s shows it', (_what, prepare, answer) => {
    prepare()
    art.ofSeries('harbor', {})
    expect(asked).toEqual([answer])
  }) // biome-ignore format: a table

  test('shows a picture that the user uploaded, under its own version', async () => {
    withPages()
    db.write((tx) => savePicture(tx, HASH, new Uint8Array([1, 2, 3])))
    choose({ picture: HASH })
    const { etag, lasting, make } = art.ofSeries('harbor', {})
    expect([etag, lasting]).toEqual([`"${HASH.slice(0, 32)}"`, false])
    expect(await make()).toEqual({ bytes: new Uint8Array([1, 2, 3]), type: 'image/jpeg' })
    expect(art.ofSeries('harbor', { version: artVersion(HASH) }).lasting).toBe(true)
    expect(art.ofSeries('harbor', { version: artVersion(FAR) }).lasting).toBe(false)
    expect(asked).toEqual([])
  })

  test('whose chosen picture is lost reports it', () => {
    choose({ picture: HASH })
    expect(() => art.ofSeries('harbor', {})).toThrow('The cover of Harbor Lights was not found.')
  })

  test('without any picture reports it', () => {
    makeSeries(db, { comic_id: 'bare', name: 'Clouds' })
    expect(() => art.ofSeries('bare', {})).toThrow('No cover found for Clouds.')
    makeIssues(db, 'bare', ['1'])
    expect(() => art.ofIssue('bare-1', {})).toThrow('No cover found for Clouds.')
  })
})

test("an issue shows its own pages, or else its provider's picture", () => {
  withPages(0)
  art.ofIssue('harbor-1', { width: 150 })
  withPages(1)
  art.ofIssue('harbor-1', { width: 150, version: 'v' })
  expect(asked).toEqual([far(OTHER, 150), ['issue', 'harbor-1', { type: 'jpeg', width: 150, version: 'v' }]])
})

test('an issue without any picture shows the cover of its series', () => {
  art.ofIssue('harbor-2', { width: 150 })
  expect(asked).toEqual([far(FAR, 150)])
})

test('a picture from elsewhere is cached under its own address, and no other', () => {
  art.ofSeries('harbor', { version: artVersion(FAR) })
  art.ofSeries('harbor', { version: artVersion(OTHER) })
  expect(asked).toEqual([far(FAR, 600, true), far(FAR, 600, false)])
})
