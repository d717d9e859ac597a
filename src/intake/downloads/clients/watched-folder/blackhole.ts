import { basename, extname, join } from 'node:path'
import { readTorrent, TorrentError } from '../../../../base/formats/downloads/torrent'
import { diskSentence } from '../../../../base/platform/disk-sentence'
import type { Clock, Files } from '../../../../base/platform/ports'
import type { ReleasePayload } from '../../payload'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient } from '../client'
import { asClientReply, ClientError } from '../client-request'
import { DoneFolder } from './done-folder'

interface Deps {
  name: string
  label: string
  files: Files
  clock: Clock
  /** Folder watched by the client; empty until set. */
  folder: () => string
  /** The end of the sentence `Choose a folder for …`. */
  what: string
  /** Folder of the client's completed downloads; empty or absent when not set. */
  done?: () => string
}

/** Next to the files that the client sees, and on the same disk. */
const ASIDE = '.panelkeep'

/**
 * A folder that a download client watches: the NZB, torrent or magnet link is put there as a file. Clients remove such
 * files within seconds, so a missing file proves nothing. Therefore a mark and the whole content are first written to a
 * folder beside it, and one rename hands the content over. If the mark exists and the content does not, the release was
 * handed over.
 */
export class Blackhole implements DownloadClient {
  readonly type = 'blackhole'
  readonly takes = ['nzb', 'torrent', 'magnet'] as const

  private readonly doneFolder: DoneFolder

  constructor(private readonly deps: Deps) {
    this.doneFolder = new DoneFolder({ ...deps, folder: () => this.done })
  }

  get name(): string {
    return this.deps.name
  }

  get label(): string {
    return this.deps.label
  }

  async test(): Promise<ClientReply<ClientTestResult>> {
    const folder = this.deps.folder()
    if (folder === '') return unreachable(`No folder is set for ${this.deps.what}: choose one in the settings.`)
    const problem = (await this.problemOf(folder)) ?? (this.done && (await this.problemOf(this.done)))
    if (problem) return unreachable(problem)
    const { done } = this
    if (done !== '') return { ok: { warnings: [], folder: done } }
    return { ok: { warnings: [] } }
  }

  private get done(): string {
    return this.deps.done?.() ?? ''
  }

  private async problemOf(folder: string): Promise<string | undefined> {
    const facts = await this.deps.files.stat(folder).catch(() => undefined)
    if (facts === undefined) return `${folder} does not exist, or Panelkeep has no permission to read it.`
    if (facts.kind === 'folder' || facts.kind === 'link') return undefined
    return `${folder} is not a folder: choose another one for ${this.deps.what}.`
  }

  async send(name: string, release: ReleasePayload): Promise<ClientReply<AcceptedRelease>> {
    const { files, folder } = this.deps
    const ready = await this.test()
    if (!('ok' in ready)) return ready
    if (release.kind === 'link') return { failure: 'rejected', detail: 'A folder does not accept direct downloads.' }
    const { content, mark } = this.aside(name)
    const target = join(folder(), `${name}.${release.kind}`)
    try {
      await files.makeFolder(join(folder(), ASIDE))
      await files.write(content, release.kind === 'magnet' ? release.link : release.bytes)
      const id = [target, ...innerName(release)].join('\n')
      await files.write(mark, id)
      await files.rename(content, target)
      return { ok: { id, added: true } }
    } catch (error) {
      const detail = diskSentence(error, target)
      const delivered = await this.find(name)
      if ('ok' in delivered && delivered.ok === null) {
        await this.acknowledge(name)
        return { failure: 'rejected', detail }
      }
      return { failure: 'ambiguous', detail }
    }
  }

  async find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    const { files } = this.deps
    const ready = await this.test()
    if (!('ok' in ready)) return ready
    const { content, mark } = this.aside(name)
    try {
      if ((await files.stat(mark)) === undefined || (await files.stat(content)) !== undefined) return { ok: null }
      return { ok: { id: new TextDecoder().decode(await files.read(mark)), added: true } }
    } catch (error) {
      return unreachable(diskSentence(error, mark))
    }
  }

  async acknowledge(name: string): Promise<void> {
    const { files, folder } = this.deps
    const { content, mark } = this.aside(name)
    try {
      await files.remove(mark)
      await files.remove(content)
      await files.removeEmptyFolder(join(folder(), ASIDE))
    } catch {
      // Best effort: a leftover belongs to one grab, and no other grab will use its name.
    }
  }

  /** A folder does not show what its client does, so a release counts as downloading until it is finished. */
  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      const seen = new Map<string, ClientItem>()
      for (const id of clientIds) seen.set(id, (await this.sighting(id)) ?? { state: 'queued' })
      return seen
    })
  }

  /** Deletes the finished download only if it has our own name: other folders may contain more than our files. */
  async remove(clientId: string, { files: too }: { files: boolean }): Promise<ClientReply<true>> {
    const { files } = this.deps
    const { target, name } = partsOf(clientId)
    try {
      await files.remove(target)
      const finished = too && this.done !== '' ? await this.doneFolder.find([name]) : undefined
      if (finished === undefined) return { ok: true }
      const facts = await files.stat(finished)
      await (facts?.kind === 'folder' ? files.removeFolder(finished) : files.remove(finished))
      return { ok: true }
    } catch (error) {
      return unreachable(error instanceof ClientError ? error.detail : diskSentence(error, target))
    }
  }

  private async sighting(id: string): Promise<ClientItem | undefined> {
    if (this.done === '') return undefined
    const { name, inner } = partsOf(id)
    return this.doneFolder.stateOf([name, ...inner])
  }

  private aside(name: string) {
    const folder = join(this.deps.folder(), ASIDE)
    return { content: join(folder, `${name}.part`), mark: join(folder, `${name}.given`) }
  }
}

/** Clients name the downloaded content after the name in the torrent, not after the torrent's file name. */
function innerName(release: ReleasePayload): string[] {
  if (release.kind !== 'torrent') return []
  try {
    const { name } = readTorrent(release.bytes)
    return /[/\\\n]|^\.{0,2}$/.test(name) ? [] : [name]
  } catch (error) {
    if (error instanceof TorrentError) return []
    throw error
  }
}

/** The path of the file that was handed over, our name for it, and the possible names of the finished download. */
function partsOf(id: string): { target: string; name: string; inner: string[] } {
  const [target = '', ...inner] = id.split('\n')
  return { target, name: basename(target, extname(target)), inner }
}

const unreachable = (detail: string) => ({ failure: 'unreachable', detail }) as const
