import { describe, expect, test } from 'bun:test'
import type { FileEntry } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { ListSources } from './list-sources'

/** The lists of a folder without a disk: each file holds what `contents` says, and every import answers `importing`. */
function makeSources(contents: Record<string, string | Uint8Array>, { importing = async () => ({ added: true }) as object, sizes = {} as Record<string, number>, active = [] as object[] } = {}) {
  const imported: [text: string, name: string | undefined][] = []
  const begun: unknown[] = []
  const sources = new ListSources({
    ports: {
      files: {
        async list(folder: string): Promise<FileEntry[]> {
          const below = Object.keys(contents).filter((path) => path.startsWith(`${folder}/`))
          if (below.length === 0) throw new Error('EACCES')
          const names = below.map((path) => path.slice(folder.length + 1).split('/'))
          const kinds = new Map(names.map(([name, ...rest]) => [name!, rest.length > 0 ? 'folder' : 'file'] as const))
          return [...kinds].map(([name, kind]) => ({ name, kind }) as FileEntry)
        },
        stat: async (path: string) => ({ size: sizes[path] ?? 1 }),
        async read(path: string) {
          const content = contents[path]!
          if (content === 'unreadable') throw new Error('EIO')
          return typeof content === 'string' ? new TextEncoder().encode(content) : content
        },
      },
    } as never,
    config: {} as never,
    operations: {
      active: () => active,
      enqueue(operation: unknown) {
        begun.push(operation)
        return { operation_id: 'new' }
      },
    } as never,
    lists: {
      importText(text: string, name?: string) {
        imported.push([text, name])
        return importing()
      },
    } as never,
  })
  const reports: [number, { files: number; added: number; updated: number; failed: number; failures: object[] }][] = []
  const run = (signal = new AbortController().signal) =>
    sources.importing.run({ folder: '/lists' }, { signal, report: (at: number, detail: object) => void reports.push([at, structuredClone(detail) as never]) } as never) as Promise<(typeof reports)[number][1] | undefined>
  return { sources, imported, begun, reports, run }
} // biome-ignore format: one glance

describe('the lists of a folder', () => {
  test('are imported in the order of their names, folders last, and each is reported', async () => {
    const { run, imported, reports } = makeSources({ '/lists/b 10.cbl': 'ten', '/lists/A/a.json': 'inside', '/lists/b 9.CBL': 'nine', '/lists/c.txt': 'text', '/lists/.d.cbl': 'hidden' }) // biome-ignore format: one line
    expect(await run()).toEqual({ files: 3, added: 3, updated: 0, failed: 0, failures: [] })
    expect(imported).toEqual([['nine', 'b 9.CBL'], ['ten', 'b 10.cbl'], ['inside', 'a.json']]) // biome-ignore format: one line
    expect(reports.map(([at, { added }]) => [Math.round(at * 3), added])).toEqual([[1, 1], [2, 2], [3, 3]]) // biome-ignore format: one line
  })

  test('in UTF-16 are recognised by their first two bytes', async () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from('wide', 'utf16le')])
    const half = Uint8Array.from([0xff, 0x61])
    const { run, imported } = makeSources({ '/lists/a.cbl': utf16, '/lists/b.cbl': half })
    await run()
    expect(imported.map(([text]) => text)).toEqual(['wide', '\ufffda'])
  })

  test('already in the library are counted as updated', async () => {
    const { run } = makeSources({ '/lists/a.cbl': 'a' }, { importing: async () => ({ added: false }) })
    expect(await run()).toMatchObject({ added: 0, updated: 1 })
  })

  test.each<[string, Parameters<typeof makeSources>, string | undefined]>([
    ['that cannot be read', [{ '/lists/a.cbl': 'unreadable' }], 'The file could not be read.'],
    ['in another format', [{ '/lists/a.cbl': 'a' }, { importing: () => Promise.reject(new Refusal('invalid', 'It is no list.')) }], 'It is no list.'],
    ['of more than 8 MB', [{ '/lists/a.cbl': 'a' }, { sizes: { '/lists/a.cbl': 8 * 1024 * 1024 + 1 } }], 'The list is larger than 8 MB.'],
    ['of 8 MB', [{ '/lists/a.cbl': 'a' }, { sizes: { '/lists/a.cbl': 8 * 1024 * 1024 } }], undefined],
  ])('one %s is reported with the reason', async (_what, world, detail) => {
    const { run } = makeSources(...world)
    expect((await run())?.failures).toEqual(detail === undefined ? [] : [{ file: '/lists/a.cbl', detail }])
  }) // biome-ignore format: a table

  test('that fail are listed up to two hundred, and all are counted', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`/lists/${at}.cbl`, 'unreadable']))
    const result = await makeSources(many).run()
    expect([result?.failed, result?.failures.length]).toEqual([201, 200])
  })

  test('wait for the next start when the process stops', async () => {
    const { run, imported } = makeSources({ '/lists/a.cbl': 'a' })
    expect(await run(AbortSignal.abort())).toBeUndefined()
    expect(imported).toEqual([])
  })

  test.each([
    [[], 'new', 1],
    [[{ operation_id: 'old' }], 'old', 0],
  ])('that are already being imported (%j) do not start again', async (active, operation_id, count) => {
    const { sources, begun } = makeSources({ '/lists/a.cbl': 'a' }, { active })
    expect(await sources.importFolder('/lists')).toMatchObject({ message: '1 reading list is being imported.', operation_id }) // biome-ignore format: one line
    expect(begun).toHaveLength(count)
  })
})
