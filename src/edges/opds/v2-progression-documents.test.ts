import { describe, expect, test } from 'bun:test'
import type { Audience } from './audience'
import type { Book } from './store'
import { locatorJson, progressionJson, readLocator, readProgression } from './v2-progression-documents'

const book = {
  issue: { issue_id: 'harbor 1' },
  file: { file_id: 'f', page_count: 10, size: 1, modified_ms: 1, content_hash: null, format: 'cbz' },
} as unknown as Book
const AT = '2026-11-21T08:00:00Z'
const device = { id: 'urn:uuid:1', name: 'Tablet' }
const STREAM = 'http://tablet.test/opds/stream/harbor%201?v=1&page='

describe('an OPDS progression', () => {
  const body = (more: object = {}) => ({ modified: AT, device, progression: 0.5, ...more })
  const pageIn = (more: object) => readProgression(body(more), book).page

  test('is read with its time and its device', () => {
    expect(readProgression(body(), book)).toEqual({ at: '2026-11-21T08:00:00.000Z', page: 4, device })
    expect(readProgression(body({ modified: '2026-11-21T10:00:00.5+02:00' }), book).at).toBe('2026-11-21T08:00:00.500Z')
  })

  test.each([
    [0, 0],
    [0.1, 0],
    [0.14, 0],
    [0.15, 1],
    [1, 9],
  ])('of the share %p is at page %i', (progression, page) => {
    expect(pageIn({ progression })).toBe(page)
  })

  test.each<[references: string[], page: number]>([
    [[`${STREAM}0`], 0],
    [['https://elsewhere.test/x?page=7', `${STREAM}7`], 7],
    [['/proxy/opds/stream/harbor%201?page=7'], 7],
    [['#page=8'], 7],
    [['#page=0'], 4],
    [['#page=99'], 9],
    [[`${STREAM}99`], 9],
    [[`${STREAM}-1`], 4],
    [[`${STREAM}x`], 4],
    [['/opds/stream/harbor%202?page=7'], 4],
    [['http://['], 4],
    [[], 4],
  ])('with the references %j is at page %i', (references, page) => {
    expect(pageIn({ references })).toBe(page)
  })

  test.each<[what: string, body: unknown]>([
    ['nothing', undefined],
    ['no device', body({ device: undefined })],
    ['a device without a name', body({ device: { id: 'x', name: '' } })],
    ['a share above 1', body({ progression: 1.01 })],
    ['a negative share', body({ progression: -0.01 })],
    ['a day as its time', body({ modified: '2026-11-21' })],
    ['a time without a zone', body({ modified: '2026-11-21T08:00:00' })],
    ['a time that does not exist', body({ modified: '2026-13-41T08:00:00Z' })],
    ['too many references', body({ references: Array.from({ length: 51 }, () => '#page=1') })],
  ])('with %s is refused', (_what, document) => {
    expect(() => readProgression(document, book)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

describe('a Readium locator', () => {
  const body = (locator: object, more: object = {}) => ({ modified: AT, locator, ...more })
  const pageIn = (locator: object) => readLocator(body(locator), book).page

  test('is read with its device, if it names one', () => {
    expect(readLocator(body({ href: '#page=3' }), book)).toEqual({ at: '2026-11-21T08:00:00.000Z', page: 2 })
    expect(readLocator(body({ href: '#page=3' }, { device }), book)).toMatchObject({ device })
  })

  test.each<[locator: object, page: number]>([
    [{ locations: { position: 1 } }, 0],
    [{ locations: { position: '7' } }, 6],
    [{ locations: { position: 3, totalProgression: 1 }, href: '#page=9' }, 2],
    [{ locations: { totalProgression: 1 }, href: '#page=9' }, 8],
    [{ locations: { totalProgression: 0.5 }, href: 'OEBPS/1.html' }, 4],
    [{ locations: { totalProgression: 0 } }, 0],
    [{ locations: { position: 99 } }, 9],
  ])('%j is at page %i', (locator, page) => {
    expect(pageIn(locator)).toBe(page)
  })

  test.each<[what: string, body: unknown]>([
    ['neither position nor page', body({ href: 'OEBPS/1.html', locations: {} })],
    ['nothing', body({})],
    ['the position 0', body({ locations: { position: 0 } })],
    ['a position that is not a number', body({ locations: { position: '1st' } })],
    ['no time', { locator: { href: '#page=1' } }],
  ])('with %s is refused', (_what, document) => {
    expect(() => readLocator(document, book)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

describe('a place', () => {
  const audience = { origin: 'http://library.test', root: '/comics' } as Audience
  const placeOf = (id: string | null, name: string | null) => ({
    book,
    page: 4,
    share: 0.5,
    read_at: AT,
    device: { id, name },
  })

  test('names page, share and time in both forms', () => {
    const place = placeOf('urn:uuid:1', 'Tablet')
    const href = expect.stringMatching(/^http:\/\/library\.test\/comics\/opds\/stream\/harbor%201\?v=\S+&page=4$/)
    expect(progressionJson(place, audience)).toEqual({
      title: 'Page 5 of 10',
      modified: AT,
      device,
      progression: 0.5,
      references: [href],
    })
    expect(locatorJson(place, audience)).toEqual({
      modified: AT,
      device,
      locator: {
        title: 'Page 5',
        href,
        type: 'image/jpeg',
        locations: { position: 5, progression: 0, totalProgression: 0.5 },
      },
    })
  })

  test.each([
    ['https://app.test/device', 'https://app.test/device'],
    ['12', expect.stringMatching(/^urn:uuid:/)],
    ['urn:', expect.stringMatching(/^urn:uuid:/)],
    ['http://[', expect.stringMatching(/^urn:uuid:/)],
    [null, expect.stringMatching(/^urn:uuid:/)],
  ])('of the device %p has the id %p, since ids are URIs', (id, uri) => {
    expect(progressionJson(placeOf(id, null), audience).device).toEqual({ id: uri as string, name: 'Panelkeep' })
  })
})
