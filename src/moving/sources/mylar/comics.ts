import { join } from 'node:path'
import { plainText } from '../../../metadata/providers/plain-text'
import type { Publication } from '../../../metadata/states'
import { comicOf, putSeriesSource } from '../../../metadata/store'
import type { KnownSeries } from '../../../metadata/sync/merge'
import type { ForeignRow } from '../../../platform/foreign-database'
import { findSeries, insertSeries } from '../../../series/store'
import { isWhole, lastPart } from '../../path-map'
import type { Move } from '../../source'
import { CATALOG } from './catalog'
import { mylarSettings } from './settings-file'
import { addressOf, flagOf, idOf, instantOf, integerOf, isGarbled, isNumeric, labelOf, textOf, yearOf } from './values'

const COLUMNS = [
  'comicid',
  'comicname',
  'comicyear',
  'dateadded',
  'status',
  'comicpublisher',
  'publisherimprint',
  'comiclocation',
  'comicpublished',
  'description',
  'descriptionedit',
  'alternatesearch',
  'comicversion',
  'detailurl',
  'forcecontinuing',
  'alternatefilename',
  'comicimageurl',
  'allowpacks',
  'type',
  'corrected_seriesyear',
  'corrected_type',
  'ignoretype',
  'agerating',
  'cv_removed',
  'usefuzzy',
]

/** Names that Mylar gives while it loads a series, and when that failed; it deletes such rows when it starts. */
const PLACEHOLDER = /^(?:Comic ID\b|.{0,200}Fetch\b.{0,200}failed\b)/i

/** Series. */
export function moveComics(move: Move): void {
  const { tx, tally, database } = move
  const settings = mylarSettings(move.texts)
  const wantNew = settings.flag('autowant_upcoming', true)
  const otherRoots = settings.list('multiple_dest_dirs').filter(isWhole)
  for (const row of database.rows('comics', COLUMNS)) {
    const id = idOf(row.comicid)
    const name = textOf(row.comicname)
    if (id === null) tally.left('', labelOf(row.comicname), 'The series has no id.')
    else if (name === null || PLACEHOLDER.test(name))
      tally.left(id, labelOf(row.comicname), 'Mylar never finished loading this series. Add it again by its id.')
    else {
      const known = (isNumeric(id) ? comicOf(tx, CATALOG, id) : undefined) ?? findSeries(tx, id)?.comic_id
      if (known !== undefined) {
        tally.merged(id, name, 'The library already has this series.')
        if (known !== id) move.renamed('series', id, known)
      } else {
        tally.taken()
        insertComic(move, id, name, row, wantNew)
      }
      listFolders(move, known ?? id, row, otherRoots)
    }
  }
}

function insertComic({ tx, at, tally, here }: Move, id: string, name: string, row: ForeignRow, wantNew: boolean): void {
  const stated = factsOf(row, name)
  const edited = editsOf(row)
  const facts = { ...stated, ...edited }
  const status = textOf(row.status)?.toLowerCase()
  const location = textOf(row.comiclocation)
  if ([name, facts.description].some((text) => isGarbled(text ?? null))) tally.note('Text with unreadable characters')
  if (status === 'loading' || status === 'error') tally.note('Series that Mylar had not finished loading: refresh them')
  if (integerOf(row.usefuzzy)) tally.note('Series whose year Mylar ignored: years always count here')
  const removed = integerOf(row.cv_removed) ?? 0
  if (removed > 0) tally.note('Series that their provider no longer lists')
  insertSeries(tx, {
    comic_id: id,
    name,
    content_type: 'comic',
    status: status === 'paused' ? 'paused' : 'active',
    source: isNumeric(id) ? CATALOG : 'local',
    year: facts.year ?? null,
    end_year: facts.end_year ?? null,
    publisher: facts.publisher ?? null,
    imprint: facts.imprint ?? null,
    volume: facts.volume ?? null,
    book_type: facts.book_type ?? 'Print',
    description: facts.description ?? null,
    aliases: facts.aliases ?? null,
    publication: facts.publication ?? null,
    age_rating: facts.age_rating ?? null,
    image_url: facts.image_url ?? null,
    location: location === null ? null : here(location),
    removed_upstream_at: removed > 0 ? at : null,
    listed: isNumeric(id),
    want_new: wantNew && status !== 'paused',
    allow_packs: flagOf(row.allowpacks),
    ignore_type: flagOf(row.ignoretype),
    added_at: instantOf(row.dateadded, at),
  })
  // 2: the user keeps a series that is gone there, so it is never refreshed.
  if (isNumeric(id) && removed < 2)
    putSeriesSource(tx, {
      comic_id: id,
      source: CATALOG,
      provider_id: id,
      facts: stated,
      said_at: at,
      checked_at: null,
    })
  else putSeriesSource(tx, { comic_id: id, source: 'file', facts: stated, said_at: at })
  if (Object.keys(edited).length > 0) putSeriesSource(tx, { comic_id: id, source: 'user', facts: edited, said_at: at })
}

/** The fields that have a value. */
const filled = (facts: { [K in keyof KnownSeries]: KnownSeries[K] | null }): KnownSeries =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)) as KnownSeries

function factsOf(row: ForeignRow, name: string): KnownSeries {
  const publisher = textOf(row.comicpublisher)
  return filled({
    name,
    year: yearOf(row.comicyear),
    publisher: publisher === 'Unknown' ? null : publisher,
    imprint: textOf(row.publisherimprint),
    volume: volumeOf(textOf(row.comicversion)),
    book_type: bookTypeOf(row.type),
    description: plainText(textOf(row.description) ?? undefined) ?? null,
    image_url: addressOf(row.comicimageurl),
    url: addressOf(row.detailurl),
    age_rating: ageRatingOf(textOf(row.agerating)),
    ...publicationOf(textOf(row.comicpublished)),
  })
}

/** What the user typed in Mylar: no refresh replaces it. */
function editsOf(row: ForeignRow): KnownSeries {
  const aliases = aliasesOf(row)
  return filled({
    year: yearOf(row.corrected_seriesyear),
    book_type: textOf(row.corrected_type) === null ? null : bookTypeOf(row.corrected_type),
    description: plainText(textOf(row.descriptionedit) ?? undefined) ?? null,
    publication: flagOf(row.forcecontinuing) ? 'ongoing' : null,
    aliases: aliases.length === 0 ? null : aliases,
  })
}

/** `v3` is the third run; `v2016` is only the year. */
function volumeOf(version: string | null): number | null {
  const number = Number(/^v?\.?\s*(\d{1,3})$/i.exec(version ?? '')?.[1])
  return number > 0 ? number : null
}

const bookTypeOf = (value: ForeignRow[string] | undefined): string | null => textOf(value) ?? null

/** The form that sets it drops what follows a blank. */
const ageRatingOf = (rating: string | null) => (rating === 'All' ? 'All Ages' : rating)

/** `August 2016 - Present`, `June 1999 - October 2004`, `December 2011`. */
function publicationOf(published: string | null): { publication: Publication | null; end_year: number | null } {
  if (published === null) return { publication: null, end_year: null }
  if (/present/i.test(published)) return { publication: 'ongoing', end_year: null }
  const end = /-\s*(?:[a-z?]+\s*)?(\d{4})\s*$/i.exec(published)
  return end ? { publication: 'ended', end_year: yearOf(end[1]!) } : { publication: null, end_year: null }
}

/** Other names that Mylar searches for. `!!91273` behind one says which volume its annuals are. */
function aliasesOf(row: ForeignRow): string[] {
  const names = (textOf(row.alternatesearch) ?? '').split('##').map((name) => name.replace(/!!.*$/s, '').trim())
  const fileName = textOf(row.alternatefilename)
  return [...new Set([...names, ...(fileName === null ? [] : [fileName])])].filter(
    (name) => name !== '' && name !== 'None',
  )
}

function listFolders({ list, here }: Move, comicId: string, row: ForeignRow, otherRoots: readonly string[]): void {
  const location = textOf(row.comiclocation)
  if (location === null || !isWhole(location)) return
  const name = lastPart(location)
  list(comicId, [...new Set([here(location), ...otherRoots.map((root) => join(here(root), name))])])
}
