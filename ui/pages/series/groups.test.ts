import { describe, expect, test } from 'bun:test'
import { groupHaveWords } from './group-head'
import { annualsGroup, groupsOf, type ListedFacts, SOME_SHOWN, toWant } from './groups'
import type { IssueCard } from './issue-card'

/** "v3" is volume 3, "19/3" chapter 19 of it, "20" a chapter without a volume; marks: ! open, + owned, * wanted, > downloading. */
function card(text: string): IssueCard {
  const [, isVolume, number = '', volume = '', marks = ''] = /^(v?)([\w.]+)(?:\/(\w+))?([!+*>]*)$/.exec(text)!
  const has = (mark: string) => marks.includes(mark)
  return {
    id: text,
    unit: isVolume ? 'volume' : 'chapter',
    number,
    volume: isVolume ? number : volume,
    open: has('!'),
    owned: has('+'),
    wanted: has('*'),
    state: has('>') ? 'way' : 'wanted',
  } as unknown as IssueCard
}
const cards = (texts: string) => texts.split(' ').map(card)
const groups = (texts: string, down = false) =>
  groupsOf(cards(texts), down).map(({ title, detail, cards: own, owned }) => [
    title,
    detail,
    own.map(({ id }) => id).join(' '),
    owned,
  ])

describe('the groups of a series', () => {
  test.each([
    ['v1 v2+', [['', '', 'v1 v2+', 1]]],
    ['1 2 3', [['', '', '1 2 3', 0]]],
    ['1/1 2/1 v1 3/2+', [['Volume 1', 'Chapters 1 to 2', 'v1 1/1 2/1', 0], ['Volume 2', 'Chapter 3', '3/2+', 1]]],
    ['9 1/1', [['Volume 1', 'Chapter 1', '1/1', 0], ['Not in a volume yet', 'Chapter 9', '9', 0]]],
    ['5/Extra 1/1 9', [['Volume 1', 'Chapter 1', '1/1', 0], ['Volume Extra', 'Chapter 5', '5/Extra', 0], ['Not in a volume yet', 'Chapter 9', '9', 0]]],
    ['1/1 v2 v3+ v4', [['Volume 1', 'Chapter 1', '1/1', 0], ['Volumes 2 to 4', '', 'v2 v3+ v4', 1]]],
  ])('%s', (texts, expected) => {
    expect(groups(texts)).toEqual(expected as never)
  }) // biome-ignore format: a table

  test('are reversed with the list', () => {
    expect(groups('9 3/2 2/1 1/1', true)).toEqual([
      ['Not in a volume yet', 'Chapter 9', '9', 0],
      ['Volume 2', 'Chapter 3', '3/2', 0],
      ['Volume 1', 'Chapters 1 to 2', '2/1 1/1', 0],
    ])
    expect(groups('v4 v3 1/1', true)[0]![0]).toBe('Volumes 3 to 4')
  })
})

describe('the state of a group', () => {
  const LISTED: ListedFacts = { known: true, volume_gaps: [], chapter_gaps: [] }
  const LOCAL = { known: false, volume_gaps: [3], chapter_gaps: [32] }
  const states = (texts: string, facts: ListedFacts) =>
    groupsOf(cards(texts), false, facts).map((group) => `${group.title}: ${groupHaveWords(group)}`)

  test.each([
    ['v1+ v2+ v4+ 30+ 31+ 33+', LOCAL, ['Volumes 1 to 4: Partial, 3 of 4', 'Not in a volume yet: Partial, 3 of 4']],
    ['v1+ v2+ 30+ 31+', LOCAL, ['Volumes 1 to 2: Complete', 'Not in a volume yet: 2 owned']],
    ['1/1+ 2/1+ v2+ 9/2', LOCAL, ['Volume 1: 2 owned', 'Volume 2: Partial, 1 of 2']],
    ['1/1+ 2/1+ 3+', LISTED, ['Volume 1: Complete', 'Not in a volume yet: Complete']],
    ['1/1 2/1 3+', LISTED, ['Volume 1: Missing, 2', 'Not in a volume yet: Complete']],
    // A filter shows owned issues only.
    ['1/1+ 2/1+ v2+', SOME_SHOWN, ['Volume 1: 2 owned', 'Volume 2: 1 owned']],
  ])('%s', (texts, facts, expected) => {
    expect(states(texts, facts)).toEqual(expected)
  }) // biome-ignore format: a table

  test('of annuals counts neither announced nor ignored ones as missing', () => {
    const annual = (change: Partial<IssueCard>) => ({ ...card('1'), annual: true, ...change })
    const announced = annual({ missing: true, announced: true })
    const ignored = annual({ missing: true, intent: 'ignored' })
    const words = (own: IssueCard[], facts = LISTED) => groupHaveWords(annualsGroup(own, facts))
    expect(words([annual({ owned: true }), announced, announced])).toBe('Complete, 2 announced')
    expect(words([annual({ missing: true }), announced])).toBe('Missing, 1, 1 announced')
    expect(words([announced])).toBe('1 announced')
    expect(words([annual({ owned: true }), ignored, { ...announced, intent: 'ignored' }])).toBe('Complete')
    expect(words([annual({ owned: true })], LOCAL)).toBe('1 owned')
  })
})

describe('the wanted issues of all missing ones', () => {
  const wanted = (texts: string, unit: string) =>
    toWant(cards(texts), unit)
      .map(({ id }) => id)
      .join(' ')

  test.each([
    // Counted in volumes, a volume includes its chapters.
    ['v1! 1/1! 2/1! 3/2!', 'volume', 'v1! 3/2!'],
    ['v1+ 1/1! 3!', 'volume', '3!'],
    ['v1* 1/1! 3!', 'volume', '3!'],
    ['v1> 1/1!', 'volume', ''],
    ['v1 1/1!', 'volume', '1/1!'],
    // Counted in chapters, the chapters are wanted instead.
    ['v1! 1/1! 2/1!', 'chapter', '1/1! 2/1!'],
    ['v1! 1/1+ v2!', 'chapter', 'v2!'],
    ['v1+ 1/1!', 'chapter', '1/1!'],
    ['v1* 1/1!', 'chapter', ''],
    ['1 2!', 'chapter', '2!'],
  ])('of %s, counted in %ss, is %p', (texts, unit, ids) => {
    expect(wanted(texts, unit)).toBe(ids)
  })
})
