import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { asUser, OWNER_ID } from '../../base/platform/caller'
import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { afterMark } from '../../library/reading/machine'
import { saveProgress } from '../../library/reading/progress-row-store'
import { testDatabase } from '../../testing/database'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ListDetail, OlderEntry } from './schema'
import { ReadingLists } from './service'

let db: Database
let clock: FakeClock
let events: AppEvent[]
let lists: ReadingLists
let summer: string
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  lists = new ReadingLists({
    db,
    clock,
    log: lineLog(clock.now, () => {}),
    random: systemRandom,
    nameOf: (id) => `${id} by name`,
  })
  makeSeries(db)
  for (const issue of makeIssues(db, 'harbor', [1, 2])) makeFile(db, { issues: [issue] })
  summer = lists.make('Summer').list.list_id
  lists.add(summer, ['harbor-1', 'harbor-2'])
  events = []
})

const lena = <T>(work: () => T) => asUser('lena', work)
const kindOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'done'
  } catch (error) {
    return (error as Refusal).kind
  }
}
const names = () => lists.lists().lists.map(({ name }) => name)
const body = async <T>(reply: Promise<T>) => (await reply) as T & Response
const entriesOf = async (listId: string) =>
  ((await (await body(lists.list(listId))).json()) as ListDetail).entries.map(({ issue_id }) => issue_id)
const older = async () => ((await (await body(lists.older())).json()) as OlderEntry[]).map(({ id }) => id)

const READS: [string, () => unknown][] = [
  ['read', () => lists.list(summer)],
  ['read in the catalog', () => lists.orderOf(summer) ?? expectMissing()],
]
const CHANGES: [string, () => unknown][] = [
  ['renamed', () => lists.alter(summer, { name: 'Hers' })],
  ['unshared', () => lists.alter(summer, { shared: false })],
  ['shared', () => lists.alter(summer, { shared: true })],
  ['deleted', () => lists.delete(summer)],
  ['restored', () => lists.restore(summer)],
  ['restored in part', () => lists.restore(summer, ['harbor-1'])],
  ['ordered', () => lists.order(summer, ['harbor-2', 'harbor-1'])],
  ['extended', () => lists.add(summer, ['harbor-1'])],
  ['shortened', () => lists.remove(summer, ['harbor-1'])],
]
const expectMissing = () => {
  throw new Refusal('missing', 'There is no such list.')
}

describe('for another user, a list', () => {
  test.each(READS)('that is not shared cannot be %s', async (_what, work) => {
    expect(await lena(() => kindOf(work))).toBe('missing')
    expect(await kindOf(work)).toBe('done')
  })

  test.each(READS)('that is shared can be %s', async (_what, work) => {
    lists.alter(summer, { shared: true })
    expect(await lena(() => kindOf(work))).toBe('done')
  })

  test.each(CHANGES)('that is not shared does not exist when it is %s', async (_what, work) => {
    expect(await lena(() => kindOf(work))).toBe('missing')
  })

  test.each(CHANGES)('that is shared is not %s', async (_what, work) => {
    lists.alter(summer, { shared: true })
    expect(await lena(() => kindOf(work))).toBe('forbidden')
    expect(names()).toContain('Summer')
    expect(await entriesOf(summer)).toEqual(['harbor-1', 'harbor-2'])
    expect(lena(names)).toContain('Summer')
  })

  test('says whose it is, and that only its user changes it', () => {
    const { list } = lists.alter(summer, { shared: true })
    expect(list).toMatchObject({ shared: true, mine: true, user_id: OWNER_ID })
    const seen = lena(() => lists.lists().lists.find(({ list_id }) => list_id === summer))
    expect(seen).toMatchObject({ shared: true, mine: false, user_id: OWNER_ID, is_default: false })
    expect(() => lena(() => lists.delete(summer))).toThrow(
      'Summer belongs to another user. Only that user can change the list.',
    )
  })

  test('is gone when its user unshares or deletes it, also for a restore', async () => {
    lists.alter(summer, { shared: true })
    lists.delete(summer)
    expect([lena(names), await lena(() => kindOf(() => lists.restore(summer)))]).toEqual([['Reading list'], 'missing'])
    lists.restore(summer)
    expect(lena(names)).toEqual(['Reading list', 'Summer'])
    lists.alter(summer, { shared: false })
    expect(lena(names)).toEqual(['Reading list'])
  })
})

describe('the default list', () => {
  test('is made for each user when first asked for, and cannot be deleted', async () => {
    expect(db.read.all("select 1 from reading_lists where user_id = 'lena'" as never)).toHaveLength(0)
    expect(lena(() => lists.lists().lists)).toMatchObject([{ list_id: 'default-lena', is_default: true, mine: true }])
    expect(await lena(() => kindOf(() => lists.delete('default-lena')))).toBe('conflict')
    expect(await kindOf(() => lists.list('default-lena'))).toBe('missing')
    expect(lists.lists().lists.map(({ list_id }) => list_id)).toEqual(['default', summer])
    expect(await lena(() => kindOf(() => lists.delete('default')))).toBe('missing')
  })

  test('is what the older routes read and change', async () => {
    lists.addOne('harbor-1')
    lena(() => lists.addOne('harbor-2'))
    expect([await older(), await lena(older)]).toEqual([['harbor-1'], ['harbor-2']])
    lena(() => lists.clear())
    expect([await older(), await lena(older)]).toEqual([['harbor-1'], []])
    lists.removeOne('harbor-1')
    expect(await older()).toEqual([])
  })

  test('of the owner is an ordinary list for others when it is shared', () => {
    lists.alter('default', { shared: true, name: 'For all' })
    expect(lena(() => lists.lists().lists.map(({ list_id, is_default }) => [list_id, is_default]))).toEqual([
      ['default-lena', true],
      ['default', false],
    ])
  })
})

test('two users may give their lists the same name, one user may not', async () => {
  lists.alter(summer, { shared: true })
  lena(() => lists.make('Summer'))
  expect(lena(names)).toEqual(['Reading list', 'Summer', 'Summer'])
  expect(await lena(() => kindOf(() => lists.make('summer')))).toBe('conflict')
})

test('a change without a name and without sharing is refused', async () => {
  expect(await kindOf(() => lists.alter(summer, {}))).toBe('invalid')
})

describe('reading on', () => {
  const next = () => lists.nextIssues().map(({ list_id }) => list_id)

  test('continues own lists, and shared ones that the user has begun', () => {
    lists.alter(summer, { shared: true })
    expect([next(), lena(next)]).toEqual([[summer], []])
    lena(() => finish('harbor-1'))
    expect(lena(() => lists.nextIssues())).toEqual([{ list_id: summer, name: 'Summer', issue_id: 'harbor-2' }])
  })

  test('the catalog shows own and shared lists', () => {
    const readable = () => lists.readableLists().map(({ list_id }) => list_id)
    const orders = () => lists.orders().map(({ list_id }) => list_id)
    expect([readable(), orders(), lena(readable), lena(orders)]).toEqual([[summer], [summer], [], []])
    lists.alter(summer, { shared: true })
    expect([lena(readable), lena(orders)]).toEqual([[summer], [summer]])
  })

  function finish(issue_id: string): void {
    const progress = afterMark(undefined, true, 10, clock.now())
    const row = { ...progress, content_key: `hash of ${issue_id}`, issue_id, comic_id: 'harbor' }
    db.write((tx) => saveProgress(tx, { ...row, device: null, device_id: null }))
  }
})

describe('events', () => {
  const changes = (work: () => unknown) => {
    events = []
    work()
    return events
  }
  const OF_ALL = { type: 'readlist.changed', list_id: '' } as const

  test('name the user of a list that nobody else sees', () => {
    const private_ = { ...OF_ALL, list_id: summer, user_id: OWNER_ID }
    expect(changes(() => lists.alter(summer, { name: 'Winter' }))).toEqual([private_])
    expect(changes(() => lists.remove(summer, ['harbor-1']))).toEqual([private_])
    const made = changes(() => lena(() => lists.make('Hers')))
    expect(made).toMatchObject([{ user_id: 'lena' }])
  })

  test('reach all when the list is shared, is no longer shared, or is deleted while shared', () => {
    const all = { ...OF_ALL, list_id: summer }
    expect(changes(() => lists.alter(summer, { shared: true }))).toEqual([all])
    expect(changes(() => lists.remove(summer, ['harbor-1']))).toEqual([all])
    expect(changes(() => lists.delete(summer))).toEqual([all])
    lists.restore(summer)
    expect(changes(() => lists.alter(summer, { shared: false }))).toEqual([all])
  })
})
