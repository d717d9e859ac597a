import type { AppEvent } from '../events/types'
import type { SiteSettings } from '../http/origin'
import type { Files, Random } from '../platform/ports'
import { SerialQueue } from '../platform/serial-queue'
import { Refusal } from '../refusal'
import { Ini } from './ini'
import { spellingsOf } from './older-names'
import { isSecret, type OptionName, optionNames, options, type Value, type Values } from './options'
import { readValue, writeValue } from './read-value'

export type Source = 'startup argument' | 'environment variable' | 'config file' | 'built-in default'

/** What is kept beside the options, never shown: the login and the API key. */
export interface Credentials {
  username: string
  /** argon2id, or an older form that is replaced at the next login. */
  passwordHash: string
  apiKey: string
}

/** An argument that cannot be used, or a whole file; `message` is a sentence for the reader. */
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

/** What the settings say about where clients see us, as it is now. */
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

/** The saved settings and what they come to: argument, then environment, then config.ini, then default. */
export class Config {
  private ini: Ini
  private readonly values = new Map<OptionName, Resolved>()
  private readonly atStart: ReadonlyMap<OptionName, Resolved>
  private readonly listeners: ((keys: OptionName[]) => void)[] = []
  /** Ends when the last change is on the disk, or is refused. */
  private readonly writes = new SerialQueue()

  constructor(
    private readonly deps: { files: Files; random: Random; publish: (event: AppEvent) => void },
    private readonly sources: ConfigSources = {},
  ) {
    this.ini = new Ini(sources.text || HEAD)
    for (const name of optionNames) this.values.set(name, this.resolve(name))
    this.atStart = new Map(this.values)
  }

  get<N extends OptionName>(name: N): Values[N] {
    return this.values.get(name)!.value as Values[N]
  }

  /** The value and where it comes from; what comes from an argument or a variable is pinned for this run. */
  explain<N extends OptionName>(name: N): { value: Values[N]; source: Source; pinned: boolean } {
    const { value, source } = this.values.get(name)!
    return {
      value: value as Values[N],
      source,
      pinned: source === 'startup argument' || source === 'environment variable',
    }
  }

  /** What config.ini says, or else the default, whatever an argument or a variable makes of it while this run lasts. */
  savedValue<N extends OptionName>(name: N): Values[N] {
    const read = readValue(name, this.saved(name) ?? null)
    return ('value' in read ? read.value : this.get(name)) as Values[N]
  }

  /** Whether it was changed while this run lasts. */
  isOtherThanAtStart(name: OptionName): boolean {
    return !isSame(this.get(name), this.atStart.get(name)!.value)
  }

  /** Settings whose value cannot be used, as sentences; what counts in their place is in them. */
  unusable(): string[] {
    return [...this.values.values()].flatMap(({ problems }) => problems)
  }

  /** What of config.ini and the environment counts for nothing, as sentences; no names' words, since a key may be among them. */
  amiss(): string[] {
    const lines = this.ini.unread()
    const unknown = this.ini.keys().filter((key) => !isKnown(key))
    return [
      ...this.unusable(),
      ...(lines.length === 0
        ? []
        : [`config.ini has lines that are neither "name = value" nor a comment nor a [section]: ${named(lines)}.`]),
      ...(unknown.length === 0 ? [] : [`config.ini has names that are no settings here: ${named(unknown)}.`]),
    ]
  }

  credential(name: keyof Credentials): string {
    return this.ini.get(...CREDENTIALS[name]) ?? ''
  }

  /** Whether somebody has set up a login. Emptying both lines of config.ini and restarting is the way back. */
  get hasLogin(): boolean {
    return this.credential('username') !== '' && this.credential('passwordHash') !== ''
  }

  /** Saves, then applies: when the disk refuses, nothing has changed. */
  async save(changes: Partial<Values>): Promise<OptionName[]> {
    const names = (Object.keys(changes) as OptionName[]).filter((name) => optionNames.includes(name))
    await this.edit((ini) => {
      for (const name of names) ini.set(options[name].section, name, writeValue(changes[name] as Value))
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

  /** Makes the API key on the first start, and the file with it. */
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

  /** One after the other: each change is made to what the one before it has left. */
  private edit(change: (ini: Ini) => void): Promise<void> {
    return this.writes.run(() => this.write(change))
  }

  private async write(change: (ini: Ini) => void): Promise<void> {
    const next = new Ini(this.ini.toString())
    change(next)
    const { path } = this.sources
    if (path) {
      try {
        // What somebody wrote into it since the start stays, and counts from the next one on.
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
    return (await files.stat(path)) ? new TextDecoder().decode(await files.read(path)) : this.ini.toString()
  }

  /** A value that nobody can use stops no start: the next source counts, and the default in the end. */
  private resolve(name: OptionName): Resolved {
    const { args, env } = this.sources
    const given: [Source, string | undefined, string][] = [
      ['startup argument', args?.[name], `The argument for ${name}`],
      [
        'environment variable',
        env?.[`PANELKEEP_${name.toUpperCase()}`],
        `The variable PANELKEEP_${name.toUpperCase()}`,
      ],
      ['config file', this.saved(name), `config.ini`],
    ]
    const wrong: string[] = []
    const resolved = (value: Value, source: Source): Resolved => {
      const instead = isSecret(name) || writeValue(value) === '' ? 'It counts as empty.' : `Using ${writeValue(value)}.`
      return { value, source, problems: wrong.map((sentence) => `${sentence} ${instead}`) }
    }
    for (const [source, text, who] of given) {
      if (text === undefined || text === '') continue
      const read = readValue(name, text)
      if ('value' in read) return resolved(read.value, source)
      const shown = isSecret(name) ? '' : ` = ${text.slice(0, MOST_SHOWN)}`
      const sentence = `${who} says ${name}${shown}, which is not ${read.expected}.`
      if (source === 'startup argument') throw new ConfigError(`${sentence} Correct it and start again.`)
      wrong.push(sentence)
    }
    return resolved((readValue(name, null) as { value: Value }).value, 'built-in default')
  }

  private saved(name: OptionName): string | undefined {
    const own = this.ini.get(options[name].section, name) ?? this.ini.find(name)
    // Files written by hand or by older tools may call it otherwise.
    return own ?? spellingsOf(name).map((older) => this.ini.find(older))[0]
  }
}

interface Resolved {
  value: Value
  source: Source
  /** What was passed over for it, as sentences. */
  problems: string[]
}

const MOST_SHOWN = 100
const isSame = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b)

const MOST_NAMED = 10
const named = (all: readonly (string | number)[]): string =>
  all.slice(0, MOST_NAMED).join(', ') + (all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '')

function isKnown(key: string): boolean {
  return (
    Object.hasOwn(options, key) ||
    optionNames.some((name) => spellingsOf(name).includes(key)) ||
    Object.values(CREDENTIALS).some(([, name]) => name === key)
  )
}
