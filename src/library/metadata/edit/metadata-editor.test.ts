import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import { providerNames } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../../testing/make'
import { findIssue, findSeries } from '../../series/store'
import { issueSourcesOf, putIssueSource, putSeriesSource, seriesSourceOf, seriesSourcesOf } from '../store'
import { MetadataEditor } from './metadata-editor'

let db: Database
let events: AppEvent[]
let editing: MetadataEditor
const clock = fakeClock()
beforeEach(() => {
  events = []
  db = testDatabase((fact) => events.push(fact))
  editing = new MetadataEditor({ db, clock, order: () => [...providerNames] })
  makeSeries(db, { comic_id: 'harbor', name: 'Harbor Lights', publisher: 'Northgate' })
  makeIssues(db, 'harbor', ['1', '2'])
  events = []
})
const user = () => seriesSourceOf(db.read, 'harbor', 'user')?.facts

describe('a series', () => {
  test('keeps one word when another is taken back', () => {
    editing.editSeries('harbor', { name: 'Mine', publisher: 'Ours' })
    editing.editSeries('harbor', { publisher: null })
    expect(user()).toEqual({ name: 'Mine' })
    expect(findSeries(db.read, 'harbor')).toMatchObject({ name: 'Mine', publisher: 'Northgate' })
  })

  test('has no words of a person when the last one is taken back', () => {
    editing.editSeries('harbor', { name: 'Mine' })
    editing.editSeries('harbor', { name: null })
    expect(user()).toBeUndefined()
    expect(seriesSourcesOf(db.read, 'harbor').map(({ source }) => source)).toEqual(['file'])
    expect(findSeries(db.read, 'harbor')?.name).toBe('Harbor Lights')
  })

  test('that is not there is not changed', () => {
    expect(() => editing.editSeries('none', { name: 'Mine' })).toThrow('There is no series none')
    expect(() => editing.setOptions('none', { want_new: true })).toThrow('There is no series none')
    expect(() => editing.metadata('none')).toThrow('There is no series none')
    expect(() => editing.editIssue('none', { title: 'Mine' })).toThrow('There is no issue none')
  })

  test('from files alone shows its row, and no source', () => {
    const { fields, sources } = editing.metadata('harbor')
    const shown = fields.filter(({ value }) => value !== null).map(({ field, value }) => [field, value])
    expect(shown).toEqual([
      ['name', 'Harbor Lights'],
      ['publisher', 'Northgate'],
      ['reading_direction', 'ltr'],
    ])
    expect(sources).toEqual([])
  })

  test('takes back a word beside one that it never had', () => {
    editing.editSeries('harbor', { name: 'Mine' })
    editing.editSeries('harbor', { name: null, publisher: undefined })
    expect(user()).toBeUndefined()
  })

  test('is not asked to change in nothing', () => {
    expect(() => editing.editSeries('harbor', {})).toThrow('Name at least one field')
    expect(() => editing.setOptions('harbor', {})).toThrow('Name at least one field')
    expect(() => editing.editIssue('harbor-1', {})).toThrow('Name at least one field')
  })

  test('tells open pages that it changed', () => {
    editing.editSeries('harbor', { name: 'Mine' })
    expect(events).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
    events = []
    editing.editSeries('harbor', { tags: ['rain'] })
    expect(events).toEqual([{ type: 'series.changed', comic_id: 'harbor' }])
  })

  test('gets its reading direction without a word of metadata', () => {
    editing.editSeries('harbor', { reading_direction: 'rtl' })
    expect(findSeries(db.read, 'harbor')?.reading_direction).toBe('rtl')
    expect(user()).toBeUndefined()
  })
})

describe('the options of a series', () => {
  test('change one at a time', () => {
    editing.setOptions('harbor', { want_new: true, location: '/comics/harbor' })
    expect(findSeries(db.read, 'harbor')).toMatchObject({ want_new: true, location: '/comics/harbor' })
    editing.setOptions('harbor', { want_new: false })
    expect(findSeries(db.read, 'harbor')).toMatchObject({ want_new: false, location: '/comics/harbor' })
    editing.setOptions('harbor', { reading_direction: 'rtl' })
    expect(findSeries(db.read, 'harbor')).toMatchObject({ location: '/comics/harbor', reading_direction: 'rtl' })
  })

  test('take a whole path as its folder, or none', () => {
    editing.setOptions('harbor', { location: '/comics/harbor' })
    expect(() => editing.setOptions('harbor', { location: 'harbor' })).toThrow('harbor is not a full path')
    editing.setOptions('harbor', { location: '' })
    expect(findSeries(db.read, 'harbor')?.location).toBeNull()
  })
})

describe('an issue', () => {
  test('has no words of a person when the last one is taken back', () => {
    editing.editIssue('harbor-1', { title: 'Mine' })
    expect(findIssue(db.read, 'harbor-1')?.title).toBe('Mine')
    editing.editIssue('harbor-1', { title: null })
    expect(issueSourcesOf(db.read, 'harbor-1').map(({ source }) => source)).toEqual(['file'])
  })

  test('keeps its number when its title is edited, and tells of the change', () => {
    editing.editIssue('harbor-1', { title: 'Mine' })
    expect(findIssue(db.read, 'harbor-1')?.number).toBe('1')
    expect(events.map(({ type }) => type)).toEqual(['issue.changed', 'series.changed'])
  })

  test('may be given the number that it has', () => {
    editing.editIssue('harbor-1', { number: '1' })
    expect(findIssue(db.read, 'harbor-1')?.number).toBe('1')
  })

  test('is not changed by the number that it has', () => {
    const before = findIssue(db.read, 'harbor-1')?.updated_at
    editing.editIssue('harbor-1', { number: '1' })
    expect(findIssue(db.read, 'harbor-1')?.updated_at).toBe(before!)
  })

  test('takes another number until that is taken back', () => {
    editing.editIssue('harbor-1', { number: '7', title: 'Mine' })
    expect(findIssue(db.read, 'harbor-1')?.number).toBe('7')
    editing.editIssue('harbor-1', { number: null })
    expect(findIssue(db.read, 'harbor-1')).toMatchObject({ number: '1', title: 'Mine' })
  })

  test('has only the words of a person as theirs, and the files’ words only where no source speaks', () => {
    const words = (id: string) => issueSourcesOf(db.read, id).map(({ source, facts }) => [source, facts.title])
    editing.editIssue('harbor-1', { summary: 'Rain.' })
    editing.editIssue('harbor-1', { title: 'Mine' })
    const own = issueSourcesOf(db.read, 'harbor-1').find(({ source }) => source === 'user')
    expect(own?.facts).toEqual({ summary: 'Rain.', title: 'Mine' })
    const theirs = { issue_id: 'harbor-2', source: 'metron', provider_id: '8', said_at: clock.now() } as const
    db.write((tx) => putIssueSource(tx, { ...theirs, facts: { number: '2', title: 'Theirs' } }))
    editing.editIssue('harbor-2', { title: 'Mine' })
    expect(words('harbor-2').toSorted()).toEqual([
      ['metron', 'Theirs'],
      ['user', 'Mine'],
    ])
  })

  test('is left as it was when its number is taken', () => {
    expect(() => editing.editIssue('harbor-1', { number: '2', title: 'Mine' })).toThrow('has the number 2')
    expect(findIssue(db.read, 'harbor-1')).toMatchObject({ number: '1' })
    expect(issueSourcesOf(db.read, 'harbor-1')).toEqual([])
  })
})

test('what a provider says counts before the row, and the row is no word beside it', () => {
  db.write((tx) =>
    putSeriesSource(tx, {
      comic_id: 'harbor',
      source: 'metron',
      provider_id: '7',
      facts: { name: 'Harbor' },
      said_at: clock.now(),
    }),
  )
  const name = editing.metadata('harbor').fields.find(({ field }) => field === 'name')
  expect(name).toMatchObject({ value: 'Harbor', source: 'metron', said: [{ source: 'metron', value: 'Harbor' }] })
})
