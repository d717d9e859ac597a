import { decodeSecret, ENCODED, type MylarSettings } from './settings-file'

/** An indexer in the settings of Mylar. */
export interface OldIndexer {
  name: string
  host: string
  verify: boolean
  apikey: string
  uid: string | null
  categories: number[]
  enabled: boolean
}

const NEWZNAB = 7030
const TORZNAB = 8020
const isAddress = (token: string) => /^https?:\/\//i.test(token)
const isSwitch = (token: string | undefined) => /^(?:0|1|true|false)$/i.test(token ?? '')
const isOn = (token: string | undefined) => /^(?:1|true)$/i.test(token ?? '')

/**
 * The records of one list. Mylar joins them into one line, their fields contain commas too, and the number of fields
 * grew over the years; so the addresses separate the records.
 */
export const readIndexers = (text: string | null, type: 'newznab' | 'torznab'): OldIndexer[] =>
  readRecords(text, type).indexers

/** Names of indexers whose records are truncated; Mylar drops them silently. */
export const cutOffIndexers = (settings: MylarSettings): string[] =>
  (['newznab', 'torznab'] as const).flatMap((type) => readRecords(settings.text(`extra_${type}s`), type).cutOff)

function readRecords(text: string | null, type: 'newznab' | 'torznab'): { indexers: OldIndexer[]; cutOff: string[] } {
  if (text === null) return { indexers: [], cutOff: [] }
  const tokens = text
    .replace(/^\[|\]$/g, '')
    .split(/,\s/)
    .map((token) => token.trim())
  // A record without a name has its address in both fields.
  const hosts = tokens.flatMap((token, at) => (isAddress(token) && !isAddress(tokens[at + 1] ?? '') ? [at] : []))
  const [indexers, cutOff]: [OldIndexer[], string[]] = [[], []]
  let from = 0
  for (const [index, at] of hosts.entries()) {
    const isLast = index === hosts.length - 1
    const behind = tokens.slice(at + 1, isLast ? undefined : hosts[index + 1])
    const fields = fieldsOf(behind, isLast)
    const name = tokens.slice(from, at).join(', ')
    from = at + 1 + fields.length
    const record = recordOf(name, tokens[at]!, fields, type)
    if (record) indexers.push(record)
    else cutOff.push(name || tokens[at]!)
  }
  const rest = tokens.slice(from).filter((token) => /[a-z]/i.test(token) && token !== 'None')
  return { indexers, cutOff: rest.length > 0 ? [...cutOff, rest[0]!] : cutOff }
}

/** The fields of a record after its address; the rest is the name of the next record. */
function fieldsOf(behind: string[], isLast: boolean): string[] {
  const length = isSwitch(behind[0]) ? 4 : 3
  const hasId = /^\d+$/.test(behind[length] ?? '') && (isLast || behind.length > length + 1)
  return behind.slice(0, length + (hasId ? 1 : 0))
}

function recordOf(name: string, host: string, fields: string[], type: 'newznab' | 'torznab'): OldIndexer | undefined {
  const [verify, key, codes, enabled] = isSwitch(fields[0]) ? fields : ['1', ...fields]
  if (enabled === undefined) return undefined // Mylar drops a truncated record
  const apikey = key?.startsWith(ENCODED) ? (decodeSecret(key) ?? '') : (key ?? '')
  return {
    name: name === '' ? host : name,
    host,
    verify: isOn(verify),
    apikey: apikey === 'None' ? '' : apikey,
    ...codesOf(codes ?? '', type),
    enabled: isOn(enabled),
  }
}

/** `12345` is a user, `#7030,7000` are categories; `98765,7030` lost the separator when it was saved. */
function codesOf(field: string, type: 'newznab' | 'torznab'): Pick<OldIndexer, 'uid' | 'categories'> {
  const text = field.replace(/["']/g, '').trim()
  const numbers = text.split(/[#,;\s]+/).filter((token) => /^\d+$/.test(token))
  const isCategory = (token: string) => /^[1-8]\d{3}$/.test(token)
  const hasUser =
    type === 'newznab' && !text.startsWith('#') && numbers[0] !== undefined && !/^[78]\d{3}$/.test(numbers[0])
  const categories = (hasUser ? numbers.slice(1) : numbers).filter(isCategory).map(Number)
  return {
    uid: hasUser ? numbers[0]! : null,
    categories: categories.length > 0 ? categories : [type === 'newznab' ? NEWZNAB : TORZNAB],
  }
}

/** Services that once had sections of their own; now they are records like the others. */
const SERVICES = [
  { section: 'nzbsu', name: 'nzb.su', host: 'https://api.nzb.su' },
  { section: 'dognzb', name: 'DOGnzb', host: 'https://api.dognzb.cr' },
] as const

/** Names of such services that were in use but have no key in the file. */
export const servicesWithoutKey = (settings: MylarSettings): string[] =>
  SERVICES.flatMap(({ section, name }) =>
    settings.flag(section, false) && settings.text(`${section}_apikey`) === null ? [name] : [],
  )

/** Whether one of these services was in use; they had no other switch. */
export const usesServices = (settings: MylarSettings): boolean =>
  SERVICES.some(({ section }) => settings.flag(section, false) && settings.text(`${section}_apikey`) !== null)

function servicesOf(settings: MylarSettings): OldIndexer[] {
  return SERVICES.flatMap(({ section, name, host }) => {
    const apikey = settings.text(`${section}_apikey`)
    if (apikey === null) return []
    const verify = settings.flag(`${section}_verify`, true)
    const enabled = settings.flag(section, false)
    return [{ name, host, verify, apikey, uid: settings.text(`${section}_uid`), categories: [NEWZNAB], enabled }]
  })
}

/** All indexers of a type, including those of old releases. */
export function oldIndexers(settings: MylarSettings, type: 'newznab' | 'torznab'): OldIndexer[] {
  const inUse = type === 'torznab' || settings.flag('newznab', false) || !usesServices(settings)
  const list = readIndexers(settings.text(`extra_${type}s`), type).map((each) =>
    inUse ? each : { ...each, enabled: false },
  )
  const isListed = ({ name, host }: OldIndexer) =>
    list.some((each) => each.name.toLowerCase() === name.toLowerCase() || each.host.replace(/\/+$/, '') === host)
  if (type === 'newznab') list.push(...servicesOf(settings).filter((each) => !isListed(each)))
  const host = type === 'torznab' ? settings.text('torznab_host') : null
  if (host !== null && !list.some((each) => each.host === host))
    list.push({
      name: settings.text('torznab_name') ?? host,
      host,
      verify: settings.flag('torznab_verify', false),
      apikey: settings.text('torznab_apikey') ?? '',
      ...codesOf(settings.text('torznab_category') ?? '', 'torznab'),
      enabled: true,
    })
  return list.map((each, at) => ({ ...each, name: freeName(each.name, list.slice(0, at)) }))
}

function freeName(name: string, before: readonly OldIndexer[]): string {
  const count = before.filter((each) => each.name === name).length
  return count === 0 ? name : `${name} (${count + 1})`
}

/** The place of each indexer by its name. Mylar's order list is often broken; then the order of the records counts. */
export function orderOf(settings: MylarSettings): (name: string) => number | undefined {
  const tokens = (settings.text('provider_order') ?? '').split(/,\s/).map((token) => token.trim())
  const places = new Map<string, number>()
  for (let at = 0; at + 1 < tokens.length; at += 2)
    if (/^\d+$/.test(tokens[at]!)) places.set(tokens[at + 1]!.toLowerCase(), Number(tokens[at]))
  return (name) => places.get(name.toLowerCase())
}
