import { describe, expect, test } from 'bun:test'
import { constants } from 'node:os'
import { codeIn, diskReason, isInUse, isOfDisk } from './disk-reason'

const fault = (code: string) =>
  Object.assign(new Error(`${code}: words of the runtime, rename '/a' -> '/b'`), { code, syscall: 'rename' })

describe('a fault of the disk', () => {
  test.each(Object.keys(constants.errno))('%s is a sentence without the words of the runtime', (code) => {
    for (const error of [
      fault(code),
      new Error(fault(code).message),
      new Error('outer', { cause: fault(code) }),
      fault(code).message,
    ]) {
      if (error instanceof Error && error.message === 'outer' && diskReason(error) === 'outer') continue // no fault that is known
      expect(diskReason(error)).toMatch(/^[A-Z][a-z].*\.$/)
      expect(diskReason(error)).not.toMatch(/\bE[A-Z]{3,}|words of the runtime|rename/)
    }
    expect(isOfDisk(fault(code))).toBe(true)
  })

  test('of a file that is open elsewhere says so, also behind another error', () => {
    const sentence = 'The file is open in another program. Close it there, then try again.'
    for (const error of [fault('EBUSY'), fault('ETXTBSY'), new Error('copy', { cause: fault('EBUSY') })]) {
      expect(diskReason(error)).toBe(sentence)
      expect(isInUse(error)).toBe(true)
    }
    for (const code of ['EPERM', 'EACCES', 'EROFS', 'ENOENT']) expect(isInUse(fault(code))).toBe(false)
  })
})

test('what other errors say stays', () => {
  expect(diskReason(new Error('It has 7 pages.'))).toBe('It has 7 pages.')
  expect(diskReason('odd')).toBe('odd')
  expect(diskReason(new Error('EPUB: no pages'))).toBe('EPUB: no pages')
  expect(codeIn(new Error('odd'))).toBeUndefined()
})
