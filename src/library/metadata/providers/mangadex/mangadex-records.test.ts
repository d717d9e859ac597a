import { describe, expect, test } from 'bun:test'
import { mangadexCredits, mangadexSeries, relatedEntries, textsOf } from './mangadex-records'

const TASTE = { languages: ['fr', 'en'], covers: 'https://idx.test' }
const series = (attributes: object = {}, relationships: object[] = []) =>
  mangadexSeries({ id: 'm', attributes: { title: { en: 'Clouds' }, ...attributes }, relationships }, TASTE)
const person = (type: string, name: string | null) => ({ type, id: name, attributes: name === null ? null : { name } })

describe('a manga', () => {
  test.each([
    [{ en: 'Clouds', 'ja-ro': 'Kumo' }, 'Clouds', ['Kumo']],
    [{ ja: '雲', 'ko-ro': 'Gureum', 'ja-ro': 'Kumo' }, 'Kumo', ['雲', 'Gureum']],
    [{ ja: '雲', th: 'Mek' }, '雲', ['Mek']],
    [{ en: '\u0007', ja: '雲' }, '雲', undefined],
    [{ en: 'Clouds', fr: 'Clouds' }, 'Clouds', undefined],
  ])('with the titles %j has the name %s', (title, name, aliases) => {
    expect(series({ title }).facts.name).toBe(name)
    expect(series({ title }).facts.aliases).toEqual(aliases as string[])
  })

  test.each([[[]], [{}], [{ en: ' ' }], [{ en: '\u0007' }], [undefined]])('with the titles %j is dropped', (title) => {
    expect(() => series({ title, altTitles: [{ en: 'Clouds' }] })).toThrow('title is missing')
  })

  test.each([
    [{ fr: 'Des nuages.', en: 'Clouds.' }, 'Des nuages.'],
    [{ de: 'Wolken.', en: 'Clouds.' }, 'Clouds.'],
    [{ de: 'Wolken.', es: 'Nubes.' }, 'Wolken.'],
    [[], undefined],
  ])('with the description %j has the text %p', (description, text) => {
    expect(series({ description }).facts.description).toBe(text as string)
  })

  test.each([
    ['ja', 'rtl'],
    ['ko', 'ltr'],
    [undefined, undefined],
  ])('from %p is read %p', (originalLanguage, direction) => {
    expect(series({ originalLanguage }).facts.reading_direction).toBe(direction as never)
  })

  test('has genres, and all its other tags separately', () => {
    const tag = (name: string, group: string | null) => ({ attributes: { name: { en: name }, group } })
    const tags = [tag('Drama', 'genre'), tag('Post', 'theme'), tag('Oneshot', 'format'), tag('Loose', null)]
    expect(series({ tags }).facts).toMatchObject({
      genres: ['Drama'],
      tags: ['Post', 'Oneshot', 'Loose'],
      book_type: 'One-Shot',
    })
    expect(series({ tags: tags.slice(0, 2) }).facts.book_type).toBe('Manga')
    expect(series({ tags: [{ attributes: { name: [], group: 'genre' } }] }).facts).not.toHaveProperty('genres')
  })

  test.each([
    [{ updatedAt: 'today', latestUploadedChapter: 'c' }, 'today c'],
    [{ updatedAt: 'today' }, 'today'],
    [{ latestUploadedChapter: 'c' }, 'c'],
  ])('with %j changed at %p', (about, changed) => expect(series(about).changed).toBe(changed))

  test('without further fields has no further data', () => {
    expect(series()).toEqual({
      provider: 'mangadex',
      provider_id: 'm',
      ids: {},
      facts: { name: 'Clouds', content_type: 'manga', book_type: 'Manga', url: 'https://mangadex.org/title/m' },
    })
  })

  test('has the first cover that includes its file', () => {
    const bare = { type: 'cover_art', id: 'x' }
    const whole = { ...bare, attributes: { fileName: 'a b.png' } }
    const found = series({}, [person('author', 'Rin'), bare, whole, { ...bare, attributes: { fileName: 'c.png' } }])
    expect([found.facts.image_url, found.thumb_url]).toEqual([
      'https://idx.test/covers/m/a%20b.png.512.jpg',
      'https://idx.test/covers/m/a%20b.png.256.jpg',
    ])
    for (const none of [[], [bare], [{ ...bare, attributes: null }], [{ ...bare, attributes: {} }]]) {
      expect(series({}, none).facts).not.toHaveProperty('image_url')
      expect(series({}, none)).not.toHaveProperty('thumb_url')
    }
  })

  test('has its writers and artists, each once, as far as named', () => {
    const people = [
      person('artist', 'Tomas'),
      person('author', 'Rin'),
      person('author', 'Ines'),
      person('artist', 'Rin'),
    ]
    expect(series({}, [...people, person('author', null), { type: 'artist' }]).facts.authors).toEqual([
      'Rin',
      'Ines',
      'Tomas',
    ])
    expect(mangadexCredits({ relationships: people })).toEqual([
      { name: 'Rin', roles: ['Writer', 'Penciller', 'Inker'] },
      { name: 'Ines', roles: ['Writer'] },
      { name: 'Tomas', roles: ['Penciller', 'Inker'] },
    ])
    expect(mangadexCredits({})).toEqual([])
  })

  test('has the ids of other known services', () => {
    expect(series({ links: { al: '1', mal: '2', mu: '3', kt: '4' } }).ids).toEqual({
      anilist: '1',
      myanimelist: '2',
      mangaupdates: '3',
    })
  })
})

test('related entries are those of one kind', () => {
  const relationships = [{ type: 'manga', id: 1 }, { type: 'author', id: 2 }, { id: 3 }]
  expect(relatedEntries({ relationships }, 'manga')).toEqual([relationships[0]!])
  expect(relatedEntries({}, 'manga')).toEqual([])
})

test.each([
  [undefined, []],
  [null, []],
  [[], []],
  [{ en: ' Clouds ', fr: '  ', ja: null, ko: 7 }, [['en', 'Clouds']]],
])('the texts %j are %j', (texts, read) => expect(textsOf({ texts }, 'texts')).toEqual(read as never))

test.each([[['en']], [7]])('the texts %j are empty', (texts) => {
  expect(() => textsOf({ texts }, 'texts')).toThrow('texts is not as expected')
})
