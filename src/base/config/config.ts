import type { AppEvent } from '../events/types'
import type { SiteSettings } from '../http/origin'
import type { Files, Random } from '../platform/ports'
import { SerialQueue } from '../platform/serial-queue'
import { Refusal } from '../refusal'
import { Ini } from './ini'
import { optionSpellings } from './older-names'
import { isSecret, type OptionName, type OptionValue, type OptionValues, optionNames, options } from './options'
import { readValue, writeValue } from './read-value'

export type ValueSource = 'startup argument' | 'environment variable' | 'config file' | 'built-in default'

/** Values stored beside the options and never shown: the login and the API key. */
interface Credentials {
  username: string
  /** argon2id, or an older form that is replaced at the next login. */
  passwordHash: string
  apiKey: string
}

/** An invalid argument or an unreadable file; `message` is a sentence for the user. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export interface ConfigSources {
  /** Absent: nothing is saved (tests). */
  path?: string
  text?: string
  args?: Partial<Record<OptionName, string>>
  env?: Record<string, string | undefined>
}

/** The public address and base path from the current settings. */
export function siteSettings(config: Config): SiteSettings {
  return {
    http_root: config.get('http_root'),
    public_url: config.get('public_url'),
    trusted_proxies: config.get('trusted_proxies'),
  }
}

const HEAD = '# Settings of Panelkeep. Lines that start with # are yours and are kept.\n'
const CREDENTIALS: Record<keyof Credentials, [section: string, key: string]> = {
  username: ['Interface', 'http_username'],
  passwordHash: ['Interface', 'http_password'],
  apiKey: ['API', 'api_key'],
}

/** The saved settings and their effective values: argument, then environment, then config.ini, then default. */
export class Config {
  private ini: Ini
  private readonly values = new Map<OptionName, Resolved>()
  private readonly atStart: ReadonlyMap<OptionName, Resolved>
  private readonly listeners: ((keys: OptionName[]) => void)[] = []
  /** Settles when the last change is on disk or refused. */
  private readonly writes = new SerialQueue()

  constructor(
    private readonly deps: { files: Files; random: Random; publish: (event: AppEvent) => void },
    private readonly sources: ConfigSources = {},
  ) {
    this.ini = new Ini(sources.text || HEAD)
    for (const name of optionNames) this.values.set(name, this.resolve(name))
    this.atStart = new Map(this.values)
  }

  get<N extends OptionName>(name: N): OptionValues[N] {
    return this.values.get(name)!.value as OptionValues[N]
  }

  /** The value and its source. A value from an argument or a variable is pinned for this run. */
  explain<N extends OptionName>(name: N): { value: OptionValues[N]; source: ValueSource; pinned: boolean } {
    const { value, source } = this.values.get(name)!
    return {
      value: value as OptionValues[N],
      source,
      pinned: source === 'startup argument' || source === 'environment variable',
    }
  }

  /** The value from config.ini or the default, ignoring arguments and variables of this run. */
  savedValue<N extends OptionName>(name: N): OptionValues[N] {
    const read = readValue(name, this.saved(name) ?? null)
    return ('value' in read ? read.value : this.get(name)) as OptionValues[N]
  }

  /** Whether the option has changed since the start. */
  isOtherThanAtStart(name: OptionName): boolean {
    return !isSame(this.get(name), this.atStart.get(name)!.value)
  }

  /** One sentence for each invalid value, with the value that is used instead. */
  invalidValues(): string[] {
    return [...this.values.values()].flatMap(({ problems }) => problems)
  }

  /** One sentence for each ignored line or variable. The ignored text is left out, since it may contain a key. */
  warnings(): string[] {
    const lines = this.ini.unread()
    const unknown = this.ini.keys().filter((key) => !isKnown(key))
    return [
      ...this.invalidValues(),
      ...(lines.length === 0
        ? []
        : [`config.ini has lines that are neither "name = value" nor a comment nor a [section]: ${named(lines)}.`]),
      ...(unknown.length === 0 ? [] : [`config.ini has names that are no settings here: ${named(unknown)}.`]),
    ]
  }

  credential(name: keyof Credentials): string {
    return this.ini.get(...CREDENTIALS[name]) ?? ''
  }

  /** Whether a login is set up. To reset it, empty both lines of config.ini and restart. */
  get hasLogin(): boolean {
    return this.credential('username') !== '' && this.credential('passwordHash') !== ''
  }

  /** Saves, then applies: when the disk refuses the write, no setting changes. */
  async save(changes: Partial<OptionValues>): Promise<OptionName[]> {
    const names = (Object.keys(changes) as OptionName[]).filter((name) => optionNames.includes(name))
    await this.edit((ini) => {
      for (const name of names) ini.set(options[name].section, name, writeValue(name, changes[name] as OptionValue))
    })
    const changed = names.filter((name) => {
      const before = this.values.get(name)!
      const now = this.resolve(name)
      this.values.set(name, now)
      return !isSame(before.value, now.value)
    })
    if (changed.length > 0) this.announce(changed)
    return changed
  }

  async saveCredentials(changes: Partial<Credentials>): Promise<void> {
    await this.edit((ini) => {
      for (const [name, value] of Object.entries(changes)) ini.set(...CREDENTIALS[name as keyof Credentials], value)
    })
  }

  /** Creates the API key on the first start, and with it the file. */
  async complete(): Promise<void> {
    if (this.credential('apiKey') === '') await this.saveCredentials({ apiKey: this.deps.random.id() })
  }

  onChange(listener: (keys: OptionName[]) => void): void {
    this.listeners.push(listener)
  }

  private announce(keys: OptionName[]): void {
    for (const listener of this.listeners) listener(keys)
    this.deps.publish({ type: 'config.changed', keys })
  }

  /** Runs edits one after another, so that each edit starts from the result of the previous one. */
  private edit(change: (ini: Ini) => void): Promise<void> {
    return this.writes.run(() => this.write(change))
  }

  private async write(change: (ini: Ini) => void): Promise<void> {
    const next = new Ini(this.ini.toString())
    change(next)
    const { path } = this.sources
    if (path) {
      try {
        // Keeps edits made to the file since the start; they take effect at the next one.
        const saved = new Ini(await this.textAt(path))
        change(saved)
        // The file holds the password's hash and the API key.
        await this.deps.files.write(path, saved.toString(), 0o600)
      } catch (error) {
        throw new Refusal('unavailable', `Settings were not saved: ${path} cannot be written.`, {}, { cause: error })
      }
    }
    this.ini = next
  }

  private async textAt(path: string): Promise<string> {
    const { files } = this.deps
    return (await files.stat(path))
      ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.read(path))
      : this.ini.toString()
  }

  /** An invalid value does not stop the start: the next source is used, and the default in the end. */
  private resolve(name: OptionName): Resolved {
    const { args, env } = this.sources
    const values: [ValueSource, string | undefined, string][] = [
      ['startup argument', args?.[name], `The argument for ${name}`],
      [
        'environment variable',
        env?.[`PANELKEEP_${name.toUpperCase()}`],
        `The variable PANELKEEP_${name.toUpperCase()}`,
      ],
      ['config file', this.saved(name), `config.ini`],
    ]
    const wrong: string[] = []
    const resolved = (value: OptionValue, source: ValueSource): Resolved => {
      const instead =
        isSecret(name) || writeValue(name, value) === ''
          ? 'It is treated as empty.'
          : `Using ${writeValue(name, value)}.`
      return { value, source, problems: wrong.map((sentence) => `${sentence} ${instead}`) }
    }
    for (const [source, text, who] of values) {
      if (text === undefined || text === '') continue
      const read = readValue(name, text)
      if ('value' in read) return resolved(read.value, source)
      const shown = isSecret(name) ? '' : ` = ${text.slice(0, MOST_SHOWN)}`
      const sentence = `${who} says ${name}${shown}, which is not ${read.expected}.`
      if (source === 'startup argument') throw new ConfigError(`${sentence} Correct it and start again.`)
      wrong.push(sentence)
    }
    return resolved((readValue(name, null) as { value: OptionValue }).value, 'built-in default')
  }

  private saved(name: OptionName): string | undefined {
    const own = this.ini.get(options[name].section, name) ?? this.ini.find(name)
    // Older tools and hand-written files may use another name.
    return own ?? optionSpellings(name).map((older) => this.ini.find(older))[0]
  }
}

interface Resolved {
  value: OptionValue
  source: ValueSource
  /** A sentence for each value that was ignored for this option. */
  problems: string[]
}

const MOST_SHOWN = 100
const isSame = (a: OptionValue, b: OptionValue): boolean => JSON.stringify(a) === JSON.stringify(b)

const MOST_NAMED = 10
const named = (all: readonly (string | number)[]): string =>
  all.slice(0, MOST_NAMED).join(', ') + (all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '')

function isKnown(key: string): boolean {
  if (Object.hasOwn(options, key)) return true
  const isCredential = Object.values(CREDENTIALS).some(([, name]) => name === key)
  return isCredential || optionNames.some((name) => optionSpellings(name).includes(key))
}
