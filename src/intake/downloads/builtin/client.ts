import { join } from 'node:path'
import { readTorrent, TorrentError } from '../../../base/formats/downloads/torrent'
import { codeIn, diskReason, isOfDisk } from '../../../base/platform/disk-reason'
import type { Files } from '../../../base/platform/ports'
import type {
  AcceptedRelease,
  ClientItem,
  ClientReply,
  ClientTestResult,
  DownloadClient,
  SendOptions,
} from '../clients/client'
import type { ReleasePayload } from '../payload'
import type { TorrentStatus } from './helper-messages'
import type { BuiltinTorrents } from './torrents'

interface Deps {
  torrents: BuiltinTorrents
  files: Pick<Files, 'makeFolder' | 'freeSpace' | 'list'>
  enabled: () => boolean
  folder: () => string
}

type Found = NonNullable<ReturnType<BuiltinTorrents['find']>>

/** The built-in torrent client, for users without one. */
export class BuiltinClient implements DownloadClient {
  readonly name = 'embedded'
  readonly label = 'Built-in torrents'
  readonly type = 'embedded'
  readonly takes = ['torrent', 'magnet'] as const

  constructor(private readonly deps: Deps) {}

  async test(): Promise<ClientReply<ClientTestResult>> {
    if (!this.deps.enabled()) {
      return { failure: 'unreachable', detail: 'The built-in torrent client is switched off.' }
    }
    const room = await this.room()
    return 'failure' in room ? room : { ok: { warnings: [] } }
  }

  async send(name: string, release: ReleasePayload, sending: SendOptions = {}): Promise<ClientReply<AcceptedRelease>> {
    if (release.kind !== 'torrent' && release.kind !== 'magnet') {
      return { failure: 'rejected', detail: 'Panelkeep fetches only torrents here.' }
    }
    const room = await this.room()
    if ('failure' in room) return room
    try {
      const total = release.kind === 'torrent' ? readTorrent(release.bytes).size : null
      if (total !== null && total > room.ok) {
        return { failure: 'unreachable', detail: `There is not enough room for it in ${this.deps.folder()}.` }
      }
      this.deps.torrents.add(name, release, total, sending)
      return { ok: { id: release.info_hash, added: true } }
    } catch (error) {
      if (!(error instanceof TorrentError)) throw error
      return { failure: 'rejected', detail: error.message }
    }
  }

  async find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    const id = this.deps.torrents.named(name)
    return { ok: id === undefined ? null : { id, added: true } }
  }

  async acknowledge(): Promise<void> {
    // The row of the torrent decides, and is removed with the torrent.
  }

  async inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    const found = new Map<string, ClientItem>()
    for (const id of clientIds) {
      const torrent = this.deps.torrents.find(id)
      if (torrent) found.set(id, await this.sighting(torrent))
    }
    return { ok: found }
  }

  async remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    try {
      await this.deps.torrents.remove(clientId, files)
      return { ok: true }
    } catch (error) {
      const reason = diskReason(error)
      return { failure: 'unreachable', detail: `The downloaded files could not be removed: ${reason}` }
    }
  }

  /** Free bytes on the disk of the torrents. */
  private async room(): Promise<ClientReply<number>> {
    const folder = this.deps.folder()
    try {
      await this.deps.files.makeFolder(folder)
      return { ok: (await this.deps.files.freeSpace(folder)).free }
    } catch {
      return {
        failure: 'unreachable',
        detail: `Nothing can be written to ${folder}. Check the folder, or set another.`,
      }
    }
  }

  private async sighting({ row, seen, waits }: Found): Promise<ClientItem> {
    if (row.error !== null) return failure(row.error)
    const total = row.total ?? undefined
    const sizes = { total, done: row.completed_at === null ? (seen?.done ?? 0) : total }
    if (row.completed_at === null) return { ...sizes, ...underWay(seen, waits) }
    const over = row.seeded_at !== null
    return {
      ...sizes,
      state: over ? 'done' : 'seeding',
      path: await this.contentOf(row.folder),
      ratio: row.uploaded / Math.max(total ?? 0, 1),
      seeded_seconds: row.seeded_seconds,
      goal_met: over,
    }
  }

  /** The torrent's file or folder; its parent folder when that is unclear. */
  private async contentOf(folder: string): Promise<string> {
    const entries = await this.deps.files.list(folder).catch(() => [])
    return entries.length === 1 && entries[0] ? join(folder, entries[0].name) : folder
  }
}

function underWay(
  seen: TorrentStatus | undefined,
  waits: boolean,
): Pick<ClientItem, 'state' | 'speed' | 'eta' | 'detail'> {
  if (waits) return { state: 'queued', detail: 'It begins once one of the others is fetched.' }
  if (!seen) return { state: 'queued', detail: 'It starts in a moment.' }
  if (seen.phase === 'checking') return { state: 'checking' }
  const { speed, eta } = seen
  if (seen.peers === 0) return { state: 'stalled', speed, detail: 'No peers found yet.' }
  if (seen.phase === 'metadata') return { state: 'downloading', detail: 'Its list of files is being fetched.' }
  return { state: 'downloading', speed, ...(eta === null ? {} : { eta }) }
}

/** The release is not to blame for an error of the disk or the system. */
function failure(error: string): ClientItem {
  if (!isOfDisk(error)) return { state: 'failed', detail: `The torrent is no good: ${error}`, blames: true }
  const isFull = ['ENOSPC', 'EDQUOT'].includes(codeIn(error) ?? '')
  return {
    state: 'failed',
    blames: false,
    detail: isFull ? 'There is not enough room on the disk.' : `The download stopped. ${diskReason(error)}`,
  }
}
