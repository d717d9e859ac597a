/**
 * What tools call a grabbed release: the issue it was grabbed for and its indexer, as `301|indexer a`. Names of indexers
 * may hold slashes, so keys do too.
 */
export function releaseKey(entityId: string, indexer: string): string {
  const name = indexer
    .replace(/\[rss\]/gi, '')
    .replace(/\((?:newz|torz)nab\)\s*$/i, '')
    .trim()
    .toLowerCase()
  return `${entityId}|${name}`
}
