import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { OlderReleaseOptions } from './older-options'
import { listRules, type RuleRow, saveRule } from './store'

type Explained = { value: unknown; source: string }
let db: Database
let events: unknown[]
let log: string[]
let saves: object[]
let isReadOnly: boolean
/** The values in config.ini or the environment. */
let words: Explained
let quality: Explained
let options: OlderReleaseOptions
beforeEach(() => {
  events = []
  log = []
  saves = []
  isReadOnly = false
  words = { value: '', source: 'default' }
  quality = { value: 0, source: 'default' }
  db = testDatabase((event) => events.push(event))
  let made = 0
  options = new OlderReleaseOptions({
    db,
    clock: fakeClock(),
    random: { id: () => `r${++made}` } as never,
    config: {
      explain: (name: string) => (name === 'preferred_quality' ? quality : words),
      save: async (change: object) => {
        if (isReadOnly) throw new Error('read-only')
        saves.push(change)
      },
    } as never,
    log: { debug() {}, info: (_area, what) => log.push(what), warn: (_area, what) => log.push(what), error() {} },
  })
})
afterEach(() => db.close())

function rule(text: string, more: Partial<RuleRow> = {}): void {
  const row = { match: 'word', scope: 'all', comic_id: null, level: 'must_not', score: 0, added_at: '2026', ...more }
  db.write((tx) => saveRule(tx, { rule_id: `${row.match} ${text} ${row.scope}`, text, ...row } as RuleRow))
}
const format = (text: string, score: number, more: Partial<RuleRow> = {}) =>
  rule(text, { match: 'format', level: 'score', score, ...more })
const saved = () =>
  listRules(db.read)
    .map(({ match, text, scope, level, score }) => [match, text, scope, level, score].join(' '))
    .sort()
const put = (change: object) => options.prepare(change as never)()

describe('the older words', () => {
  test('are the blocked words for every series, and no other rules', () => {
    rule('webrip')
    rule('nuke')
    rule('zone', { match: 'group' })
    rule('raw', { scope: 'manga' })
    rule('hd', { level: 'must' })
    rule('c2c', { level: 'score', score: 5 })
    expect(options.shown().ignore_search_words).toBe('webrip, nuke')
  })

  test('replace the blocked words, and leave other rules alone', async () => {
    rule('webrip')
    rule('Nuke')
    rule('zone', { match: 'group' })
    rule('raw', { scope: 'manga' })
    rule('hd', { level: 'must' })
    await put({ ignore_search_words: ' nuke, , scan ,!!' })
    expect(saved()).toEqual([
      'group zone all must_not 0',
      'word Nuke all must_not 0',
      'word hd all must 0',
      'word raw manga must_not 0',
      'word scan all must_not 0',
    ])
  })

  test('block a word that had a score or was required', async () => {
    rule('webrip', { level: 'score', score: 7 })
    rule('hd', { level: 'must' })
    await put({ ignore_search_words: 'WEBRIP, hd' })
    expect(saved()).toEqual(['word hd all must_not 0', 'word webrip all must_not 0'])
  })
})

describe('the older format', () => {
  test.each<[string, () => void, number]>([
    ['none', () => {}, 0],
    ['cbr', () => format('cbr', 10), 1],
    ['cbz', () => format('cbz', 1), 2],
    ['the one with the higher score', () => [format('cbr', 5), format('cbz', 20)], 2],
    ['the one with the higher score, in any order', () => [format('cbr', 20), format('cbz', 5)], 1],
    ['none without a score', () => format('cbz', 0), 0],
    ['none that the option cannot express', () => format('pdf', 30), 0],
    ['the one that it can express', () => [format('pdf', 30), format('cbr', 10)], 1],
    ['none of a single kind of series', () => format('cbz', 10, { scope: 'comic' }), 0],
    ['none that is required', () => format('cbz', 10, { level: 'must' }), 0],
    ['no word', () => rule('cbz', { level: 'score', score: 10 }), 0],
  ])('is %s', (_, begin, number) => {
    begin()
    expect(options.shown().preferred_quality).toBe(number)
  })

  test.each<[string, () => void, number, string[]]>([
    ['is new', () => {}, 2, ['format cbz all score 10']],
    ['replaces the other', () => format('cbr', 10), 2, ['format cbz all score 10']],
    ['is the same with another score', () => format('cbz', 250), 2, ['format cbz all score 250']],
    [
      'is the best already',
      () => [format('cbr', 30), format('cbz', 20)],
      1,
      ['format cbr all score 30', 'format cbz all score 20'],
    ],
    ['had no score', () => format('cbz', 0), 2, ['format cbz all score 10']],
    ['had a bad score', () => format('cbz', -5), 2, ['format cbz all score 10']],
    ['had the lower score', () => [format('cbr', 30), format('cbz', 20)], 2, ['format cbz all score 20']],
    ['was required', () => format('cbz', 0, { level: 'must' }), 2, ['format cbz all score 10']],
    ['is none', () => [format('cbr', 30), format('cbz', 20), format('pdf', 5)], 0, ['format pdf all score 5']],
    ['is none, beside a word', () => [format('cbz', 20), rule('cbz')], 0, ['word cbz all must_not 0']],
  ])('that %s becomes the rule', async (_, begin, number, rules) => {
    begin()
    await put({ preferred_quality: number })
    expect(saved()).toEqual(rules)
  })
})

test('absent options stay, and given ones are removed from config.ini', async () => {
  rule('webrip')
  format('cbr', 10)
  await put({ preferred_quality: 2 })
  expect([saved(), saves]).toEqual([
    ['format cbz all score 10', 'word webrip all must_not 0'],
    [{ preferred_quality: 0 }],
  ])
  await put({ ignore_search_words: 'nuke' })
  expect([saved(), saves[1]]).toEqual([
    ['format cbz all score 10', 'word nuke all must_not 0'],
    { ignore_search_words: '' },
  ])
  expect([
    options.ownsKey('preferred_quality'),
    options.ownsKey('ignore_search_words'),
    options.ownsKey('search_delay'),
  ]).toEqual([true, true, false])
})

test('the same again changes no rule', async () => {
  await put({ ignore_search_words: 'webrip', preferred_quality: 2 })
  events.length = 0
  await put({ ignore_search_words: 'webrip', preferred_quality: 2 })
  expect(events).toEqual([])
})

describe('at a start', () => {
  test.each<[string, Explained['value'], Explained['value'], string[]]>([
    ['words', 'webrip, , Nuke', 0, ['word Nuke all must_not 0', 'word webrip all must_not 0']],
    ['a format', '', 1, ['format cbr all score 10']],
    ['one of each', 'scan', 2, ['format cbz all score 10', 'word scan all must_not 0']],
  ])('%s of config.ini become rules and are removed from it', async (_, text, number, rules) => {
    words = { value: text, source: 'config file' }
    quality = { value: number, source: 'config file' }
    await options.move()
    expect(saved()).toEqual(rules)
    expect(saves).toEqual([{ ignore_search_words: '', preferred_quality: 0 }])
    expect(log).toEqual(['older settings converted to release rules'])
  })

  test('nothing is written without any options', async () => {
    words = { value: ' , ', source: 'config file' }
    await options.move()
    expect([saved(), saves, log, events]).toEqual([[], [], [], []])
  })

  test('options of the environment stay there', async () => {
    words = { value: 'webrip', source: 'environment' }
    quality = { value: 2, source: 'config file' }
    await options.move()
    words = { value: 'webrip', source: 'config file' }
    quality = { value: 2, source: 'environment' }
    await options.move()
    expect(saves).toEqual([{ preferred_quality: 0 }, { ignore_search_words: '' }])
    expect(saved()).toEqual(['format cbz all score 10', 'word webrip all must_not 0'])
  })

  test('rules are created though config.ini cannot be written', async () => {
    words = { value: 'webrip', source: 'config file' }
    isReadOnly = true
    await options.move()
    expect(saved()).toEqual(['word webrip all must_not 0'])
    expect(log).toEqual([
      'older settings converted to release rules',
      'older settings could not be removed from config.ini',
    ])
  })

  test('a rule about the same text stays unchanged', async () => {
    rule('webrip', { level: 'score', score: 7 })
    format('cbz', 3)
    events.length = 0
    words = { value: 'WEBRIP', source: 'config file' }
    quality = { value: 2, source: 'config file' }
    await options.move()
    expect([saved(), events]).toEqual([['format cbz all score 3', 'word webrip all score 7'], []])
  })
})
