import { join } from 'node:path'
import { hidesSeries } from '../../base/auth/limits'
import type { Config } from '../../base/config/config'
import { type ArchiveFormat, FORMATS, KNOWN_FORMATS } from '../../base/formats/formats'
import { currentCaller } from '../../base/platform/caller'
import { fromMs } from '../../base/platform/clock'
import type { Files, Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'

/** A comic file outside the library. */
export interface OneOff {
  name: string
  path: string
  format: ArchiveFormat
  /** Bytes. */
  size: number
  modifiedMs: number
  updated: Instant
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Comic files in the folder for one-offs, by name. They do not belong to the library and are never changed. */
export class OneOffs {
  constructor(private readonly deps: { config: Pick<Config, 'get'>; files: Pick<Files, 'list' | 'stat'> }) {}

  /**
   * Empty when the folder is missing or cannot be read, and for users who may not see the whole library: nothing says
   * what these files are.
   */
  async all(): Promise<OneOff[]> {
    if (hidesSeries(currentCaller().limits)) return []
    const folder = this.deps.config.get('grabbag_dir')
    if (folder === '') return []
    const entries = await this.deps.files.list(folder).catch(() => [])
    const found = await Promise.all(
      entries.map(({ name, kind }) => {
        const format = formatOf(name)
        // A link may point anywhere.
        return kind === 'file' && format !== undefined ? this.fileAt(join(folder, name), name, format) : undefined
      }),
    )
    return found.filter((file) => file !== undefined).sort((a, b) => names.compare(a.name, b.name))
  }

  /** Throws Refusal 'missing' when `all` has no such name. */
  async named(name: string): Promise<OneOff> {
    const file = (await this.all()).find((each) => each.name === name)
    if (!file) throw new Refusal('missing', `There is no one-off named ${name}.`)
    return file
  }

  private async fileAt(path: string, name: string, format: ArchiveFormat): Promise<OneOff | undefined> {
    const facts = await this.deps.files.stat(path).catch(() => undefined)
    if (facts?.kind !== 'file') return undefined
    const { size, modifiedMs } = facts
    return { name, path, format, size, modifiedMs, updated: fromMs(Math.trunc(modifiedMs)) }
  }
}

/** The format by extension; undefined for hidden files. */
function formatOf(name: string): ArchiveFormat | undefined {
  const extension = /^[^.].*\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  return KNOWN_FORMATS.find((format) => FORMATS[format].extension === extension)
}
