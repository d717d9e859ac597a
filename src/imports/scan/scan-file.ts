import { join, relative } from 'node:path'
import type { ArchiveDeps } from '../../formats/archives/archive'
import { ArchiveError, type FaultKind } from '../../formats/archives/fault'
import { fileFacts } from '../../formats/archives/file-facts'
import { openFingerprinted } from '../../formats/fingerprint'
import { FORMATS } from '../../formats/formats'
import type { FileFacts, Files } from '../../platform/ports'
import { dateOf, type FileSeen, type Found, type Look, lookAt, mayBeAnything, toldOf } from '../../recognition/service'
import { Refusal } from '../../refusal'
import type { Database } from '../../storage/database'
import { type HeldFile, heldAt } from '../library-store'
import type { SeenRow } from '../store'
import type { ReadFacts } from '../tables'
import { type SeenBefore, seenBefore } from './cache-store'

interface Deps {
  db: Database
  archives: ArchiveDeps & { files: Files }
}

export interface Sight {
  /** Absent when the file cannot be imported; the row says why. */
  seen?: FileSeen
  row: SeenRow
  /** What the library has at the path, if it is the same content. */
  held?: HeldFile
  /** What the library has at the path, if it is another content than what lies there now. */
  replaces?: HeldFile
  /** What was read from it now, to be remembered. */
  read?: ReadFacts
  /** The disk that it lies on. */
  device?: number
}

/**
 * Looks at one file. One that the library has as it is, or that a scan read as it is, need not be opened; whatever is
 * wrong becomes its problem.
 * Undefined when its name promises nothing and it is no comic.
 */
export async function see({ place, name }: Found, scanId: string, { db, archives }: Deps): Promise<Sight | undefined> {
  const path = join(place.path, name)
  const base = { scan_id: scanId, path, root_length: path.length - relative(place.root, path).length, evidence: [] }
  try {
    const facts = await fileFacts(archives.files, path)
    const row = { ...base, size: facts.size, modified_ms: facts.modifiedMs }
    const held = heldAt(db.read, path)
    const file = { place, name, path, size: facts.size }
    const { device } = facts
    if (held && isUnchanged(held, facts)) return { ...inLibrary(file, row, held), device }
    const replaces = held?.content_hash ? { replaces: held } : {}
    const before = seenBefore(db.read, path)
    if (before && isUnchanged(before, facts))
      return { ...asBefore({ ...file, held }, row, before), device, ...replaces }
    const open = await openFingerprinted(path, archives.files)
    try {
      const hash = open.fingerprint
      if (held?.content_hash === hash) return { ...inLibrary(file, row, held), device }
      if (before?.content_hash === hash)
        return { ...asBefore({ ...file, held }, row, before), read: before.facts, device, ...replaces }
      const once = { ...archives, files: { open: async () => open } }
      const sight = await opened({ ...file, held, hash }, { ...row, content_hash: hash }, path, once)
      return sight && { ...sight, device, ...replaces }
    } finally {
      await open.close()
    }
  } catch (error) {
    return { row: { size: 0, modified_ms: 0, ...base, problem: reason(error) } }
  }
}

type File = Omit<FileSeen, 'pages'>
export type KnownSight = Required<Pick<Sight, 'seen' | 'held' | 'row'>>

/** What is known of a file that need not be opened: it is there as the library has it, maybe elsewhere. */
export function inLibrary(file: File, row: SeenRow, held: HeldFile): KnownSight {
  const { format, page_count, cover_page, content_hash } = held
  const known = { format, page_count, cover_page, content_hash, in_library: true, evidence: ['It is in the library'] }
  const seen = { ...file, held, hash: content_hash ?? undefined, pages: page_count, unchanged: true }
  return { seen, held, row: { ...row, ...known } }
}

/** What a scan read before, of the same content. */
function asBefore(file: File, row: SeenRow, { content_hash, facts }: SeenBefore): Sight {
  const { row: columns, ...said } = facts
  const seen = { ...file, hash: content_hash, pages: columns.page_count ?? 0, ...said }
  return { seen, row: { ...row, content_hash, ...columns } }
}

const NO_COMIC = new Set<FaultKind>(['empty', 'not_an_archive', 'no_pages'])

async function opened(file: File, row: SeenRow, path: string, archives: ArchiveDeps): Promise<Sight | undefined> {
  try {
    const look = await lookAt(path, archives)
    const said = columns(look)
    const { pages, info, saidBy, numberBy } = look
    const told = info && toldOf(info)
    const read = { row: said, info: told, saidBy, numberBy }
    return { seen: { ...file, pages, info: told, saidBy, numberBy }, row: { ...row, ...said }, read }
  } catch (error) {
    if (mayBeAnything(file.name) && error instanceof ArchiveError && NO_COMIC.has(error.fault)) return undefined
    return { row: { ...row, problem: reason(error) } }
  }
}

function columns({ format, mislabelled, pages, coverPage, info, remark }: Look): ReadFacts['row'] {
  const evidence = remark ? [remark] : []
  if (mislabelled) evidence.push(`It is ${FORMATS[format].name}, whatever its name says`)
  if (pages === 0) evidence.push('It is a book of text: it can be kept and sent, without pages to show here')
  return {
    format,
    page_count: pages,
    cover_page: coverPage,
    title: info?.title?.slice(0, MOST_TITLE) ?? null,
    year: info?.year ?? null,
    release_date: dateOf(info) ?? null,
    writer: info?.writer?.join(', ').slice(0, MOST_TITLE) ?? null,
    summary: info?.summary?.slice(0, MOST_SUMMARY) ?? null,
    evidence,
  }
}

const MOST_TITLE = 300
const MOST_SUMMARY = 10_000

function isUnchanged(held: Pick<HeldFile, 'size' | 'modified_ms'>, facts: FileFacts): boolean {
  return held.size === facts.size && held.modified_ms === facts.modifiedMs
}

function reason(error: unknown): string {
  if (error instanceof ArchiveError || error instanceof Refusal) return error.detail
  return `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`
}
