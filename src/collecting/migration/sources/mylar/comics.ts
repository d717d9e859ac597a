import { join } from 'node:path'
import { normalNumber } from '../../../../base/names/numbers'
import type { ForeignRow } from '../../../../base/platform/foreign-database'
import { plainText } from '../../../../library/metadata/providers/plain-text'
import type { Publication } from '../../../../library/metadata/states'
import { putSeriesSource } from '../../../../library/metadata/store'
import type { KnownSeries } from '../../../../library/metadata/sync/merge'
import { findSeries, insertSeries } from '../../../../library/series/store'
import { matchSeries, numberSign, type SeriesSigns } from '../../library/match-series'
import { takeSeries } from '../../library/take-series'
import { exchangeSentence } from '../../library/taken-fields'
import { hasSeries } from '../../library-store'
import { isFullPath, lastPart } from '../../path-map'
import type { MoveIn } from '../../source'
import { earlierIds } from '../../store'
import { CATALOG } from './catalog'
import {
  isGarbled,
  isNumeric,
  mylarAddress,
  mylarFlag,
  mylarId,
  mylarInstant,
  mylarInteger,
  mylarLabel,
  mylarText,
  mylarYear,
} from './mylar-values'
import { filesOfLibrary } from './named-files'
import { mylarSettings } from './settings-file'

export const COMIC_COLUMNS = [
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

/** Names that Mylar gives a series while it loads, or when loading failed; Mylar deletes such rows when it starts. */
const PLACEHOLDER = /^(?:Comic ID\b|.{0,200}Fetch\b.{0,200}failed\b)/i

/** Moves series. Existing series get what they lack. */
export function moveComics(move: MoveIn): void {
  const { tally, database } = move
  const settings = mylarSettings(move.texts)
  const wantNew = settings.flag('autowant_upcoming', true)
  const otherRoots = settings.list('multiple_dest_dirs').filter(isFullPath)
  const rows = [...database.rows('comics', COMIC_COLUMNS)]
  const known = knownComics(move, rows.filter(isLoaded))
  const made = new Set<string>()
  for (const row of rows) {
    const id = mylarId(row.comicid)
    const name = mylarText(row.comicname)
    if (id === null) tally.left('', mylarLabel(row.comicname), 'The series has no id.')
    else if (!isLoaded(row) || name === null)
      tally.left(id, mylarLabel(row.comicname), 'Mylar never finished loading this series. Add it again by its id.')
    else {
      // Another row with this id was matched to the series, or has just made it.
      const own = known.get(id) ?? findSeries(move.tx, id)?.comic_id
      if (own === undefined) {
        tally.taken()
        insertComic(move, id, name, row, wantNew)
      } else {
        const isRepeated = made.has(own)
        const reason = isRepeated ? 'Another row is the same series.' : takeComic(move, own, { id, name, row, wantNew })
        tally.merged(id, name, reason)
        if (own !== id) move.renamed('series', id, own)
      }
      made.add(own ?? id)
      listFolders(move, own ?? id, row, otherRoots)
    }
  }
}

const isLoaded = (row: ForeignRow) =>
  mylarId(row.comicid) !== null && !PLACEHOLDER.test(mylarText(row.comicname) ?? 'Comic ID')

function knownComics(move: MoveIn, rows: readonly ForeignRow[]): Map<string, string> {
  if (!hasSeries(move.tx)) return new Map()
  const numbers = numbersByComic(move)
  const { homes } = filesOfLibrary(move)
  const signs = rows.map((row): SeriesSigns => {
    const id = mylarId(row.comicid)!
    const name = mylarLabel(row.comicname)
    const { year = null, volume = null } = { ...factsOf(row, name), ...editsOf(row) }
    const location = mylarText(row.comiclocation)
    return {
      id,
      name,
      year,
      volume,
      content_type: 'comic',
      ids: isNumeric(id) ? { [CATALOG]: id } : {},
      folder: location === null ? null : move.localPath(location),
      numbers: numbers.get(id) ?? new Set(),
    }
  })
  const earlier = earlierIds(move.tx, move.run_id, 'series')
  return matchSeries(move.tx, signs, { homes, earlier, isInLibrary: move.isInLibrary })
}

function numbersByComic({ database }: MoveIn): Map<string, Set<string>> {
  const numbers = new Map<string, Set<string>>()
  for (const [table, kind] of [['issues', 'issue'], ['annuals', 'annual']] as const) // biome-ignore format: one glance
    for (const row of database.rows(table, ['comicid', 'issue_number'])) {
      const number = normalNumber(mylarText(row.issue_number) ?? '')
      numbers.getOrInsertComputed(mylarLabel(row.comicid), () => new Set()).add(numberSign({ kind, number }))
    }
  return numbers
}

interface KnownComic {
  id: string
  name: string
  row: ForeignRow
  wantNew: boolean
}

function takeComic(move: MoveIn, comicId: string, { id, name, row, wantNew }: KnownComic): string {
  const monitored = mylarText(row.status)?.toLowerCase() !== 'paused'
  const exchange = takeSeries(move, comicId, {
    ids: isNumeric(id) ? { [CATALOG]: id } : {},
    facts: { ...factsOf(row, name), ...editsOf(row) },
    listed: isNumeric(id),
    folder: mylarText(row.comiclocation),
    monitored,
    want_new: wantNew && monitored,
  })
  return exchangeSentence('series', exchange)
}

function insertComic(
  { tx, at, tally, localPath }: MoveIn,
  id: string,
  name: string,
  row: ForeignRow,
  wantNew: boolean,
): void {
  const stated = factsOf(row, name)
  const edited = editsOf(row)
  const facts = { ...stated, ...edited }
  const status = mylarText(row.status)?.toLowerCase()
  const location = mylarText(row.comiclocation)
  if ([name, facts.description].some((text) => isGarbled(text ?? null)))
    tally.countRemark('Text with unreadable characters')
  if (status === 'loading' || status === 'error')
    tally.countRemark('Series that Mylar had not finished loading: refresh them')
  if (mylarInteger(row.usefuzzy)) tally.countRemark('Series whose year Mylar ignored: years always count here')
  const removed = mylarInteger(row.cv_removed) ?? 0
  if (removed > 0) tally.countRemark('Series that their metadata source no longer lists')
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
    stated_age_rating: facts.age_rating ?? null,
    image_url: facts.image_url ?? null,
    location: location === null ? null : localPath(location),
    removed_upstream_at: removed > 0 ? at : null,
    listed: isNumeric(id),
    want_new: wantNew && status !== 'paused',
    allow_packs: mylarFlag(row.allowpacks),
    ignore_type: mylarFlag(row.ignoretype),
    added_at: mylarInstant(row.dateadded, at),
  })
  // 2: the user keeps a series that the service removed, so it is never refreshed.
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

/** Fields that have a value. */
const filled = (facts: { [K in keyof KnownSeries]: KnownSeries[K] | null }): KnownSeries =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)) as KnownSeries

function factsOf(row: ForeignRow, name: string): KnownSeries {
  const publisher = mylarText(row.comicpublisher)
  return filled({
    name,
    year: mylarYear(row.comicyear),
    publisher: publisher === 'Unknown' ? null : publisher,
    imprint: mylarText(row.publisherimprint),
    volume: volumeOf(mylarText(row.comicversion)),
    book_type: bookTypeOf(row.type),
    description: plainText(mylarText(row.description) ?? undefined) ?? null,
    image_url: mylarAddress(row.comicimageurl),
    url: mylarAddress(row.detailurl),
    age_rating: ageRatingOf(mylarText(row.agerating)),
    ...publicationOf(mylarText(row.comicpublished)),
  })
}

/** Values that the user typed in Mylar: no refresh replaces them. */
function editsOf(row: ForeignRow): KnownSeries {
  const aliases = aliasesOf(row)
  return filled({
    year: mylarYear(row.corrected_seriesyear),
    book_type: mylarText(row.corrected_type) === null ? null : bookTypeOf(row.corrected_type),
    description: plainText(mylarText(row.descriptionedit) ?? undefined) ?? null,
    publication: mylarFlag(row.forcecontinuing) ? 'ongoing' : null,
    aliases: aliases.length === 0 ? null : aliases,
  })
}

/** `v3` is the third run; `v2016` states only the year. */
function volumeOf(version: string | null): number | null {
  const number = Number(/^v?\.?\s*(\d{1,3})$/i.exec(version ?? '')?.[1])
  return number > 0 ? number : null
}

const bookTypeOf = (value: ForeignRow[string] | undefined): string | null => mylarText(value) ?? null

/** Mylar's form drops all text after a blank. */
const ageRatingOf = (rating: string | null) => (rating === 'All' ? 'All Ages' : rating)

/** `August 2016 - Present`, `June 1999 - October 2004`, `December 2011`. */
function publicationOf(published: string | null): { publication: Publication | null; end_year: number | null } {
  if (published === null) return { publication: null, end_year: null }
  if (/present/i.test(published)) return { publication: 'ongoing', end_year: null }
  const end = /-\s*(?:[a-z?]+\s*)?(\d{4})\s*$/i.exec(published)
  return end ? { publication: 'ended', end_year: mylarYear(end[1]!) } : { publication: null, end_year: null }
}

/** Other names that Mylar searches for. `!!91273` after a name states the volume of its annuals. */
function aliasesOf(row: ForeignRow): string[] {
  const names = (mylarText(row.alternatesearch) ?? '').split('##').map((name) => name.replace(/!!.*$/s, '').trim())
  const fileName = mylarText(row.alternatefilename)
  return [...new Set([...names, ...(fileName === null ? [] : [fileName])])].filter(
    (name) => name !== '' && name !== 'None',
  )
}

function listFolders(
  { list, localPath }: MoveIn,
  comicId: string,
  row: ForeignRow,
  otherRoots: readonly string[],
): void {
  const location = mylarText(row.comiclocation)
  if (location === null || !isFullPath(location)) return
  const name = lastPart(location)
  list(comicId, [...new Set([localPath(location), ...otherRoots.map((root) => join(localPath(root), name))])])
}
