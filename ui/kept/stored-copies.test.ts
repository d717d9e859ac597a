import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { currentUser } from '../state/user'
import { fakeCaches } from '../testing/cache-storage'
import { readAs } from '../testing/reader-session'
import { withWindow } from '../testing/window'
import type { Copy } from './copies'
import { copies, readKeptIssues, saveInCopy, storeKeptUser, wholeCopy } from './kept-issues'
import { keptIssues, showCopy } from './kept-signal'
import { forgetCopies, isOffline, keptUser, keptUserKey } from './kept-user'
import { keptCache } from './names'
import { closeCopy, copyPicture, openCopy, openedCopy } from './open-copies'

withWindow()

const copy = (id: string, more: Partial<Copy> = {}): Copy => ({
  user_id: 'u2',
  issue: { issue_id: id, page_count: 3, progress: null, place: null } as Copy['issue'],
  sizes: [],
  layouts: {},
  state: 'whole',
  pages: 3,
  bytes: 24,
  kept_at: `2026-11-29T10:00:0${id}.000Z`,
  ...more,
})
const save = async (...all: Copy[]) => {
  for (const one of all) await copies().save(one)
}

beforeEach(() => {
  Object.assign(globalThis, { caches: fakeCaches() })
  localStorage.clear()
  keptIssues.value = undefined
  readAs({ user_id: 'u2' })
  storeKeptUser(currentUser.value!)
})
afterEach(() => {
  currentUser.value = null
})

describe('the copies of this browser', () => {
  test('are listed with the newest first', async () => {
    await save(copy('1'), copy('3'), copy('2'))
    expect((await copies().all()).map(({ issue }) => issue.issue_id)).toEqual(['3', '2', '1'])
  })

  test('are only those with a record: the cache of another one is removed', async () => {
    await save(copy('1'))
    await copies().savePage(copy('2'), 0, new Response('picture'))
    expect(await copies().all()).toHaveLength(1)
    expect(await caches.keys()).toEqual([keptCache('', { user_id: 'u2', issue_id: '1' })])
  })

  test('do not include caches of other programs, which stay', async () => {
    const names = ['workbox', 'panelkeep kept ', 'panelkeep kept u2']
    for (const name of names) await caches.open(name)
    expect([await copies().all(), await caches.keys()]).toEqual([[], names])
  })

  test('do not begin to exist by looking for one', async () => {
    expect(await copies().find({ user_id: 'u2', issue_id: '1' })).toBeUndefined()
    expect(await caches.keys()).toEqual([])
  })

  test('with a damaged record count as absent', async () => {
    const key = { user_id: 'u2', issue_id: '1' }
    await (await caches.open(keptCache('', key))).put('/kept/u2/1/record', new Response('{'))
    expect(await copies().find(key)).toBeUndefined()
  })

  test('have the pages that were saved, without the record', async () => {
    await save(copy('1'))
    await copies().savePage(copy('1'), 0, new Response('picture'))
    await copies().savePage(copy('1'), 12, new Response('picture'))
    expect([...(await copies().pagesOf(copy('1')))]).toEqual([0, 12])
  })

  test('of an earlier user are removed', async () => {
    await save(copy('1'), copy('2', { user_id: 'u1' }))
    expect([...(await readKeptIssues()).keys()]).toEqual(['1'])
    expect(await caches.keys()).toEqual([keptCache('', { user_id: 'u2', issue_id: '1' })])
    expect([...keptIssues.value!.keys()]).toEqual(['1'])
  })
})

describe('for the reader', () => {
  test('only a whole copy of the user opens, until it is closed', async () => {
    await save(copy('1'), copy('2', { state: 'fetching' }), copy('3', { user_id: 'u1' }))
    expect((await Promise.all(['1', '2', '3', '4'].map(openCopy))).map((one) => one?.issue.issue_id)).toEqual(['1', undefined, undefined, undefined]) // biome-ignore format: one line
    expect(openedCopy('1')?.pages).toBe(3)
    expect([copyPicture('1', 2), copyPicture('2', 0)]).toEqual(['/kept/u2/1/2', undefined])
    closeCopy('1')
    expect([openedCopy('1'), copyPicture('1', 2)]).toEqual([undefined, undefined])
  })

  test('no copy opens in a browser that keeps none', async () => {
    await save(copy('1'))
    localStorage.clear()
    expect([await openCopy('1'), await wholeCopy('1')]).toEqual([undefined, undefined])
  })
})

describe('progress in a copy', () => {
  const progress = { page: 2, completed: false, percent: 0.6, read_at: '2026-11-29T10:00:00.000Z', device: null }
  const read = { progress, place: null } as Pick<Copy['issue'], 'progress' | 'place'>

  test('is stored for the next time without a connection', async () => {
    await save(copy('1'))
    await saveInCopy('1', read)
    expect((await wholeCopy('1'))?.issue).toMatchObject({ issue_id: '1', page_count: 3, progress })
  })

  test('makes no copy of an issue that is not here, or not whole', async () => {
    await save(copy('1', { state: 'fetching' }))
    await saveInCopy('1', read)
    await saveInCopy('2', read)
    expect((await copies().all()).map(({ issue }) => [issue.issue_id, issue.progress])).toEqual([['1', null]])
  })

  test('leaves no copy behind when the user logs out meanwhile', async () => {
    await save(copy('1'))
    const saving = saveInCopy('1', read)
    const open = caches.open
    caches.open = async (name) => {
      localStorage.clear()
      return open(name)
    }
    await saving
    expect(await caches.keys()).toEqual([])
  })
})

describe('the user of the copies', () => {
  test('is stored without the picture', () => {
    readAs({ user_id: 'u2', picture: '/api/users/u2/picture' })
    storeKeptUser(currentUser.value!)
    expect(keptUser()).toMatchObject({ user_id: 'u2', name: 'Mia' })
    expect(keptUser()).not.toHaveProperty('picture')
  })

  test('is nobody when nothing valid is stored', () => {
    localStorage.setItem(keptUserKey(), '{')
    expect(keptUser()).toBeUndefined()
    localStorage.setItem(keptUserKey(), 'null')
    expect(keptUser()).toBeUndefined()
  })

  test('is forgotten with the copies of this address, and no others', async () => {
    await save(copy('1'))
    const others = [keptCache('/shelf', { user_id: 'u2', issue_id: '1' }), 'panelkeep shell b1', 'workbox']
    for (const name of others) await caches.open(name)
    await forgetCopies()
    expect([keptUser(), await caches.keys()]).toEqual([undefined, others])
    // The next user of this window keeps none of them.
    showCopy('1', copy('1'))
    await forgetCopies()
    expect(keptIssues.value).toBeUndefined()
  })

  test('without copies leaves the caches alone', async () => {
    await save(copy('1'))
    localStorage.clear()
    await forgetCopies()
    expect(await caches.keys()).toHaveLength(1)
  })
})

test('the shown state of a copy changes alone', () => {
  showCopy('1', copy('1'))
  showCopy('2', copy('2'))
  const before = keptIssues.value
  showCopy('1', undefined)
  expect([[...keptIssues.value!.keys()], [...before!.keys()]]).toEqual([['2'], ['1', '2']])
})

test('a page is offline when the worker opened it', () => {
  expect(isOffline()).toBe(false)
  document.head.innerHTML = '<meta name="offline">'
  expect(isOffline()).toBe(true)
  document.head.innerHTML = ''
})
