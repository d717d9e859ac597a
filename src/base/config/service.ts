import { currentCaller } from '../platform/caller'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Annex, SettingsView } from './annex'
import type { Config } from './config'
import { NamedFolders } from './named-folders'
import { type OlderKey, type OlderName, olderNames } from './older-names'
import { type OptionState, optionRow } from './option-row'
import { isSecret, type OptionName, type OptionValue, type OptionValues, optionNames, options } from './options'
import { readValue } from './read-value'

interface SavedSettings {
  success: true
  /** Keys whose change takes effect at the next start. */
  restart_required: string[]
  /** Keys that no route may write, or that do not exist. */
  ignored: string[]
  /** Saved keys whose value is overridden by an argument or variable during this run. */
  pinned: string[]
}

type Changes = Partial<Record<OptionName, OptionValue>>

/** Throws Refusal for a change that makes no sense. */
type Check = (changes: Partial<OptionValues>) => void

/** The settings as the API shows and changes them. */
export class SettingsService {
  private readonly annexes: Annex[] = []
  private readonly checks: Check[] = []
  private readonly folders: NamedFolders

  constructor(private readonly deps: { config: Config; files: Files; version: string }) {
    this.folders = new NamedFolders(deps.files)
  }

  view(): SettingsView {
    const { config, version } = this.deps
    const older = Object.entries<OlderName>(olderNames).map(([key, { of, read }]) => [
      key,
      read(config.get(of) as never),
    ])
    return {
      ...Object.fromEntries(optionNames.map((name) => this.shown(name))),
      ...Object.fromEntries(older),
      http_username: config.credential('username'),
      api_key_set: config.credential('apiKey') !== '',
      version,
      ...this.elsewhere(),
    }
  }

  /** Adds settings that are kept outside config.ini. */
  also(...annexes: Annex[]): void {
    this.annexes.push(...annexes)
  }

  /** Adds checks that go beyond the type of an option. */
  checkedBy(...checks: Check[]): void {
    this.checks.push(...checks)
  }

  /** Each option with its description and current value, from which the settings page is built. */
  schema(): OptionState[] {
    const { config } = this.deps
    const shown = optionNames.filter((name) => !('moved' in options[name]))
    return shown.map((name) => {
      const { value, pinned, source } = config.explain(name)
      const row = optionRow(name)
      const now = isSecret(name) ? { set: value !== '' } : { value }
      const restart_pending = row.restart_required && config.isOtherThanAtStart(name)
      return { ...row, ...now, restart_pending, pinned, source }
    })
  }

  /** Saves all changes or none: one invalid value rejects the request. */
  async change(change: SettingsView): Promise<SavedSettings> {
    const { own, older, apart, ignored } = this.sorted(change)
    if (own.size + older.size + apart.length === 0)
      throw new Refusal('invalid', `Nothing here can be set: ${few(ignored) || 'no keys'}.`)
    expectRights([...own.keys()], [...older.keys(), ...apart.flatMap(({ keys }) => Object.keys(keys))])
    const changes: Changes = {}
    for (const [name, value] of own) {
      if (isSecret(name) && value === '') continue
      changes[name] = checked(name, name, await this.folders.asNamed(name, value))
    }
    for (const [key, value] of older) await this.changeByOlder(changes, key, value)
    for (const check of this.checks) check(changes as Partial<OptionValues>)
    for (const [name, value] of Object.entries(changes)) await this.folders.check(name as OptionName, value)
    await this.checkCertificate(changes)
    const elsewhere = apart.map(({ annex, keys }) => annex.prepare?.(keys))
    for (const carryOut of elsewhere) await carryOut?.()
    const { config } = this.deps
    await config.save(changes as Partial<OptionValues>)
    const names = Object.keys(changes) as OptionName[]
    return {
      success: true,
      restart_required: names.filter((name) => 'restart' in options[name] && config.isOtherThanAtStart(name)),
      ignored,
      pinned: names.filter((name) => config.explain(name).pinned),
    }
  }

  /** Sorts keys into options, older names of options, keys kept elsewhere and unknown keys. */
  private sorted(change: SettingsView) {
    const own = new Map<OptionName, unknown>()
    const older = new Map<OlderKey, unknown>()
    const apart = this.annexes.map((annex) => ({ annex, keys: {} as SettingsView }))
    const ignored: string[] = []
    const elsewhere = this.elsewhere()
    for (const [name, value] of Object.entries(change)) {
      const key = name.toLowerCase()
      const there = apart.find(({ annex }) => annex.ownsKey?.(key))
      // Some tools send back every key they received.
      const isEcho = Object.hasOwn(elsewhere, key) && JSON.stringify(elsewhere[key]) === JSON.stringify(value)
      if (isOption(key) && !('fileOnly' in options[key]) && !('moved' in options[key]) && !isEcho) own.set(key, value)
      else if (isOlder(key)) older.set(key, value)
      else if (there) there.keys[key] = value
      else ignored.push(name)
    }
    return { own, older, apart: apart.filter(({ keys }) => Object.keys(keys).length > 0), ignored }
  }

  private elsewhere(): SettingsView {
    return Object.assign({}, ...this.annexes.map((annex) => annex.shown()))
  }

  private async changeByOlder(changes: Changes, key: OlderKey, input: unknown): Promise<void> {
    const { of, read, write, expected }: OlderName = olderNames[key]
    const now = (changes[of] ?? this.deps.config.get(of)) as never
    // A key that repeats the current value changes nothing.
    if (input === read(now)) return
    const value = write(input, now)
    if (value === undefined) throw new Refusal('invalid', `${key} must be ${expected}.`)
    changes[of] = checked(of, key, await this.folders.asNamed(of, value))
  }

  /** A secret shows only whether it is set. */
  private shown(name: OptionName): [key: string, value: unknown] {
    const value = this.deps.config.get(name)
    return isSecret(name) ? [`${name}_set`, value !== ''] : [name, value]
  }

  /** Without a valid certificate the next start would fail. */
  private async checkCertificate(changes: Changes): Promise<void> {
    const wanted = (name: OptionName) => changes[name] ?? this.deps.config.savedValue(name)
    if (!CERTIFICATE.some((name) => name in changes) || wanted('enable_https') !== true) return
    for (const name of ['https_cert', 'https_key', 'https_chain'] as const) {
      const path = String(wanted(name))
      const isFile = path !== '' && (await this.deps.files.stat(path))?.kind === 'file'
      if (isFile || (path === '' && name === 'https_chain')) continue
      const missing = path === '' ? `${name} names no file` : `there is no file at ${path}`
      throw new Refusal('invalid', `HTTPS needs a certificate, and ${missing}. Set ${name} before enable_https.`)
    }
  }
}

/** Throws Refusal 'forbidden' when the caller may not set all of them. */
function expectRights(names: readonly OptionName[], others: readonly string[]): void {
  if (currentCaller().role === 'owner') return
  const refused = [...names.filter((name) => !('manager' in options[name])), ...others]
  if (refused.length > 0)
    throw new Refusal('forbidden', `Only the owner of this library sets ${few(refused)}, so nothing was changed.`)
}

const CERTIFICATE = ['enable_https', 'https_cert', 'https_key', 'https_chain'] as const

const isOption = (key: string): key is OptionName => Object.hasOwn(options, key)
const isOlder = (key: string): key is OlderKey => Object.hasOwn(olderNames, key)

/** `label` is the name that the request used for the option `name`. */
function checked(name: OptionName, label: string, input: unknown): OptionValue {
  const read = readValue(name, input)
  if ('expected' in read) throw new Refusal('invalid', `${label} must be ${read.expected}.`)
  return read.value
}

/** Limits the keys in an error, since a request may contain any number of any length. */
function few(keys: readonly string[]): string {
  const named = keys.slice(0, 5).map((key) => (key.length > 40 ? `${key.slice(0, 39)}…` : key))
  return [...named, ...(keys.length > 5 ? [`and ${keys.length - 5} more`] : [])].join(', ')
}
