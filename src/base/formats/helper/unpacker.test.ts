import { afterAll, describe, expect, test } from 'bun:test'
import { archiveHelper, diskFile, memoryDisk } from '../../../testing/archives/archive-helper'
import { makeCbr, makePages } from '../../../testing/archives/archives'
import { makePdf } from '../../../testing/archives/books'
import { makeCb7 } from '../../../testing/archives/cb7'
import { makeRarParts } from '../../../testing/archives/rar-parts'
import type { Child, Clock } from '../../platform/ports'
import type { ArchiveError } from '../archives/archive-error'
import type { DiskFile, HelperKind } from './library'
import { type HelperCall, type HelperListing, type UnpackAnswer, UnpackHelper } from './unpacker'

type HelperRequest = HelperCall & { id: number }

/** A clock whose timers fire only when the test says so. */
function handClock() {
  const due = new Set<{ ms: number; ring: () => void }>()
  const after: Clock['after'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = { ms, ring: resolve }
      due.add(timer)
      signal?.addEventListener('abort', () => {
        due.delete(timer)
        resolve()
      })
    })
  /** Fires every timer of `ms` milliseconds. */
  const ring = (ms: number) => {
    for (const timer of due) if (timer.ms === ms && due.delete(timer)) timer.ring()
  }
  return { after, ring, waiting: () => [...due].map((timer) => timer.ms) }
}

type Behaviour = (request: HelperRequest, nth: number) => UnpackAnswer | 'crash' | 'silence'

/** Children with scripted answers; `nth` counts the requests of one child. */
function children(behave: Behaviour) {
  const seen = { started: 0, killed: 0, requests: [] as string[] }
  const helper = (): Child => {
    seen.started += 1
    const { readable, writable } = new TransformStream<{ header: unknown; body: Uint8Array }>()
    const writer = writable.getWriter()
    let [nth, live] = [0, true]
    const end = () => {
      if (live) void writer.close()
      live = false
    }
    return {
      send(header) {
        const request = header as HelperRequest
        seen.requests.push(`${request.op} ${request.path}`)
        const answer = behave(request, ++nth)
        if (answer === 'crash') end()
        else if (answer !== 'silence' && live)
          void writer.write({ header: { ...answer, id: request.id }, body: new Uint8Array([nth]) })
      },
      frames: readable as unknown as Child['frames'],
      ended: new Promise(() => undefined),
      kill() {
        seen.killed += 1
        end()
      },
    }
  }
  return { helper, seen }
}

const listing = { entries: [], stamp: '1:1' }
const good: Behaviour = (request) => (request.op === 'list' ? { listing } : {})
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ fault, detail }: ArchiveError) => ({ fault, detail }),
  )

describe('the parent', () => {
  test('starts one child for many requests and sends them one by one', async () => {
    const { helper, seen } = children(good)
    const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
    const answers = await Promise.all([
      rar.list('rar', 'a'),
      rar.read('rar', 'a', '1:1', 0),
      rar.list('rar', 'b'),
      rar.read('rar', 'b', '1:1', 3),
    ])
    expect(answers).toEqual([listing, new Uint8Array([2]), listing, new Uint8Array([4])])
    expect(seen).toMatchObject({ started: 1, requests: ['list a', 'read a', 'list b', 'read b'] })
  })

  test('a file that crashes the child fails with a sentence, and another child reads the next file', async () => {
    const { helper, seen } = children((request, nth) => (request.path === 'bad' ? 'crash' : good(request, nth)))
    const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
    const [bad, fine] = await Promise.all([faultOf(rar.list('rar', 'bad')), rar.list('rar', 'fine')])
    expect(bad).toEqual({
      fault: 'damaged',
      detail: 'The RAR reader crashed on this file. The file is probably damaged.',
    })
    expect(fine).toEqual(listing)
    expect(seen.started).toBe(2)
  })

  test('a reader that fails to answer for file after file is reported as failing until it answers', async () => {
    let isBroken = true
    const { helper } = children((request, nth) => (isBroken ? 'crash' : good(request, nth)))
    const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
    for (const path of ['a', 'b']) await faultOf(rar.list('rar', path))
    expect(rar.failing()).toEqual([])
    await faultOf(rar.list('rar', 'c'))
    expect(rar.failing()).toEqual(['rar'])
    isBroken = false
    await rar.list('rar', 'd')
    expect(rar.failing()).toEqual([])
  })

  const crashes: [HelperKind, string][] = [
    ['rar', 'The RAR reader crashed on this file. The file is probably damaged.'],
    ['7z', 'The 7-Zip reader crashed on this file. The file is probably damaged.'],
    ['pdf', 'The PDF reader crashed on this file. The file is probably damaged.'],
  ]
  for (const [kind, detail] of crashes)
    test(`a ${kind} that crashes its child leaves the children of other kinds alone`, async () => {
      const others = crashes.map(([other]) => other).filter((other) => other !== kind)
      const { helper, seen } = children((request, nth) => (request.path === 'bad' ? 'crash' : good(request, nth)))
      const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
      for (const other of others) await rar.list(other, 'fine')
      expect(await faultOf(rar.list(kind, 'bad'))).toEqual({ fault: 'damaged', detail })
      for (const other of others) expect(await rar.read(other, 'fine', '1:1', 0)).toEqual(new Uint8Array([2]))
      expect(await rar.list(kind, 'fine')).toEqual(listing)
      expect(seen).toMatchObject({ started: 4, killed: 1 })
    })

  test('a page of a PDF may take half as long as one of a solid archive', async () => {
    const clock = handClock()
    const { helper } = children((request, nth) => (request.op === 'read' ? 'silence' : good(request, nth)))
    const rar = new UnpackHelper({ processes: { helper }, clock })
    const late = [faultOf(rar.read('pdf', 'a', '1:1', 0)), faultOf(rar.read('7z', 'a', '1:1', 0))]
    await Bun.sleep(0)
    expect(clock.waiting()).toEqual([30_000, 60_000])
    clock.ring(30_000)
    clock.ring(60_000)
    expect((await Promise.all(late)).map((fault) => fault?.detail)).toEqual([
      'The PDF was not read within 30 seconds.',
      'The 7-Zip was not read within 60 seconds.',
    ])
  })

  test('a child that grew too large reads its archive to the end, and the next archive gets another child', async () => {
    const memory = 400 * 1024 ** 2
    const { helper, seen } = children((request, nth) => ({ ...(good(request, nth) as UnpackAnswer), memory }))
    const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
    await rar.list('7z', 'large')
    for (const index of [0, 1, 2]) await rar.read('7z', 'large', '1:1', index)
    expect(seen).toMatchObject({ started: 1, killed: 0 })
    await rar.list('7z', 'next')
    expect(seen).toMatchObject({ started: 2, killed: 1 })
  })

  test('a child that ended between two requests fails no request', async () => {
    const { helper, seen } = children((request, nth) => (nth === 2 ? 'crash' : good(request, nth)))
    const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
    await rar.list('rar', 'a')
    expect(await rar.list('rar', 'b')).toEqual(listing)
    expect(seen).toMatchObject({ started: 2, requests: ['list a', 'list b', 'list b'] })
  })

  test('a file that takes too long is abandoned, and the child with it', async () => {
    const clock = handClock()
    const { helper, seen } = children((request, nth) => (request.path === 'slow' ? 'silence' : good(request, nth)))
    const rar = new UnpackHelper({ processes: { helper }, clock })
    const slow = faultOf(rar.list('rar', 'slow'))
    const next = rar.list('rar', 'next')
    await Bun.sleep(0)
    clock.ring(20_000)
    expect(await slow).toEqual({ fault: 'unreadable', detail: 'The RAR was not read within 20 seconds.' })
    expect(await next).toEqual(listing)
    expect(seen).toMatchObject({ started: 2, killed: 1 })
  })

  test('the child ends after a minute without work and returns when it is needed', async () => {
    const clock = handClock()
    const { helper, seen } = children(good)
    const rar = new UnpackHelper({ processes: { helper }, clock })
    await rar.list('rar', 'a')
    expect(clock.waiting()).toEqual([60_000])
    await rar.list('rar', 'b')
    expect(clock.waiting()).toEqual([60_000])
    clock.ring(60_000)
    await Bun.sleep(0)
    expect(seen).toMatchObject({ started: 1, killed: 1 })
    await rar.list('rar', 'c')
    expect(seen.started).toBe(2)
  })

  test('a first request that is interrupted by a stop does not blame its file', async () => {
    const { helper, seen } = children(() => 'silence')
    const rar = new UnpackHelper({ processes: { helper }, clock: handClock() })
    const under = faultOf(rar.list('rar', 'a'))
    await Bun.sleep(0)
    rar.stop()
    expect((await under)?.detail).toBe('The RAR reader was stopped with Panelkeep.')
    expect(seen.started).toBe(1)
  })

  test('after stop nothing runs, waits or starts again', async () => {
    const clock = handClock()
    const { helper, seen } = children((request, nth) => (nth === 1 ? good(request, nth) : 'silence'))
    const rar = new UnpackHelper({ processes: { helper }, clock })
    await rar.list('rar', 'a')
    const under = faultOf(rar.list('rar', 'under way'))
    await Bun.sleep(0)
    rar.stop()
    expect((await under)?.detail).toContain('stopped')
    expect((await faultOf(rar.list('rar', 'later')))?.detail).toContain('stopped')
    expect(clock.waiting()).toEqual([])
    expect(seen).toMatchObject({ started: 1 })
  })
})

type Listed = HelperListing & { path: string }

describe('the child', () => {
  const pages = makePages(6)
  const content: Record<string, Uint8Array> = {}
  for (const name of ['1', '2', '3', '4']) content[`${name}.cbr`] = makeCbr({ ...pages, 'x.txt': name })
  let [opens, openNow] = [0, 0]
  const disk = memoryDisk(content)
  const processes = archiveHelper((path) => {
    const file = disk(path)
    opens += 1
    openNow += 1
    const close = () => {
      openNow -= 1
    }
    return { ...file, close }
  })
  const rar = new UnpackHelper({ processes, clock: handClock() })
  afterAll(() => rar.stop())

  test('pages of more archives than stay open are right in any order, and no file stays open', async () => {
    const all = await Promise.all(
      Object.keys(content).map(async (path) => ({ path, ...(await rar.list('rar', path)) })),
    )
    for (const index of [5, 0, 3, 6, 2])
      for (const { path, entries, stamp } of all) {
        const bytes = await rar.read('rar', path, stamp, index)
        const expected = pages[entries[index]!.name] ?? Buffer.from(path[0]!)
        expect(Buffer.from(bytes).equals(Buffer.from(expected))).toBe(true)
      }
    expect(openNow).toBe(0)
    expect(processes.started).toBe(1)
    expect(opens).toBe(4 + 20) // the listings, the pages
  })

  test('a file that was replaced since its listing is not read by the old index', async () => {
    const { stamp } = await rar.list('rar', '1.cbr')
    content['1.cbr'] = makeCbr(makePages(2, [30, 40]))
    expect((await faultOf(rar.read('rar', '1.cbr', stamp, 1)))?.detail).toContain('was changed')
    const { stamp: now, entries } = await rar.list('rar', '1.cbr')
    expect(entries.length).toBe(2)
    expect((await rar.read('rar', '1.cbr', now, 1)).length).toBe(entries[1]!.size)
  })

  test('a missing file and a missing entry are faults', async () => {
    expect((await faultOf(rar.list('rar', '/nowhere/x.cbr')))?.fault).toBe('unreadable')
    const { stamp } = await rar.list('rar', '2.cbr')
    expect((await faultOf(rar.read('rar', '2.cbr', stamp, 99)))?.fault).toBe('damaged')
    expect((await rar.read('rar', '2.cbr', stamp, 6)).length).toBe(1)
  })

  test('closing one RAR leaves another, half-read one at its position', async () => {
    const paths = ['a.half', 'b.half', 'c.half', 'd.half']
    for (const path of paths) content[path] = makeCbr(pages)
    const listed = await Promise.all(paths.map(async (path) => ({ path, ...(await rar.list('rar', path)) })))
    const [a, b, c, d] = listed as [Listed, Listed, Listed, Listed]
    // Three stay open: opening the fourth closes the first, and the third continues where it stopped.
    for (const [{ path, stamp, entries }, index] of [
      [a, 0],
      [b, 0],
      [c, 0],
      [d, 0],
      [c, 2],
      [d, 5],
    ] as const) {
      const bytes = await rar.read('rar', path, stamp, index)
      expect(Buffer.from(bytes).equals(Buffer.from(pages[entries[index]!.name]!))).toBe(true)
    }
  })

  test('one child serves every kind, and reports its memory', async () => {
    const child = archiveHelper(memoryDisk(content)).helper('--archive-helper')
    content['a.cb7'] = makeCb7(pages, { solid: true, method: 'deflate' })
    content['a.pdf'] = makePdf([{ draw: '' }], { size: [9, 9] })
    content['a.cbr'] = makeCbr(pages)
    const frames = child.frames[Symbol.asyncIterator]()
    const requests: [HelperKind, path: string, entries: number][] = [
      ['7z', 'a.cb7', 6],
      ['pdf', 'a.pdf', 1],
      ['rar', 'a.cbr', 6],
    ]
    for (const [kind, path, entries] of requests) {
      child.send({ id: 1, op: 'list', kind, path })
      const answer = (await frames.next()).value?.header as UnpackAnswer
      expect(answer.listing?.entries.length).toBe(entries)
      expect(answer.memory).toBeGreaterThan(1_000_000)
    }
    child.kill()
  })

  const kinds: [HelperKind, Uint8Array][] = [
    ['rar', makeCbr(pages)],
    ['7z', makeCb7(pages)],
    ['pdf', makePdf([{ draw: '' }])],
  ]
  for (const [kind, bytes] of kinds) {
    test(`a disk that fails under a ${kind} is no fault of the file, and the child keeps running`, async () => {
      let failing = true
      const flaky = archiveHelper((path) => {
        const file = memoryDisk({ [path]: bytes })(path)
        const read: DiskFile['read'] = (into, offset) => {
          if (failing) throw new Error('EIO: i/o error, read')
          return file.read(into, offset)
        }
        return { ...file, read }
      })
      const helper = new UnpackHelper({ processes: flaky, clock: handClock() })
      const expected = {
        fault: 'unreadable',
        detail: 'The file cannot be read: The disk failed. Check it and its cable.',
      } as const
      expect(await faultOf(helper.list(kind, 'a'))).toEqual(expected)
      failing = false
      expect((await helper.list(kind, 'a')).entries.length).toBeGreaterThan(0)
      expect(flaky.started).toBe(1)
      helper.stop()
    })

    test(`an unexpected error while reading a ${kind} is reported, then ends the child`, async () => {
      const broken = archiveHelper((path) => {
        const file = memoryDisk({ a: bytes, b: bytes })(path)
        if (path === 'a') return file
        return Object.defineProperty({ ...file }, 'size', {
          get() {
            throw new RangeError('memory access out of bounds')
          },
        })
      })
      const helper = new UnpackHelper({ processes: broken, clock: handClock() })
      const { fault, detail } = (await faultOf(helper.list(kind, 'b')))!
      expect([fault, detail]).toEqual(['damaged', 'The reader broke on this file: memory access out of bounds'])
      expect((await helper.list(kind, 'a')).entries.length).toBeGreaterThan(0)
      expect(broken.started).toBe(2)
      helper.stop()
    })
  }

  test('truncated anywhere, a RAR is refused, and altered anywhere it is never read wrong', async () => {
    for (const rar5 of [false, true]) {
      const small = { 'a.png': 'first entry', 'b.png': 'second entry' }
      const source = makeCbr(small, { rar5 })
      // RAR 4 may lack its end block, so a cut right between two blocks looks like a whole file.
      const betweenBlocks = rar5 ? [] : [7, 20, 68, 117]
      for (let at = 0; at < source.length; at++) {
        content.cut = source.slice(0, at)
        const cut = await rar.list('rar', 'cut').catch((error: ArchiveError) => error)
        if ('entries' in cut) expect(betweenBlocks).toContain(at)
        else expect(cut.fault).toBe('damaged')
        content.turned = Uint8Array.from(source)
        content.turned[at]! ^= 0x10
        const listed = await rar.list('rar', 'turned').catch(() => undefined)
        for (const entry of listed?.entries ?? []) {
          const bytes = await rar.read('rar', 'turned', listed!.stamp, entry.index).catch(() => undefined)
          if (bytes) expect(Object.values(small)).toContain(new TextDecoder().decode(bytes))
        }
      }
    }
    expect(processes.started).toBe(1)
  }, 30_000)

  test('the real disk gives the same results', async () => {
    const path = `${import.meta.dir}/unpacker.test.ts`
    const file = diskFile(path)
    const bytes = new Uint8Array(10)
    expect(file.read(bytes, 7)).toBe(10)
    expect(new TextDecoder().decode(bytes)).toBe('{ afterAll')
    file.close()
  })
})

test('every part of an archive in several files is closed after each request', async () => {
  const parts = makeRarParts({ name: 'p1.png', data: makePages(1)['p1.png']! }, { stem: 'x', count: 3 })
  const disk = memoryDisk(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [`/d/${name}`, bytes])))
  const open: string[] = []
  const counted = (path: string): DiskFile => {
    const file = disk(path)
    open.push(path)
    return { ...file, close: () => void open.splice(open.indexOf(path), 1) }
  }
  const rar = new UnpackHelper({ processes: archiveHelper(counted), clock: handClock() })
  const { entries, stamp } = await rar.list('rar', '/d/x.rar')
  expect(open).toEqual([])
  expect((await rar.read('rar', '/d/x.rar', stamp, entries[0]!.index)).length).toBe(makePages(1)['p1.png']!.length)
  expect(open).toEqual([])
  rar.stop()
})
