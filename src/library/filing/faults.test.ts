import { expect, test } from 'bun:test'
import type { DiskSpace, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { diskSentence, isReadOnly } from './faults'
import { checkRoom } from './room'

const fault = (code: string) => Object.assign(new Error('it broke'), { code })

test.each([
  ['EACCES', '/comics/a is read-only'],
  ['EPERM', '/comics/a is read-only'],
  ['EROFS', '/comics/a is read-only'],
  ['ENOSPC', 'The disk of /comics/a is full'],
  ['EDQUOT', 'The disk of /comics/a is full'],
  ['ENAMETOOLONG', '/comics/a/1.cbz is longer than this disk allows'],
  ['EBUSY', 'The file is open in another program'],
  ['ETXTBSY', 'The file is open in another program'],
  ['ENOENT', 'There is nothing at /comics/a/1.cbz any more'],
  ['ENOTDIR', 'There is nothing at /comics/a/1.cbz any more'],
  ['EIO', 'The disk failed'],
])('%s of a disk is a sentence', (code, sentence) => {
  expect(diskSentence(fault(code), '/comics/a/1.cbz')).toStartWith(sentence)
  expect(isReadOnly(fault(code))).toBe(sentence.includes('read-only'))
})

test('a refusal keeps its own sentence, and what is no error its words', () => {
  expect(diskSentence(new Refusal('conflict', 'Not now.'), '/a')).toBe('Not now.')
  expect(diskSentence('odd', '/a')).toBe('It could not be done: odd')
})

test('a file needs its own room and 32 MB besides', async () => {
  const MB = 1024 * 1024
  const check = (free: number | undefined, bytes: number) => {
    const freeSpace = async () => {
      if (free === undefined) throw fault('EIO')
      return { free, total: 1e12 } as DiskSpace
    }
    return checkRoom({ freeSpace } as unknown as Files, '/comics', bytes).then(
      () => 'room',
      (error) => error.detail,
    )
  }
  expect(await check(33 * MB, MB)).toBe('room')
  expect(await check(33 * MB - 1, MB)).toContain('35 MB are free and 1 MB more are needed')
  expect(await check(0, 2_000_000_000)).toContain('0 MB are free and 2,034 MB more are needed')
  expect(await check(undefined, 1e15)).toBe('room')
})
