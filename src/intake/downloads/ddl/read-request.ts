import { legacy } from '../../../base/refusal'
import { legalPart } from '../../../library/filing/legal'
import { NO_ONE_OFFS } from '../states'

type Body = Record<string, unknown>

/** A request for a direct download. */
export interface DownloadRequest {
  id: string
  link: URL
  site: string
  filename: string
  /** Required size in bytes. */
  size: number | null
  series: string | null
  year: string | null
  issues: string | null
  link_type: string | null
  mainlink: string | null
  comic_id: string | null
  issue_id: string | null
  pack: boolean
}

const MOST = 2000
/** Words used in route paths, which ids must not equal. */
const TAKEN = ['history', 'queue', 'process', 'ddl', 'file', 'items', 'blocklist', 'needs-attention']

/** Parses both forms that existing tools send: `{id, link, site}`, or all fields that they know. Throws Refusal. */
export function readDownloadRequest(body: Body): DownloadRequest {
  const text = (name: string, most = MOST) => textOf(body, name, most)
  if (flagOf(body.oneoff)) throw legacy('invalid', NO_ONE_OFFS)
  const link = URL.parse(needed(body, 'link', 8000))
  if (!link || !/^https?:$/.test(link.protocol))
    throw legacy('invalid', 'link has to be a whole address that begins with http:// or https://.')
  return {
    id: idOf(body),
    link,
    site: needed(body, 'site', 200),
    filename: legalPart(text('filename') ?? ''),
    size: sizeOf(body.remote_filesize),
    series: text('series'),
    year: text('year'),
    issues: text('issues'),
    link_type: text('link_type'),
    mainlink: text('mainlink'),
    comic_id: text('comicid', 255),
    issue_id: text('issueid', 255),
    pack: flagOf(body.pack),
  }
}

function idOf(body: Body): string {
  const id = needed(body, 'id', 255)
  if (TAKEN.includes(id)) throw legacy('invalid', `${id} is a word of the interface: give it another id.`)
  return id
}

function needed(body: Body, name: string, most: number): string {
  const text = textOf(body, name, most)
  if (text === null) throw legacy('invalid', `${name} is missing.`)
  return text
}

/** Years and ids come as numbers or text; numbers become text. */
function textOf(body: Body, name: string, most: number): string | null {
  const value = body[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' && typeof value !== 'number') throw legacy('invalid', `${name} has to be a text.`)
  const text = String(value).trim()
  if (text.length > most) throw legacy('invalid', `${name} is longer than ${most} characters.`)
  return text === '' ? null : text
}

function sizeOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const size = Number(value)
  if (typeof value === 'object' || typeof value === 'boolean' || !Number.isSafeInteger(size) || size < 0)
    throw legacy('invalid', 'remote_filesize has to be a count of bytes.')
  return size === 0 ? null : size
}

const flagOf = (value: unknown): boolean => /^(?:1|true|yes)$/i.test(String(value))
