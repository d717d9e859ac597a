import { foldCase, OWN_STYLE, ownForm } from '../platform/paths'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import { folderText, quotedFolder } from './folder-list'
import { type OptionName, type OptionValue, options } from './options'

/** Resolves the folders that a settings change names on the disk. */
export class NamedFolders {
  constructor(private readonly files: Files) {}

  /** The value given for an option, with each folder spelled as the disk spells it: case, and spaces at the end. */
  async asNamed(name: OptionName, input: unknown): Promise<unknown> {
    const { type } = options[name]
    if (type === 'folders' && Array.isArray(input)) return Promise.all(input.map((each) => this.spelled(each)))
    if (type !== 'folder' || typeof input !== 'string') return input
    return quotedFolder(input) === undefined ? folderText((await this.spelled(input)) as string) : input
  }

  /** Throws Refusal for a folder that is missing or cannot be opened. */
  async check(name: OptionName, value: OptionValue): Promise<void> {
    const { type } = options[name]
    const named = type === 'folders' ? (value as string[]) : type === 'folder' && value !== '' ? [value as string] : []
    for (const folder of named) {
      const kind = await this.kindAt(folder).catch(() => {
        throw new Refusal('invalid', `The folder ${folder} cannot be opened. Let the user that runs Panelkeep read it.`)
      })
      if (kind !== 'folder') throw new Refusal('invalid', `There is no folder at ${folder}.`)
    }
  }

  private async spelled(input: unknown): Promise<unknown> {
    if (typeof input !== 'string') return input
    const exact = ownForm(input.trimStart())
    const without = OWN_STYLE === 'windows' ? exact.replace(/[. ]+$/, '') : exact.trimEnd()
    for (const folder of new Set([exact, exact.trimEnd(), without])) {
      const real = await this.files.real(folder).catch(() => undefined)
      const kind = real === undefined ? undefined : (await this.files.stat(real).catch(() => undefined))?.kind
      // The disk ignores case, or the name would be a different folder: use the disk's own spelling.
      if (kind === 'folder') return real !== undefined && foldCase(real) === foldCase(folder) ? real : folder
    }
    return exact.trimEnd()
  }

  private async kindAt(folder: string) {
    const real = await this.files.real(folder)
    return real === undefined ? undefined : (await this.files.stat(real))?.kind
  }
}
