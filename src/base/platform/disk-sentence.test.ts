import { expect, test } from 'bun:test'
import { Refusal } from '../refusal'
import { diskSentence, isReadOnly } from './disk-sentence'

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
])('%s of a disk becomes a sentence', (code, sentence) => {
  expect(diskSentence(fault(code), '/comics/a/1.cbz')).toStartWith(sentence)
  expect(isReadOnly(fault(code))).toBe(sentence.includes('read-only'))
})

test('a refusal keeps its own sentence, and a value that is not an error its text', () => {
  expect(diskSentence(new Refusal('conflict', 'Not now.'), '/a')).toBe('Not now.')
  expect(diskSentence('odd', '/a')).toBe('It could not be done: odd')
})
