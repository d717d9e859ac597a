import { join } from 'node:path'
import { diskSentence } from '../../filing/faults'
import type { Files } from '../../platform/ports'
import type { Fetched } from '../../search/indexers/indexer'
import type { DownloadClient, Reply, Sighting, Tested } from './client'

interface Deps {
  name: string
  label: string
  files: Files
  /** Where its client looks; empty while nobody chose one. */
  folder: () => string
  /** Ends `Choose a folder for …` */
  what: string
}

/** Beside what the client sees, and on the same disk. */
const ASIDE = '.panelkeep'

/**
 * A folder that a download client watches: the NZB, the torrent or the magnet link is put into it as a file. Clients
 * take files away within seconds, so a folder without the file says nothing. Therefore a mark and the whole content lie
 * aside first, and one rename gives the content to the client: with the mark and without the content, it was given.
 */
export class Blackhole implements DownloadClient {
  readonly type = 'blackhole'
  readonly restartSafe = true
  readonly takes = ['nzb', 'torrent', 'magnet'] as const

  constructor(private readonly deps: Deps) {}

  get name(): string {
    return this.deps.name
  }

  get label(): string {
    return this.deps.label
  }

  async test(): Promise<Reply<Tested>> {
    const folder = this.deps.folder()
    if (folder === '') return unreachable(`No folder is set for ${this.deps.what}: choose one in the settings.`)
    const facts = await this.deps.files.stat(folder).catch(() => undefined)
    if (facts === undefined) return unreachable(`${folder} is not there, or Panelkeep may not look into it.`)
    if (facts.kind === 'folder' || facts.kind === 'link') return { ok: { warnings: [] } }
    return unreachable(`${folder} is not a folder: choose another one for ${this.deps.what}.`)
  }

  async send(name: string, release: Fetched): Promise<Reply<string>> {
    const { files, folder } = this.deps
    const ready = await this.test()
    if (!('ok' in ready)) return ready
    if (release.kind === 'link') return { failure: 'rejected', detail: 'A folder takes no direct downloads.' }
    const { content, mark } = this.aside(name)
    const target = join(folder(), `${name}.${release.kind}`)
    try {
      await files.makeFolder(join(folder(), ASIDE))
      await files.write(content, release.kind === 'magnet' ? release.link : release.bytes)
      await files.write(mark, target)
      await files.rename(content, target)
      return { ok: target }
    } catch (error) {
      const detail = diskSentence(error, target)
      const taken = await this.find(name)
      if ('ok' in taken && taken.ok === null) {
        await this.settle(name)
        return { failure: 'rejected', detail }
      }
      return { failure: 'ambiguous', detail }
    }
  }

  async find(name: string): Promise<Reply<string | null>> {
    const { files } = this.deps
    const ready = await this.test()
    if (!('ok' in ready)) return ready
    const { content, mark } = this.aside(name)
    try {
      if ((await files.stat(mark)) === undefined || (await files.stat(content)) !== undefined) return { ok: null }
      return { ok: new TextDecoder().decode(await files.read(mark)) }
    } catch (error) {
      return unreachable(diskSentence(error, mark))
    }
  }

  async settle(name: string): Promise<void> {
    const { files, folder } = this.deps
    const { content, mark } = this.aside(name)
    try {
      await files.remove(mark)
      await files.remove(content)
      await files.removeEmptyFolder(join(folder(), ASIDE))
    } catch {
      // What stays is an empty name aside: it belongs to one grab, and no other will ever ask for it.
    }
  }

  /** A folder tells nothing of what its client does: what was given is on its way. */
  async look(clientIds: readonly string[]): Promise<Reply<Map<string, Sighting>>> {
    return { ok: new Map(clientIds.map((id) => [id, { state: 'queued' as const }])) }
  }

  async remove(clientId: string, _asked: { files: boolean }): Promise<Reply<true>> {
    try {
      await this.deps.files.remove(clientId)
      return { ok: true }
    } catch (error) {
      return unreachable(diskSentence(error, clientId))
    }
  }

  private aside(name: string) {
    const folder = join(this.deps.folder(), ASIDE)
    return { content: join(folder, `${name}.part`), mark: join(folder, `${name}.given`) }
  }
}

const unreachable = (detail: string) => ({ failure: 'unreachable', detail }) as const
