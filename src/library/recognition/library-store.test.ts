import { expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { makeSeries } from '../../testing/make'
import { libraryView } from './library-store'

test('series of the library are found by name among their kind, and by id', () => {
  const db = testDatabase()
  makeSeries(db, { comic_id: 'old', year: 2011 })
  makeSeries(db, { comic_id: 'new', year: 2016, bare_number_mode: 'volumes' })
  makeSeries(db, { comic_id: 'manga', content_type: 'manga' })
  makeSeries(db, { comic_id: 'sea', name: 'Tin Sea' })
  const view = libraryView(db.read, 'comic')
  expect(view.named('harborlights').map(({ comic_id }) => comic_id)).toEqual(['new', 'old'])
  expect(view.find('old')).toMatchObject({ name: 'Harbor Lights', key: 'harborlights', year: 2011, volume: null })
  expect(view.find('gone')).toBeUndefined()
  expect([view.bareNumbers('new'), view.bareNumbers('old'), view.bareNumbers('gone')]).toEqual([
    'volumes',
    'auto',
    'auto',
  ])
})
