import { legacy, type Refusal } from '../../../base/refusal'
import type { IndexerType } from '../states'
import { indexerOrigin, tidyHost } from './address'
import { COMICS_CATEGORY } from './presets'
import type { KeyedRow } from './store'

/** An entry as sent by the caller, not yet validated. */
export type IndexerEntry = Record<string, unknown>

/** Why a list is not saved. */
export function entryRefusal(sentence: string, code?: string): Refusal {
  return legacy('invalid', sentence, code === undefined ? {} : { code })
}

/**
 * The saved indexer that an entry refers to: by its id, else by name and address, else by its name if that is unique.
 */
export function savedIndexerOf(
  entry: IndexerEntry,
  name: string,
  host: string,
  saved: readonly KeyedRow[],
): KeyedRow | undefined {
  const id = entryIdOf(entry)
  const named = saved.filter((row) => row.name === name)
  return (
    saved.find((row) => row.indexer_id === id) ??
    named.find((row) => row.host === host) ??
    (id === undefined && named.length === 1 ? named[0] : undefined)
  )
}

export function entryIdOf(entry: unknown): string | undefined {
  const id = (entry as IndexerEntry | null)?.id ?? undefined
  return id === undefined ? undefined : String(id)
}

/** The fields of an indexer in a request; absent fields keep their value, or get the default. */
export function readIndexerEntry(entry: unknown, type: IndexerType, saved: readonly KeyedRow[]) {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw entryRefusal('Each indexer must be an object.')
  const fields = entry as IndexerEntry
  const name = typeof fields.name === 'string' ? fields.name.trim().slice(0, 100) : ''
  if (name === '') throw entryRefusal('Each indexer needs a name.')
  const host = hostOf(fields.host, name)
  const old = savedIndexerOf(fields, name, host, saved)
  return {
    old,
    order: orderOf(fields.order, name),
    values: {
      type,
      name,
      host,
      api_key: apiKeyFor(fields, { type, name, host }, old),
      verify: flagOf(fields.verify, 'verify', name) ?? old?.verify ?? true,
      enabled: flagOf(fields.enabled, 'enabled', name) ?? old?.enabled ?? true,
      categories: entryCategories(fields.categories, name) ?? old?.categories ?? [COMICS_CATEGORY],
      rss_uid: fields.rss_uid === undefined ? (old?.rss_uid ?? null) : uidOf(fields.rss_uid),
    },
  }
}

function hostOf(host: unknown, name: string): string {
  try {
    return tidyHost(host, name)
  } catch (error) {
    throw entryRefusal((error as Refusal).detail)
  }
}

/**
 * A key only goes to the origin that it was entered for. Without a new key, the saved one is kept only while scheme,
 * host and port are unchanged. Otherwise anyone allowed to edit the address could read the key.
 */
export function apiKeyFor(
  { api_key, apikey }: IndexerEntry,
  { type, name, host }: { type: IndexerType; name: string; host: string },
  old: Pick<KeyedRow, 'api_key' | 'host'> | undefined,
): string {
  const submitted = api_key ?? apikey ?? ''
  if (typeof submitted !== 'string' || submitted.length > 1000)
    throw entryRefusal(`The API key of ${name} must be one line of text.`)
  const key = submitted.trim()
  if (key !== '') return key
  if (!old || old.api_key === '') return ''
  if (indexerOrigin(old.host) === indexerOrigin(host)) return old.api_key
  throw entryRefusal(
    `The address of ${type}:${name} changed. Enter its API key again; the saved one is for ${indexerOrigin(old.host)}.`,
    'api_key_required',
  )
}

function flagOf(value: unknown, word: string, name: string): boolean | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value
  throw entryRefusal(`${word} of ${name} must be true or false.`)
}

/** `7030,8020`, `7030#8020` as in older files, or a list of numbers. Empty means the default. */
export function entryCategories(value: unknown, name: string): number[] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const parts = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,#;\s]+/).filter(Boolean)
      : [value]
  const numbers = parts.map(Number)
  if (numbers.length > 50 || !numbers.every((each) => Number.isInteger(each) && each > 0 && each < 10_000_000))
    throw entryRefusal(`The categories of ${name} must be numbers such as 7030,8020.`)
  return numbers.length === 0 ? undefined : [...new Set(numbers)]
}

function orderOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100_000) return value
  throw entryRefusal(`The order of ${name} must be a whole number from 0.`)
}

function uidOf(value: unknown): string | null {
  const text = value === null ? '' : String(value).trim()
  return /^[\w-]{1,100}$/.test(text) ? text : null
}
