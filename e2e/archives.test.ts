import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HelperKind } from '../src/base/formats/helper/library'
import { UnpackHelper } from '../src/base/formats/helper/unpacker'
import { imageFacts } from '../src/base/formats/images/images'
import { systemClock } from '../src/base/platform/clock'
import { encodeFrame, readFrames } from '../src/base/platform/frames'
import type { Child } from '../src/base/platform/ports'
import { makeCbr, makePages } from '../src/testing/archives/archives'
import { makePdf } from '../src/testing/archives/books'
import { makeCb7 } from '../src/testing/archives/cb7'
import { EXE } from './panelkeep'

/** The libraries inside the executable, in its helper process. */

const pages = makePages(6)
const files: [HelperKind, Uint8Array][] = [
  ['rar', makeCbr(pages)],
  ['7z', makeCb7(pages, { solid: true, method: 'deflate', packHeader: true })],
  ['pdf', makePdf([{ draw: '1 0 0 rg 0 0 99 99 re f' }, { draw: '' }])],
]

let folder: string
const started: number[] = []

function helper(role: string): Child {
  const child = Bun.spawn([EXE, role], { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore', cwd: tmpdir() })
  started.push(child.pid)
  return {
    send(header, body) {
      child.stdin.write(encodeFrame(header, body))
      child.stdin.flush()
    },
    frames: readFrames(child.stdout),
    ended: child.exited.then((code) => ({ code, signal: null })),
    kill: () => child.kill('SIGKILL'),
  }
}

const unpacker = new UnpackHelper({ processes: { helper }, clock: systemClock })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panelkeep-archives-'))
  for (const [kind, bytes] of files) await writeFile(join(folder, kind), bytes)
})

afterAll(async () => {
  unpacker.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(files.map(([kind]) => kind))('the executable reads %s', (kind) => {
  const right = (bytes: Uint8Array, index: number) =>
    kind === 'pdf'
      ? expect(imageFacts(bytes)).toEqual({ type: 'jpeg', width: 1800, height: 2700 })
      : expect(Buffer.from(bytes).equals(Buffer.from(pages[`p${index + 1}.png`]!))).toBe(true)

  test('with its own libraries, in any working directory', async () => {
    const path = join(folder, kind)
    const { entries, stamp } = await unpacker.list(kind, path)
    expect(entries.length).toBe(kind === 'pdf' ? 2 : 6)
    for (const index of [1, 0]) right(await unpacker.read(kind, path, stamp, entries[index]!.index), index)
  })

  test('also after its helper was killed, without an error', async () => {
    const path = join(folder, kind)
    const { entries, stamp } = await unpacker.list(kind, path)
    process.kill(started.at(-1)!, 'SIGSEGV')
    right(await unpacker.read(kind, path, stamp, entries[1]!.index), 1)
  })

  test('and survives a truncated file', async () => {
    const path = join(folder, `${kind}-cut`)
    const [, bytes] = files.find(([each]) => each === kind)!
    await writeFile(path, bytes.subarray(0, bytes.length - 60))
    const before = started.length
    const fault = await unpacker.list(kind, path).catch((error: { fault: string }) => error.fault)
    expect(fault).toBe('damaged')
    expect((await unpacker.list(kind, join(folder, kind))).entries.length).toBeGreaterThan(1)
    expect(started.length).toBe(before)
  })
})
