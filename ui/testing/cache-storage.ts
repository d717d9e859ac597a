/** The browser's storage for copies, in memory. `space`: bytes that it holds. */
export function fakeCaches(space = Number.POSITIVE_INFINITY): CacheStorage {
  type Entries = Map<string, { reply: Response; size: number }>
  const all = new Map<string, Entries>()
  const used = () =>
    [...all.values()].flatMap((entries) => [...entries.values()]).reduce((sum, { size }) => sum + size, 0)
  const pathOf = (asked: RequestInfo | URL) => new URL(String(asked), 'http://panelkeep.test').pathname
  const cacheOf = (entries: Entries) => ({
    match: async (asked: RequestInfo) => entries.get(pathOf(asked))?.reply.clone(),
    keys: async () => [...entries.keys()].map((path) => ({ url: `http://panelkeep.test${path}` })),
    put: async (asked: RequestInfo, reply: Response) => {
      const size = (await reply.clone().arrayBuffer()).byteLength
      const before = entries.get(pathOf(asked))?.size ?? 0
      if (used() - before + size > space) throw new DOMException('full', 'QuotaExceededError')
      entries.set(pathOf(asked), { reply, size })
    },
  })
  return {
    keys: async () => [...all.keys()],
    match: async (asked: RequestInfo, { cacheName }: { cacheName: string }) =>
      all.get(cacheName)?.get(pathOf(asked))?.reply.clone(),
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const entries: Entries = all.get(name) ?? new Map()
      all.set(name, entries)
      return cacheOf(entries)
    },
  } as unknown as CacheStorage
}
