import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { ProviderAnswer, SeriesRecord } from '../../../library/metadata/providers/provider'
import { testDatabase } from '../../../testing/database'
import { proposedRows } from '../../../testing/imports/proposed-rows'
import { PROPOSE } from '../states'
import { ImportProposals } from './service'
import { addProposal, shownFor } from './store'

/** Which provider series the user chose, and when providers are queried automatically. */

let db: Database
let queriedIds: string[]
let answer: ProviderAnswer<SeriesRecord[]>
let active: object[]
let open: object[]
let serving: object[]
let begun: object[]
let woken: string[]
beforeEach(() => {
  db = testDatabase()
  ;[queriedIds, active, open, serving, begun, woken] = [[], [], [{}], [{}], [], []]
  const rows = proposedRows(db)
  rows.scan()
  rows.group('Harbor Lights', [1])
})
afterEach(() => db.close())

const record = (provider_id: string): SeriesRecord => {
  return { provider: 'metron', provider_id, facts: { name: 'Harbor Lights', year: 2015 }, ids: {} }
}
function proposals() {
  let made = 0
  const provider = {
    label: 'Metron',
    series: async ([id]: string[]) => {
      queriedIds.push(id!)
      return answer
    },
  }
  const deps = {
    db,
    random: { id: () => `p${++made}` },
    operations: { active: () => active, enqueue: (operation: object) => begun.push(operation) },
    providers: { serving: () => serving, get: () => provider },
    proposer: { wake: (kind: string) => woken.push(kind), open: () => open },
  }
  return new ImportProposals(deps as never)
}
const resolveProposal = (proposal: string | null | undefined) =>
  proposals().resolveProposal('scan Harbor Lights', { proposal })
const refused = (proposal: string) =>
  resolveProposal(proposal).then(
    () => 'nothing',
    ({ kind, detail }: Refusal) => `${kind}: ${detail}`,
  )
function known(provider_id: string): string {
  const facts = { year: null, publisher: null, issue_count: null, image_url: null, url: null, issues: null, cover: null, parts: [] }
  const about = { provider: 'comicvine', provider_id, series_id: provider_id, name: 'x', confidence: 1 } as const
  const row = { ...facts, ...about, record: { ...record(provider_id), provider: 'comicvine' as const }, said: false }
  return db.write((tx) => addProposal(tx, 'local-Harbor Lights', row, { id: () => `known ${provider_id}` }))
} // biome-ignore format: one glance

test.each([null, undefined])('without a proposal a change stays as sent: %p', async (none) => {
  expect(await resolveProposal(none)).toEqual({ proposal: none })
})

test('a proposal is found by its own id or by that of its series', async () => {
  known('6')
  const id = known('7')
  for (const choice of [id, '7']) expect(await resolveProposal(choice)).toEqual({ proposal: id })
  expect(queriedIds).toEqual([])
})

test('another series is requested from its provider, and proposed from then on', async () => {
  answer = { ok: [record('55')] }
  const { proposal } = await resolveProposal('metron-55')
  expect(queriedIds).toEqual(['55'])
  expect(shownFor(db.read, 'local-Harbor Lights')).toMatchObject([{ proposal_id: proposal, provider: 'metron', provider_id: '55', said: true, year: 2015 }]) // biome-ignore format: one row
})

test('an invalid id, an unknown one, and one that the provider cannot answer now are refused', async () => {
  expect(await refused('no such thing')).toBe('missing: There is no proposal no such thing for Harbor Lights.')
  answer = { ok: [] }
  expect(await refused('metron-55')).toBe('missing: Metron has no series 55.')
  answer = { failure: 'limit', detail: 'Metron allows no more for now.' } as never
  expect(await refused('metron-55')).toBe('upstream: Metron allows no more for now.')
  expect(shownFor(db.read, 'local-Harbor Lights')).toEqual([])
})

test.each<[string, () => void, number, string[]]>([
  ['starts if a group is open', () => {}, 1, []],
  ['wakes a running operation', () => void active.push({}), 0, ['comic']],
  ['does not start without a provider', () => void serving.pop(), 0, []],
  ['does not start if no group is open', () => void open.pop(), 0, []],
])('querying %s', (_, set, count, wakes) => {
  set()
  proposals().begin('comic')
  expect([begun.length, woken]).toEqual([count, wakes])
  if (count > 0) expect(begun[0]).toEqual({ kind: PROPOSE, subject: 'comic', payload: { kind: 'comic' } })
})
