/** The pages that a reply may link to. */
const PAGES = ['library', 'arcs', 'readlist', 'wanted', 'releases', 'activity', 'import', 'settings', 'system']

/** The address of a page of Panelkeep; undefined for every other address, however it is spelled. */
export function pagePath(address: string): string | undefined {
  if (!/^\/[^/\\]/.test(address) || !URL.canParse(address, HOST)) return undefined
  const { origin, pathname, search, hash } = new URL(address, HOST)
  const [, page = ''] = pathname.split('/')
  return origin === HOST && PAGES.includes(page) ? pathname + search + hash : undefined
}

const HOST = 'http://panelkeep.invalid'
