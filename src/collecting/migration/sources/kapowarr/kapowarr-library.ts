import { normalNumber } from '../../../../base/names/numbers'
import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import { plainText } from '../../../../library/metadata/providers/plain-text'
import type { IssueFacts, SeriesFacts } from '../../../../library/metadata/providers/provider'
import { filledFields } from '../../../../library/metadata/sync/merge'
import { countValue, dayValue, flagValue, idValue, numberValue, textValue } from '../../library/column-values'
import type { LeftRow, SourceFile, SourceIssue, SourceRoot, SourceSeries } from '../../library/rows'

/** Book types by `special_version`. Volumes as issues are numbered like any other run. */
const BOOK_TYPES: Record<string, string> = {
  tpb: 'TPB',
  'one-shot': 'One-Shot',
  'hard-cover': 'HC',
  omnibus: 'Omnibus',
}

const PICTURE = /\.(?:jpe?g|png|webp|gif|bmp|tiff?|avif|jxl)$/i

export function* kapowarrRoots(db: ForeignDatabase): Generator<SourceRoot> {
  for (const row of db.rows('root_folders', ['folder'])) {
    const path = textValue(row.folder)
    if (path !== null) yield { path, content_type: 'comic' }
  }
}

/** A setting of Kapowarr, except secret ones. */
export function kapowarrSetting(db: ForeignDatabase, key: string): string | null {
  const [row] = db.columns('config').has('value') ? db.query('SELECT value FROM config WHERE key = ?', key) : []
  return textValue(row?.value)
}

const VOLUME = [
  'id',
  'comicvine_id',
  'title',
  'alt_title',
  'year',
  'publisher',
  'volume_number',
  'description',
  'monitored',
  'monitor_new_issues',
  'folder',
  'special_version',
  'special_version_locked',
]

export function* kapowarrSeries(db: ForeignDatabase): Generator<SourceSeries> {
  const followsNew = db.columns('volumes').has('monitor_new_issues')
  for (const row of db.rows('volumes', VOLUME)) {
    const name = textValue(row.title) ?? 'Unnamed'
    const [year, volume, comicvine] = [
      countValue(row.year),
      countValue(row.volume_number),
      countValue(row.comicvine_id),
    ]
    const alias = textValue(row.alt_title)
    const monitored = flagValue(row.monitored)
    yield {
      id: idValue(row.id),
      name,
      year,
      volume,
      folder: textValue(row.folder),
      content_type: 'comic',
      reading_direction: 'ltr',
      facts: filledFields<SeriesFacts>({
        name,
        year,
        volume,
        publisher: textValue(row.publisher),
        description: plainText(textValue(row.description) ?? undefined),
        book_type: BOOK_TYPES[textValue(row.special_version) ?? ''],
        aliases: alias === null ? null : [alias],
      }),
      locked: flagValue(row.special_version_locked) ? ['book_type'] : [],
      ids: comicvine === null ? {} : { comicvine: String(comicvine) },
      total: null,
      monitored,
      // Versions before 1.2 wanted all new issues of a monitored volume.
      want_new: followsNew ? flagValue(row.monitor_new_issues) : monitored,
      trashed: false,
    }
  }
}

const ISSUE = ['id', 'volume_id', 'comicvine_id', 'issue_number', 'title', 'date', 'description', 'monitored']

export function* kapowarrIssues(db: ForeignDatabase): Generator<SourceIssue> {
  const isRelease = kapowarrSetting(db, 'date_type') === 'store_date'
  const loose = heldAsPictures(db)
  for (const row of db.rows('issues', ISSUE)) {
    const comicvine = countValue(row.comicvine_id)
    const number = normalNumber(textValue(row.issue_number) ?? '')
    const date = dayValue(row.date)
    yield {
      id: idValue(row.id),
      series_id: idValue(row.volume_id),
      part_of: null,
      label: '',
      file_number: '',
      kind: 'issue',
      unit: 'issue',
      number,
      volume_number: null,
      facts: filledFields<IssueFacts>({
        number,
        title: textValue(row.title),
        summary: plainText(textValue(row.description) ?? undefined),
        [isRelease ? 'release_date' : 'issue_date']: date,
      }),
      locked: [],
      ids: comicvine === null ? {} : { comicvine: String(comicvine) },
      intent: flagValue(row.monitored) ? 'wanted' : 'skipped',
      trashed: false,
      pictures: loose.has(idValue(row.id)),
    }
  }
}

/** Ids of issues that Kapowarr stores as loose pages. */
function heldAsPictures(db: ForeignDatabase): Set<string> {
  const pictures = new Set<string>()
  for (const row of db.rows('files', ['id', 'filepath']))
    if (PICTURE.test(textValue(row.filepath) ?? '')) pictures.add(idValue(row.id))
  const issues = pictures.size === 0 ? [] : [...db.rows('issues_files', ['file_id', 'issue_id'])]
  return new Set(issues.flatMap((row) => (pictures.has(idValue(row.file_id)) ? [idValue(row.issue_id)] : [])))
}

/** Comic files only: covers, metadata files and loose pages are not opened. */
export function* kapowarrFiles(db: ForeignDatabase): Generator<SourceFile> {
  const links = new Map<string, string[]>()
  for (const row of db.rows('issues_files', ['file_id', 'issue_id'])) {
    const file = idValue(row.file_id)
    links.set(file, [...(links.get(file) ?? []), idValue(row.issue_id)])
  }
  for (const row of db.rows('files', ['id', 'filepath', 'size'])) {
    const path = textValue(row.filepath)
    const issue_ids = links.get(idValue(row.id)) ?? []
    if (path === null || issue_ids.length === 0 || PICTURE.test(path)) continue
    yield { id: idValue(row.id), path, size: countValue(row.size), pages: null, digest: null, issue_ids }
  }
}

/** An address without the parts that may contain a key. */
function pageOf(value: ForeignRow[string] | undefined): string {
  const link = textValue(value) ?? ''
  if (!URL.canParse(link)) return ''
  const { host, pathname, protocol } = new URL(link)
  return protocol === 'magnet:' ? '' : `${host}${pathname}`
}

const hostOf = (url: string | null) => (URL.canParse(url ?? '') ? new URL(url ?? '').host : '')

/** Names and addresses of the rows that are left behind; logins and keys are not read. */
export function* kapowarrLeft(db: ForeignDatabase): Generator<LeftRow> {
  yield* otherFiles(db)
  const columns = ['id', 'web_title', 'web_sub_title', 'source', 'web_link', 'download_link', 'link']
  for (const row of db.rows('blocklist', columns)) {
    const titles = [row.web_title, row.web_sub_title].flatMap((value) => textValue(value) ?? [])
    // Rows from before 1.0 have a link and no title.
    const named = titles.length > 0 ? titles : [pageOf(row.web_link) || pageOf(row.download_link) || pageOf(row.link)]
    const label = [...named, textValue(row.source) ?? ''].filter(Boolean).join(', ')
    const reason = 'Kapowarr blocks links on web pages, where Panelkeep does not search.'
    yield { table: 'blocklist', id: idValue(row.id), label, reason }
  }
  const clients = db.has('external_download_clients') ? 'external_download_clients' : 'torrent_clients'
  for (const row of db.rows(clients, ['id', 'title', 'client_type', 'type', 'base_url'])) {
    const label = [textValue(row.title), textValue(row.client_type), hostOf(textValue(row.base_url))]
      .filter(Boolean)
      .join(', ')
    const reason = 'Logins stay in Kapowarr. Add it in Settings, Download clients.'
    yield { table: clients, id: idValue(row.id), label, reason }
  }
  // Before 1.1 the source was a number.
  const sources = new Map(
    [...db.rows('credentials_sources', ['id', 'source'])].map((row) => [idValue(row.id), textValue(row.source)]),
  )
  for (const row of db.rows('credentials', ['id', 'source'])) {
    const reason = 'Logins stay in Kapowarr, and Panelkeep does not download from there.'
    yield {
      table: 'credentials',
      id: idValue(row.id),
      label: sources.get(idValue(row.source)) ?? textValue(row.source) ?? '',
      reason,
    }
  }
  for (const row of db.rows('download_queue', ['id', 'web_title'])) {
    const reason = 'This download runs in Kapowarr. Let it finish there, then scan the library.'
    yield { table: 'download_queue', id: idValue(row.id), label: textValue(row.web_title) ?? '', reason }
  }
  for (const row of db.rows('download_history', ['file_title', 'title', 'web_title', 'web_link', 'original_link'])) {
    const title = textValue(row.file_title) ?? textValue(row.title) ?? textValue(row.web_title)
    const label = title ?? (pageOf(row.web_link) || pageOf(row.original_link))
    const reason = 'Downloads of Kapowarr. Panelkeep keeps a history of its own.'
    yield { table: 'download_history', id: '', label, reason }
  }
}

function* otherFiles(db: ForeignDatabase): Generator<LeftRow> {
  const kinds = new Map<string, string>()
  for (const row of db.rows('volume_files', ['file_id', 'file_type']))
    kinds.set(idValue(row.file_id), textValue(row.file_type) ?? '')
  const linked = new Set([...db.rows('issues_files', ['file_id'])].map((row) => idValue(row.file_id)))
  for (const row of db.rows('files', ['id', 'filepath'])) {
    const [id, path] = [idValue(row.id), textValue(row.filepath) ?? '']
    const kind = kinds.get(id)
    if (linked.has(id) && !PICTURE.test(path)) continue
    const reason =
      kind !== undefined
        ? `A ${kind} file. It stays where it is.`
        : PICTURE.test(path)
          ? 'A loose page. Its issue counts as owned. Pack the pages into a CBZ and scan the library to read it.'
          : 'Kapowarr has it for no issue. Scan the library to import it.'
    yield { table: 'files', id, label: path, reason }
  }
}

/** Issues that Kapowarr would search: monitored, of a monitored volume, and without a file. */
export function kapowarrWanted(db: ForeignDatabase): number {
  const wanted = `SELECT count(*) FROM issues i JOIN volumes v ON v.id = i.volume_id WHERE i.monitored = 1
    AND v.monitored = 1 AND NOT EXISTS (SELECT 1 FROM issues_files f WHERE f.issue_id = i.id)`
  return numberValue(db.value(wanted)) ?? 0
}
