import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Config } from './config'
import { firstOf, isSecret, type OptionName, optionNames, options, readValue, type Value, type Values } from './options'

export type SettingsView = Record<string, unknown>

export interface Saved {
  success: true
  /** Keys that show only after the next start. */
  restart_required: string[]
  /** Keys that no route may write, or that do not exist. */
  ignored: string[]
  /** Keys that were saved, but an argument or a variable decides while this run lasts. */
  pinned: string[]
}

/** The settings as the wire knows them. */
export class Settings {
  private readonly more: (() => SettingsView)[] = []

  constructor(private readonly deps: { config: Config; files: Files; version: string }) {}

  view(): SettingsView {
    const { config, version } = this.deps
    const values = Object.fromEntries(optionNames.map((name) => this.shown(name)))
    return {
      ...values,
      ...Object.fromEntries(Object.entries(firstOf).map(([single, list]) => [single, config.get(list)[0] ?? ''])),
      http_username: config.credential('username'),
      api_key_set: config.credential('apiKey') !== '',
      version,
      ...Object.assign({}, ...this.more.map((each) => each())),
    }
  }

  /** What stands with the settings and is kept elsewhere. It may take the name of an option, and then says more than that. */
  also(more: () => SettingsView): void {
    this.more.push(more)
  }

  /** Of a key or a password only whether there is one. */
  private shown(name: OptionName): [key: string, value: unknown] {
    const value = this.deps.config.get(name)
    return isSecret(name) ? [`${name}_set`, value !== ''] : [name, value]
  }

  /** What each option is, for a page that draws itself from it. */
  schema(): SettingsView[] {
    return optionNames.map((name) => {
      const option: Record<string, unknown> = { ...options[name] }
      const { pinned, source } = this.deps.config.explain(name)
      const { pattern: _pattern, restart, ...rest } = option
      const set = isSecret(name) ? { set: this.deps.config.get(name) !== '' } : {}
      return { key: name, ...rest, ...set, restart_required: restart === true, pinned, source }
    })
  }

  /** All of what is valid is saved, or nothing: one bad value refuses the whole. */
  async change(asked: Record<string, unknown>): Promise<Saved> {
    const changes: Partial<Record<OptionName, Value>> = {}
    const ignored: string[] = []
    let left = 0
    for (const [given, value] of Object.entries(asked)) {
      const key = given.toLowerCase()
      // An empty field for a key means that nobody typed one; null is how it is cleared.
      if (isOption(key) && 'fileOnly' in options[key]) ignored.push(given)
      else if (isOption(key) && isSecret(key) && value === '') left++
      else if (isOption(key)) changes[key] = checked(key, value)
      else if (isFirst(key)) changes[firstOf[key]] = this.withFirst(key, value)
      else ignored.push(given)
    }
    const names = Object.keys(changes) as OptionName[]
    if (names.length + left === 0)
      throw new Refusal('invalid', `Nothing here can be set: ${ignored.join(', ') || 'no keys'}.`)
    for (const name of names) {
      if (options[name].type === 'folders') await this.checkFolders(changes[name] as string[])
      if (options[name].type === 'folder' && changes[name]) await this.checkFolders([changes[name] as string])
    }

    const { config } = this.deps
    await config.save(changes as Partial<Values>)
    const restart = names.filter((name) => 'restart' in options[name])
    return {
      success: true,
      restart_required: restart,
      ignored,
      pinned: names.filter((name) => config.explain(name).pinned),
    }
  }

  private withFirst(key: keyof typeof firstOf, value: unknown): string[] {
    const [first] = checked(firstOf[key], value === '' || value === null ? [] : [value]) as string[]
    const rest = this.deps.config.get(firstOf[key]).slice(1)
    return first === undefined ? rest : [first, ...rest.filter((folder) => folder !== first)]
  }

  private async checkFolders(folders: string[]): Promise<void> {
    for (const folder of folders) {
      const real = await this.deps.files.real(folder)
      const facts = real === undefined ? undefined : await this.deps.files.stat(real)
      if (facts?.kind !== 'folder') throw new Refusal('invalid', `There is no folder at ${folder}.`)
    }
  }
}

const isOption = (key: string): key is OptionName => Object.hasOwn(options, key)
const isFirst = (key: string): key is keyof typeof firstOf => Object.hasOwn(firstOf, key)

function checked(name: OptionName, given: unknown): Value {
  const read = readValue(name, given)
  if ('expected' in read) throw new Refusal('invalid', `${name} takes ${read.expected}.`)
  return read.value
}
