import { expect, test } from 'bun:test'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { checkRoom } from './room'

const SPARE = 32 * 1024 * 1024
const on = (free: number | undefined): Files => ({
  ...systemFiles,
  freeSpace: () =>
    free === undefined ? Promise.reject(new Error('EIO')) : Promise.resolve({ free, total: 1e12, remote: false }),
})

test('a disk has room for a file when it has some to spare as well', async () => {
  await checkRoom(on(SPARE + 5), '/comics', 5)
  await expect(checkRoom(on(SPARE + 4), '/comics', 5)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('free and missing space is given in whole megabytes, rounded to be enough', async () => {
  await expect(checkRoom(on(1_500_000), '/comics', 2_000_000_000)).rejects.toThrow(
    'The disk of /comics is too full for it: 2 MB are free and 2,033 MB more are needed.',
  )
})

test('a disk that does not report its space passes', () => checkRoom(on(undefined), '/comics', 5))
