import { expect, test } from 'bun:test'
import { type AttentionItem, actionFor, amountWords, attentionSections, verbsFor } from './sections'

const wire = (key: string, more: object = {}) => ({
  release_key: key, issue_label: `#${key}`, issueid: key, available_actions: ['retry'], updated_date: `2026-11-0${key}`, title: null,
  provider: null, reason_detail: null, content_path: null, download_id: null, offers: null, ...more,
}) // biome-ignore format: one glance
const group = (base_reason: string | null, reason_phrase: string, ...members: object[]) => ({
  comicid: 'h',
  base_reason,
  reason_phrase,
  members,
})

test('items with the same problem form one section, the latest first', () => {
  const results = [
    group('a', 'It failed.', wire('1'), wire('3')),
    group('b', 'It is full.', wire('4')),
    group('a', 'It failed again.', wire('2')),
  ]
  const sections = attentionSections({ results } as never)
  expect(
    sections.map(({ reason, phrase, oldest, members }) => [
      reason,
      phrase,
      oldest,
      members.map(({ key }) => key).join(''),
    ]),
  ).toEqual([
    ['a', 'It failed.', '2026-11-01', '321'],
    ['b', 'It is full.', '2026-11-04', '4'],
  ])
  expect(sections[0]!.members[0]).toMatchObject({
    release: '',
    provider: '',
    detail: '',
    path: '',
    downloadId: '',
    offers: [],
  })
})

test('an item without a reason is grouped by its sentence', () => {
  expect(
    attentionSections({
      results: [group(null, 'x', wire('1')), group(null, 'x', wire('2')), group(null, 'y', wire('3'))],
    } as never).map(({ reason }) => reason),
  ).toEqual(['x', 'y'])
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
