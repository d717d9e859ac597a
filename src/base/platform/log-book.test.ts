import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogBook } from './log-book'
import { LogFile } from './log-file'

let folder: string
let lines: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-log-'))
  lines = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const book = () => new LogBook((line) => lines.push(line))
const file = (limits: { bytes?: number; files?: number } = {}) =>
  new LogFile(join(folder, 'logs', 'panelkeep.log'), {
    mostBytes: () => limits.bytes ?? 1000,
    mostFiles: () => limits.files ?? 2,
  })
const line = (text: string, level = 'info', area = 'search') =>
  `2026-11-21T08:00:00.000Z ${level.padEnd(5)} ${area} ${text}`
const inFile = (name = 'panelkeep.log') =>
  readFileSync(join(folder, 'logs', name), 'utf8')
    .split('\n')
    .filter(Boolean)

describe('a line', () => {
  test('is on the console, in memory and in the file, including lines from before the file', () => {
    const logs = book()
    logs.take(line('one'))
    logs.keepIn(file())
    logs.take(line('two'))
    expect(lines).toEqual([line('one'), line('two')])
    expect(logs.tail({ count: 10 })).toEqual(lines)
    expect(inFile()).toEqual(lines)
    logs.close()
  })

  test.each([
    ['a key of ours', 'asked with 0123456789abcdef', 'asked with •••'],
    [
      'a parameter',
      'GET http://idx.test/api?t=search&apikey=abc123&q=x',
      'GET http://idx.test/api?t=search&apikey=•••&q=x',
    ],
    ['a field', 'sent {"password":"hunter2","name":"x"}', 'sent {"password":"•••","name":"x"}'],
    ['a login in an address', 'http://bob:secret@nas.local/x', 'http://•••@nas.local/x'],
    ['a header', 'Authorization: Bearer abcdef.ghijkl-12', 'Authorization: Bearer •••'],
  ])('never shows %s', (_what, text, shown) => {
    const logs = book()
    logs.hide(() => ['0123456789abcdef'])
    logs.keepIn(file())
    logs.take(line(text))
    expect([lines, logs.tail({ count: 1 }), inFile()]).toEqual([[line(shown)], [line(shown)], [line(shown)]])
    logs.close()
  })

  test('logged before its secret was known is shown without it', () => {
    const logs = book()
    logs.take(line('key is k3y-of-mine'))
    logs.hide(() => ['k3y-of-mine'])
    expect(logs.tail({ count: 1 })).toEqual([line('key is •••')])
  })
})

describe('the shown lines', () => {
  test('can be filtered by severity, area and words, newest first', () => {
    const logs = book()
    logs.take(line('Harbor Lights 3 found'))
    logs.take(line('odd', 'warn'))
    logs.take(line('moved', 'info', 'filing'))
    expect(logs.tail({ count: 5, level: 'warn' })).toEqual([line('odd', 'warn')])
    expect(logs.tail({ count: 5, area: 'filing' })).toEqual([line('moved', 'info', 'filing')])
    expect(logs.tail({ count: 1, area: 'search', q: 'harbor' })).toEqual([line('Harbor Lights 3 found')])
    expect(logs.areas()).toEqual(['filing', 'search'])
  })

  test('begin with those of the last run', () => {
    const first = book()
    first.keepIn(file())
    first.take(line('before the restart'))
    first.close()
    const second = book()
    second.keepIn(file())
    expect(second.tail({ count: 5 })).toEqual([line('before the restart')])
    second.close()
  })
})

describe('a file', () => {
  test('that is full becomes the newest of the older ones, of which a fixed number stays', () => {
    const logs = book()
    logs.keepIn(file({ bytes: 120, files: 2 }))
    for (let n = 1; n <= 8; n++) logs.take(line(`number ${n} ${'x'.repeat(20)}`))
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['panelkeep.log', 'panelkeep.log.1', 'panelkeep.log.2'])
    expect(inFile().at(-1)).toContain('number 8')
    expect(inFile('panelkeep.log.1').at(-1)).toContain(`number ${8 - inFile().length}`)
    logs.close()
  })

  test('is emptied on request, and the page with it', () => {
    const logs = book()
    expect(logs.rotate()).toBe(false)
    logs.keepIn(file())
    logs.take(line('old'))
    expect(logs.rotate()).toBe(true)
    logs.take(line('new'))
    expect([inFile('panelkeep.log.1'), inFile(), logs.tail({ count: 5 })]).toEqual([
      [line('old')],
      [line('new')],
      [line('new')],
    ])
    logs.close()
  })

  test('that cannot be written costs only itself, and the reason is shown', () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
    const logs = book()
    logs.keepIn(file())
    logs.take(line('still heard'))
    expect(logs.tail({ count: 1 })).toEqual([line('still heard')])
    expect(logs.problem).toContain('cannot be written')
    expect(existsSync(join(folder, 'logs', 'panelkeep.log'))).toBe(false)
  })

  test('that cannot be written is not rotated, but the page is still emptied', () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
    const logs = book()
    logs.keepIn(file())
    logs.take(line('old'))
    expect(logs.rotate()).toBe(false)
    expect(logs.tail({ count: 5 })).toEqual([])
    expect(logs.problem).toContain('cannot be written')
    rmSync(join(folder, 'logs'))
    expect(logs.rotate()).toBe(true)
  })

  test("that cannot be moved aside, but written, reports the disk's reason", () => {
    const logs = book()
    logs.keepIn(file({ files: 1 }))
    logs.take(line('old'))
    mkdirSync(join(folder, 'logs', 'panelkeep.log.1', 'in the way'), { recursive: true })
    expect(() => logs.rotate()).toThrow()
    logs.take(line('new'))
    expect(inFile()).toEqual([line('old'), line('new')])
    logs.close()
  })

  test('of which fewer are kept than before loses the oldest', () => {
    let files = 3
    const rotating = new LogFile(join(folder, 'logs', 'panelkeep.log'), { mostBytes: () => 10, mostFiles: () => files })
    for (let n = 1; n <= 5; n++) rotating.write(line(`${n}`))
    files = 1
    rotating.rotate()
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['panelkeep.log', 'panelkeep.log.1'])
    rotating.close()
  })
})
