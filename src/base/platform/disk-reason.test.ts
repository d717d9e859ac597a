import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { codeIn, diskReason, isInUse, isOfDisk } from './disk-reason'

const fault = (code: string) =>
  Object.assign(new Error(`${code}: words of the runtime, rename '/a' -> '/b'`), { code, syscall: 'rename' })

describe('a disk fault', () => {
  test.each(Object.keys(constants.errno))('%s is a sentence without the words of the runtime', (code) => {
    for (const error of [
      fault(code),
      new Error(fault(code).message),
      new Error('outer', { cause: fault(code) }),
      fault(code).message,
    ]) {
      if (error instanceof Error && error.message === 'outer' && diskReason(error) === 'outer') continue // no known fault
      expect(diskReason(error)).toMatch(/^[A-Z][a-z].*\.$/)
      expect(diskReason(error)).not.toMatch(/\bE[A-Z]{3,}|words of the runtime|rename/)
    }
    expect(isOfDisk(fault(code))).toBe(true)
  })

  test('of a file that is open elsewhere is reported so, also inside another error', () => {
    const sentence = 'The file is open in another program. Close it there, then try again.'
    for (const error of [fault('EBUSY'), fault('ETXTBSY'), new Error('copy', { cause: fault('EBUSY') })]) {
      expect(diskReason(error)).toBe(sentence)
      expect(isInUse(error)).toBe(true)
    }
    for (const code of ['EPERM', 'EACCES', 'EROFS', 'ENOENT']) expect(isInUse(fault(code))).toBe(false)
  })
})

test('messages of other errors stay', () => {
  expect(diskReason(new Error('It has 7 pages.'))).toBe('It has 7 pages.')
  expect(diskReason('odd')).toBe('odd')
  expect(diskReason(new Error('EPUB: no pages'))).toBe('EPUB: no pages')
  expect(codeIn(new Error('odd'))).toBeUndefined()
})

/** Messages of the network, of SQLite and of torrents, and messages that only the log shows. */
const OTHERS = [
  'base/llm/server-connection.ts',
  'base/platform/database-copy.ts',
  'base/platform/disk-reason.ts',
  'base/platform/foreign-database.ts',
  'base/platform/inspect-database.ts',
  'base/platform/log.ts',
  'base/platform/mail.ts',
  'collecting/migration/open-source.ts',
  'edges/host/tray/dbus.ts',
  'edges/host/tray/keep-icon.ts',
  'intake/downloads/builtin/client.ts',
  'intake/downloads/builtin/torrent-helper.ts',
  'library/metadata/client/metadata-client.ts',
  'library/metadata/pictures/picture-fetch.ts',
]

test('the message of any error becomes a sentence only here', () => {
  const src = join(import.meta.dir, '../..')
  const raw = /instanceof Error \? \w+\.message : |\(\w+ as Error\)\.message|\$\{(?:error|cause)\}/
  const found = [...new Bun.Glob('**/*.ts').scanSync(src)]
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .filter((path) => raw.test(readFileSync(join(src, path), 'utf8')))
  expect(found.toSorted()).toEqual(OTHERS)
})
