import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import { folderText } from './folder-list'
import { type OptionName, options, type Value } from './options'

/** The folders that a change of the settings names, on the disk. */
export class NamedFolders {
  constructor(private readonly files: Files) {}

  /** What is given for an option; spaces at the end of a folder stay where they are part of its name. */
  async asNamed(name: OptionName, input: unknown): Promise<unknown> {
    const { type } = options[name]
    if (type === 'folders' && Array.isArray(input)) return Promise.all(input.map((each) => this.spaced(each)))
    if (type !== 'folder' || typeof input !== 'string') return input
    const folder = (await this.spaced(input)) as string
    return folder === folder.trim() ? input : folderText(folder)
  }

  /** Throws Refusal for a folder that is missing or cannot be opened. */
  async check(name: OptionName, value: Value): Promise<void> {
    const { type } = options[name]
    const named = type === 'folders' ? (value as string[]) : type === 'folder' && value !== '' ? [value as string] : []
    for (const folder of named) {
      const kind = await this.kindAt(folder).catch(() => {
        throw new Refusal('invalid', `The folder ${folder} cannot be opened. Let the user that runs Panelkeep read it.`)
      })
      if (kind !== 'folder') throw new Refusal('invalid', `There is no folder at ${folder}.`)
    }
  }

  private async spaced(input: unknown): Promise<unknown> {
    if (typeof input !== 'string' || input === input.trimEnd()) return input
    const exact = input.trimStart()
    const isThere = (await this.kindAt(exact).catch(() => undefined)) === 'folder'
    return isThere ? exact : exact.trimEnd()
  }

  private async kindAt(folder: string) {
    const real = await this.files.real(folder)
    return real === undefined ? undefined : (await this.files.stat(real))?.kind
  }
}
