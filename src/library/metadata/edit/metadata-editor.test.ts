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
  test('keeps one edit when another is removed', () => {
    editing.editSeries('harbor', { name: 'Mine', publisher: 'Ours' })
    editing.editSeries('harbor', { publisher: null })
    expect(user()).toEqual({ name: 'Mine' })
    expect(findSeries(db.read, 'harbor')).toMatchObject({ name: 'Mine', publisher: 'Northgate' })
  })

  test('has no edits when the last one is removed', () => {
    editing.editSeries('harbor', { name: 'Mine' })
    editing.editSeries('harbor', { name: null })
    expect(user()).toBeUndefined()
    expect(seriesSourcesOf(db.read, 'harbor').map(({ source }) => source)).toEqual(['file'])
    expect(findSeries(db.read, 'harbor')?.name).toBe('Harbor Lights')
  })

  test('that does not exist is not changed', () => {
    expect(() => editing.editSeries('none', { name: 'Mine' })).toThrow('There is no series none')
    expect(() => editing.setOptions('none', { want_new: true })).toThrow('There is no series none')
    expect(() => editing.metadata('none')).toThrow('There is no series none')
    expect(() => editing.editIssue('none', { title: 'Mine' })).toThrow('There is no issue none')
  })

  test('from files only shows its row, and no source', () => {
    const { fields, sources } = editing.metadata('harbor')
    const shown = fields.filter(({ value }) => value !== null).map(({ field, value }) => [field, value])
    expect(shown).toEqual([
      ['name', 'Harbor Lights'],
      ['publisher', 'Northgate'],
      ['reading_direction', 'ltr'],
    ])
    expect(sources).toEqual([])
  })

  test('removes one edit beside one that it never had', () => {
    editing.editSeries('harbor', { name: 'Mine' })
    editing.editSeries('harbor', { name: null, publisher: undefined })
    expect(user()).toBeUndefined()
  })

  test('is not changed by an empty edit', () => {
    expect(() => editing.editSeries('harbor', {})).toThrow('Name at least one field')
    expect(() => editing.setOptions('harbor', {})).toThrow('Name at least one field')
    expect(() => editing.editIssue('harbor-1', {})).toThrow('Name at least one field')
  })

  test('notifies open pages of a change', () => {
    editing.editSeries('harbor', { name: 'Mine' })
    expect(events).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
    events = []
    editing.editSeries('harbor', { tags: ['rain'] })
    expect(events).toEqual([{ type: 'series.changed', comic_id: 'harbor' }])
  })

  test('changes its reading direction without a metadata edit', () => {
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

  test('accept an absolute path as its folder, or none', () => {
    editing.setOptions('harbor', { location: '/comics/harbor' })
    expect(() => editing.setOptions('harbor', { location: 'harbor' })).toThrow('harbor is not a full path')
    editing.setOptions('harbor', { location: '' })
    expect(findSeries(db.read, 'harbor')?.location).toBeNull()
  })
})

describe('an issue', () => {
  test('has no edits when the last one is removed', () => {
    editing.editIssue('harbor-1', { title: 'Mine' })
    expect(findIssue(db.read, 'harbor-1')?.title).toBe('Mine')
    editing.editIssue('harbor-1', { title: null })
    expect(issueSourcesOf(db.read, 'harbor-1').map(({ source }) => source)).toEqual(['file'])
  })

  test('keeps its number when its title is edited, and reports the change', () => {
    editing.editIssue('harbor-1', { title: 'Mine' })
    expect(findIssue(db.read, 'harbor-1')?.number).toBe('1')
    expect(events.map(({ type }) => type)).toEqual(['issue.changed', 'series.changed'])
  })

  test('may be given its own number', () => {
    editing.editIssue('harbor-1', { number: '1' })
    expect(findIssue(db.read, 'harbor-1')?.number).toBe('1')
  })

  test('is not changed by its own number', () => {
    const before = findIssue(db.read, 'harbor-1')?.updated_at
    editing.editIssue('harbor-1', { number: '1' })
    expect(findIssue(db.read, 'harbor-1')?.updated_at).toBe(before!)
  })

  test('has another number until the edit is removed', () => {
    editing.editIssue('harbor-1', { number: '7', title: 'Mine' })
    expect(findIssue(db.read, 'harbor-1')?.number).toBe('7')
    editing.editIssue('harbor-1', { number: null })
    expect(findIssue(db.read, 'harbor-1')).toMatchObject({ number: '1', title: 'Mine' })
  })

  test("has only the user's edits as theirs, and file data only where no source has any", () => {
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

  test('stays unchanged when its number is taken', () => {
    expect(() => editing.editIssue('harbor-1', { number: '2', title: 'Mine' })).toThrow('has the number 2')
    expect(findIssue(db.read, 'harbor-1')).toMatchObject({ number: '1' })
    expect(issueSourcesOf(db.read, 'harbor-1')).toEqual([])
  })
})

test("a provider's value wins over the row, and the row is not a source beside it", () => {
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
