/**
 * Key of a grabbed release for tools: its issue and its indexer, as `301|indexer a`. Indexer names may contain slashes,
 * so keys may too.
 */
export function releaseKey(entityId: string, indexer: string): string {
  const name = indexer
    .replace(/\[rss\]/gi, '')
    .replace(/\((?:newz|torz)nab\)\s*$/i, '')
    .trim()
    .toLowerCase()
  return `${entityId}|${name}`
}
