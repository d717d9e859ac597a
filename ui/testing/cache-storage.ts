/** The browser's storage for copies, in memory. `space`: bytes until it is full. */
export function fakeCaches(space = Number.POSITIVE_INFINITY): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  let used = 0
  const pathOf = (asked: RequestInfo | URL) => new URL(String(asked), 'http://panelkeep.test').pathname
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (asked: RequestInfo) => entries.get(pathOf(asked))?.clone(),
    keys: async () => [...entries.keys()].map((path) => ({ url: `http://panelkeep.test${path}` })),
    put: async (asked: RequestInfo, reply: Response) => {
      used += (await reply.clone().arrayBuffer()).byteLength
      if (used > space) throw new DOMException('full', 'QuotaExceededError')
      entries.set(pathOf(asked), reply)
    },
  })
  return {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return cacheOf(entries)
    },
  } as unknown as CacheStorage
}
