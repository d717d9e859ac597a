import { describe, expect, test } from 'bun:test'
import { knownGroup, scannedGroup, wholeProposal } from '../../testing/import-scan'
import type { Proposal } from './review/proposals'
import {
  type ImportView,
  importAddress,
  keptOrder,
  proposalsIn,
  readImportView,
  sortProposals,
  type UnreadableCount,
} from './view'
import type { WireGroup } from './wire'

const START = readImportView({})
const one = (at: number, confidence: number, change: Partial<WireGroup> = {}) =>
  wholeProposal(scannedGroup(at, change, { confidence })) as Proposal
const known = (at: number) => wholeProposal(knownGroup(at)) as Proposal
const ids = (list: readonly Proposal[]) => list.map(({ id }) => id)
const none: UnreadableCount = () => 0
const left = (list: Proposal[], view: Partial<ImportView>, beside = none, touched = new Set<string>()) =>
  ids(proposalsIn(list, { ...START, ...view }, beside, touched))

describe('the address', () => {
  test('keeps every choice that differs from the default', () => {
    expect(importAddress(START)).toBe('/import')
    const view: ImportView = { kind: 'manga', sure: 'likely', only: 'copies', q: 'harbor', sort: 'name', down: true }
    const address = importAddress(view)
    expect(address).toBe('/import?kind=manga&sure=likely&only=copies&q=harbor&sort=name&order=desc')
    expect(readImportView(Object.fromEntries(new URLSearchParams(address.split('?')[1])))).toEqual(view)
  })

  test('of an older version is accepted', () => {
    expect(readImportView({ sure: 'perhaps', only: 'x', sort: 'colour', kind: 'novel' })).toEqual(START)
  })
})

describe('the filters', () => {
  const list = [
    one(1, 96, { existing_comic_id: '7', new_files: 2 }),
    one(2, 84, { duplicates: 3 }),
    one(3, 20, { error: '1.cbz: The file changed since the scan. Scan again.' }),
    one(4, 99, { corrected: true }),
    known(5),
  ]

  test('keep the matching proposals', () => {
    expect(left(list, {})).toHaveLength(5)
    expect(left(list, { sure: 'likely' })).toEqual(['g2'])
    expect(left(list, { sure: 'known' })).toEqual(['g5'])
    expect(left(list, { only: 'new' })).toEqual(['g2', 'g3', 'g4'])
    expect(left(list, { only: 'library' })).toEqual(['g1', 'g5'])
    expect(left(list, { only: 'copies' })).toEqual(['g2'])
    expect(left(list, { only: 'corrected' })).toEqual(['g4'])
    expect(left(list, { only: 'problems' })).toEqual(['g3'])
    expect(left(list, { only: 'problems' }, ({ id }: Proposal) => Number(id === 'g2'))).toEqual(['g2', 'g3'])
  })

  test('search names and folders, word by word', () => {
    expect(left(list, { q: 'FOLDER 3' })).toEqual(['g3'])
    expect(left(list, { q: 'series 2015' })).toHaveLength(5)
    expect(left(list, { q: 'nothing' })).toEqual([])
  })

  test('keep a proposal that was just corrected, so that it does not vanish', () => {
    expect(left(list, { sure: 'likely' }, none, new Set(['g4']))).toEqual(['g2', 'g4'])
  })
})

describe('the order', () => {
  const list = [known(1), one(2, 40), one(30, 64, { size_bytes: 9 }), one(4, 64, { file_total: 90 })]

  test('shows the most certain first, equal ones by name, and those without new files last', () => {
    expect(ids(sortProposals(list, { sort: 'sure', down: true }))).toEqual(['g4', 'g30', 'g2', 'g1'])
    expect(ids(sortProposals(list, { sort: 'sure', down: false }))).toEqual(['g2', 'g4', 'g30', 'g1'])
    expect(ids(sortProposals(list, { sort: 'name', down: false }))).toEqual(['g1', 'g2', 'g4', 'g30'])
    expect(ids(sortProposals(list, { sort: 'files', down: true }))[0]).toBe('g4')
    expect(ids(sortProposals(list, { sort: 'size', down: false }))[0]).toBe('g30')
  })

  test('keeps its order during corrections: a split-off proposal follows its origin', () => {
    const now = [one(9, 100), one(1, 100), one(3, 20)]
    expect(keptOrder(['g3', 'g2', 'g1'], now, 'g3')).toEqual(['g3', 'g9', 'g1'])
    expect(keptOrder(['g3', 'g2', 'g1'], now)).toEqual(['g3', 'g1', 'g9'])
  })
})
