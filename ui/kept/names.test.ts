import { expect, test } from 'bun:test'
import { copyKeyAt, copyKeyOf, copyPath, isShellCache, keptCache, shellCache } from './names'

const IDS = ['4050-1', 'a b', 'md-1/2', 'ä%20'] as const

test.each(IDS.flatMap((issue_id) => ['', '/shelf'].map((root) => [issue_id, root] as const)))(
  'the copy of issue %s below %p has a cache and addresses that name it',
  (issue_id, root) => {
    const key = { user_id: 'owner', issue_id }
    expect(copyKeyOf(root, keptCache(root, key))).toEqual(key)
    expect(copyKeyAt(root, new URL(copyPath(root, key, 3), 'http://x').pathname)).toEqual(key)
  },
)

test('caches of another base path, of another kind and of other programs are no copies', () => {
  const key = { user_id: 'owner', issue_id: '1' }
  const names = [keptCache('/a', key), keptCache('/a/b', key), shellCache('', '1'), 'panelkeep kept', 'workbox']
  expect(names.map((name) => copyKeyOf('', name))).toEqual(Array(5).fill(undefined))
  expect([isShellCache('', shellCache('', '1')), isShellCache('', shellCache('/a', '1'))]).toEqual([true, false])
})

test.each(['/kept/owner/1', '/kept/', '/api/kept/owner/1/2', '/shelf/kept/owner/1/2'])(
  '%s is no address of a copy',
  (path) => {
    expect(copyKeyAt('', path)).toBeUndefined()
  },
)
