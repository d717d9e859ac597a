import { expect, test } from 'bun:test'
import { type AttentionItem, actionFor, amountWords, attentionSections, verbsFor } from './sections'

const wire = (key: string, more: object = {}) => ({
  release_key: key, issue_label: `#${key}`, issueid: key, comicid: 'h', available_actions: ['retry'], updated_date: `2026-11-0${key}`,
  title: null, provider: null, reason_detail: null, content_path: null, download_id: null, ...more,
}) // biome-ignore format: one glance
const section = (reason: string, reason_phrase: string, ...members: object[]) => ({
  reason, reason_phrase, member_count: members.length, oldest_updated_at: '2026-11-01', available_actions: [['retry']], members,
}) // biome-ignore format: one glance

test('a section knows its first items, and how many are in the sections before', () => {
  const results = [section('a', 'It failed.', wire('3'), wire('1')), section('b', 'It is full.', wire('4'))]
  const sections = attentionSections({ results } as never)
  expect(
    sections.map(({ phrase, oldest, count, from, members }) => [
      phrase,
      oldest,
      count,
      from,
      members.map(({ key }) => key).join(''),
    ]),
  ).toEqual([
    ['It failed.', '2026-11-01', 2, 0, '31'],
    ['It is full.', '2026-11-01', 1, 2, '4'],
  ])
  expect(sections[0]!.members[0]).toMatchObject({
    thing: { comicId: 'h' },
    release: '',
    provider: '',
    detail: '',
    path: '',
    downloadId: '',
    offers: [],
  })
})

test('an item without a reason its grouped by the problem', () => {
  const results = [section('', 'Reason unknown', wire('1')), section('a', 'x', wire('2'))]
  expect(attentionSections({ results } as never).map(({ problem }) => problem)).toEqual(['Reason unknown', 'a'])
})

const member = (...actions: string[]) => ({ actions }) as unknown as AttentionItem

test.each([
  ['again', ['search_again'], 'search_again'],
  ['again', ['search_again', 'retry'], 'retry'],
  ['import', ['retry'], undefined],
  ['stop', ['stop_wanting'], 'stop_wanting'],
] as const)('%s maps with %j to the action %p', (verb, actions, action) => {
  expect(actionFor(verb, member(...actions))).toBe(action as never)
})

test('an action for several items is possible for each of them', () => {
  expect(verbsFor([member('retry', 'import', 'stop_wanting'), member('search_again', 'stop_wanting')])).toEqual([
    'again',
    'stop',
  ])
  expect(verbsFor([])).toEqual([])
})

test('an item without a single issue is a download', () => {
  const thing = (issueId: string | null) => ({ thing: { issueId } }) as AttentionItem
  expect([amountWords([thing('a'), thing('b')]), amountWords([thing('a'), thing(null)]), amountWords([thing('a')])]).toEqual([
    '2 issues', '2 downloads', '1 issue',
  ]) // biome-ignore format: one glance
})
