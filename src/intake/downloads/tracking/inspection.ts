import type { Files, Log } from '../../../base/platform/ports'
import type { ClientItem, DownloadClient } from '../clients/client'
import type { DownloadItem } from '../store'
import type { ItemSighting } from './follow'

export interface InspectionDeps {
  files: Pick<Files, 'stat' | 'list' | 'open'>
  log: Log
  clients: {
    named(name: string | null): DownloadClient | undefined
    localPath(name: string, remotePath: string): string
  }
}

/** An item with its client's report and its files on this machine. */
export interface ItemInspection {
  item: DownloadItem
  seen: ItemSighting
  found?: string | null
  place?: { remote: string; local: string; readable: boolean }
}

/** The state of one client's items, in one request. */
export async function inspectDownloads(
  deps: InspectionDeps,
  client: DownloadClient | undefined,
  items: readonly DownloadItem[],
): Promise<ItemInspection[]> {
  if (!client) return items.map((item) => ({ item, seen: { kind: 'unset' } }))
  const reply = await client.inspect(items.flatMap(({ client_id }) => client_id ?? [])).catch((error: unknown) => {
    deps.log.error('downloads', 'client request failed', { client: client.label, error })
    return undefined
  })
  if (!reply || !('ok' in reply)) return items.map((item) => ({ item, seen: { kind: 'unreachable' } }))
  const looked: ItemInspection[] = []
  for (const item of items) {
    const sighting = item.client_id === null ? undefined : reply.ok.get(item.client_id)
    const isThere = sighting !== undefined && (sighting.name ?? item.client_name) === item.client_name
    looked.push(isThere ? await sighted(deps, item, sighting) : await absent(deps, client, item))
  }
  return looked
}

async function sighted(
  { files, clients }: InspectionDeps,
  item: DownloadItem,
  sighting: ClientItem,
): Promise<ItemInspection> {
  const seen = { kind: 'sighted', sighting } as const
  const { state, path } = sighting
  // Only a completed download is at its final path.
  if (path === undefined || (state !== 'done' && state !== 'seeding')) return { item, seen }
  const local = clients.localPath(item.client as string, path)
  return { item, seen, place: { remote: path, local, readable: await readable(files, local) } }
}

async function absent({ files }: InspectionDeps, client: DownloadClient, item: DownloadItem): Promise<ItemInspection> {
  const named = await client.find(item.client_name as string)
  const found = 'ok' in named ? { found: named.ok?.id ?? null } : {}
  const { content_path: local } = item
  const place = local === null ? {} : { place: { remote: local, local, readable: await readable(files, local) } }
  return { item, seen: { kind: 'absent' }, ...found, ...place }
}

/** Whether this machine can read the path: a file, or a folder with its contents. */
async function readable(files: InspectionDeps['files'], path: string): Promise<boolean> {
  try {
    const facts = await files.stat(path)
    if (facts === undefined) return false
    if (facts.kind === 'folder') return (await files.list(path)).length > 0
    await (await files.open(path)).close()
    return true
  } catch {
    return false // The caller's sentence names the path.
  }
}
