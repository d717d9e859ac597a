import { type PageSum, pageId, parsePageId } from '../../base/formats/archives/page-prints'
import { hashDistance } from '../../base/formats/images/cover-hash'
import type { PageRange } from '../../base/http/paging'
import { pagination } from '../../base/http/paging'
import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { issueLabel } from '../reading/labels'
import type { PictureOffer } from '../reading/pictures'
import { eachFileWithPage, filesWithPages } from './files-with-pages'
import type { HidePayload } from './hide-pages'
import * as pages from './page-store'
import type { RemovalPayload } from './removal'
import { HIDE_PAGES, type PageRule, type PageState, pageWork, REMOVE_PAGES } from './states'
import type { PageThumbs } from './thumbs'

interface Deps {
  db: Database
  clock: Clock
  operations: Pick<Operations, 'active' | 'enqueue'>
  thumbs: PageThumbs
}

const PER_PAGE = 50

/** Pages that are in several files: which there are, and what to do with them. For owner and managers. */
export class UnwantedPages {
  constructor(private readonly deps: Deps) {}

  /** How many groups of pages wait for a decision. */
  get found(): number {
    return pages.countGroups(this.deps.db.read, 'found')
  }

  list(state: PageState = 'found', range: PageRange) {
    const { read } = this.deps.db
    const page = { limit: range.limit ?? PER_PAGE, offset: range.offset }
    const groups = pages.groupsOf(read, state, page)
    const sums = groups.flatMap((group) => {
      const sum = parsePageId(group)
      return sum ? [{ group, sum }] : []
    })
    const members = Map.groupBy(pages.pagesOfGroups(read, sums), ({ group }) => group)
    const counts = {
      found: pages.countGroups(read, 'found'),
      hidden: pages.countGroups(read, 'hidden'),
      kept: pages.countGroups(read, 'kept'),
    }
    return {
      groups: groups.map((group) => ({ pages: inOrder(members.get(group) ?? [], state) })),
      counts,
      ...pages.checkedFiles(read),
      work: this.work(),
      pagination: pagination(counts[state], page, groups.length),
    }
  }

  private work() {
    return pageWork.flatMap((kind) =>
      this.deps.operations
        .active(kind)
        .map(({ operation_id, progress }) => ({ operation_id, kind, progress: progress ?? 0 })),
    )
  }

  /** Throws Refusal 'missing' for an unknown page. */
  places(id: string, range: PageRange) {
    const { read } = this.deps.db
    const sum = this.known([id])[0]!
    const page = { limit: range.limit ?? PER_PAGE, offset: range.offset }
    const rows = pages.placesOfPage(read, sum, page)
    const places = rows.map(({ page: at, file, issue, comic_id, series_name }) => ({
      file_id: file.file_id,
      issue_id: issue.issue_id,
      comic_id,
      series_name,
      label: issueLabel(issue),
      path: file.path,
      format: file.format,
      page: at,
      hidden: file.hidden_pages?.pages.includes(at) ?? false,
    }))
    return { places, pagination: pagination(pages.countPlaces(read, sum), page, rows.length) }
  }

  /** Throws Refusal 'missing' for an unknown page. */
  picture(id: string): PictureOffer {
    return this.deps.thumbs.offer(this.known([id])[0]!)
  }

  /** What an action on the pages would touch. Throws Refusal 'missing' for an unknown page. */
  async preview(ids: readonly string[]) {
    const { read } = this.deps.db
    const formats = new Map<string, Set<string>>()
    const hidden = new Set<string>()
    let bytes = 0
    await eachFileWithPage(read, this.known(ids), (file, { size }) => {
      const { file_id, format } = file
      formats.set(format, (formats.get(format) ?? new Set()).add(file_id))
      if (file.hidden?.pages.includes(file.page)) hidden.add(file_id)
      if (format === 'cbz') bytes += size
    })
    const counts = [...formats].map(([format, found]) => ({ format, files: found.size }))
    const others = counts.filter(({ format }) => format !== 'cbz').sort((a, b) => b.files - a.files)
    const files = counts.reduce((sum, each) => sum + each.files, 0)
    return { files, removable: formats.get('cbz')?.size ?? 0, others, hidden: hidden.size, bytes }
  }

  /** Hides the pages in reader and catalog. `rule`: also in new files. */
  hide(ids: string[], rule?: PageRule | null) {
    this.refuseUnseen(ids)
    const payload: HidePayload = { page_ids: ids, hide: true, ...(rule === undefined ? {} : { rule }) }
    return this.begin(HIDE_PAGES, payload)
  }

  /** Shows hidden pages again, and keeps them in new files. */
  show(ids: string[]) {
    this.known(ids)
    return this.begin(HIDE_PAGES, { page_ids: ids, hide: false, rule: null } satisfies HidePayload)
  }

  /** Removes the pages from CBZ files. `rule`: also from new files. */
  async remove(ids: string[], rule?: PageRule | null) {
    const sums = this.refuseUnseen(ids)
    const file_ids = await filesWithPages(this.deps.db.read, sums)
    if (file_ids.length === 0) throw new Refusal('conflict', 'No file has these pages any more.')
    const payload: RemovalPayload = { file_ids, comic_id: null, page_ids: ids, ...(rule === undefined ? {} : { rule }) }
    return this.begin(REMOVE_PAGES, payload)
  }

  /** Keeps pages out of the list of found pages, or lists them again. */
  keep(ids: readonly string[], keep: boolean): { success: true } {
    const { db, clock } = this.deps
    const sums = this.known(ids)
    if (sums.some((sum) => pages.findPage(db.read, sum)?.state === 'hidden'))
      throw new Refusal('conflict', 'A hidden page cannot be kept. Show it first.')
    const state = keep ? ('kept' as const) : ('found' as const)
    // A kept page is kept in new files too.
    db.write((tx) => pages.decide(tx, sums, { state, decided_at: clock.now(), ...(keep && { rule: null }) }))
    return { success: true }
  }

  setRule(ids: readonly string[], rule: PageRule | null): { success: true } {
    const { db, clock } = this.deps
    const sums = rule === null ? this.known(ids) : this.refuseUnseen(ids)
    db.write((tx) => pages.decide(tx, sums, { rule, decided_at: clock.now() }))
    return { success: true }
  }

  private begin(kind: string, payload: HidePayload | RemovalPayload) {
    const { operation_id } = this.deps.operations.enqueue({ kind, subject: payload.page_ids[0]!, payload })
    return { success: true as const, operation_id }
  }

  private known(ids: readonly string[]): PageSum[] {
    return ids.map((id) => {
      const sum = parsePageId(id)
      if (!sum || !pages.findPage(this.deps.db.read, sum)) throw new Refusal('missing', `Page not found: ${id}.`)
      return sum
    })
  }

  /** Only what the user could see is hidden or removed, and never an empty page. */
  private refuseUnseen(ids: readonly string[]): PageSum[] {
    const sums = this.known(ids)
    for (const sum of sums) {
      const { look } = pages.findPage(this.deps.db.read, sum)!
      if (look === 'plain') throw new Refusal('invalid', 'The page is blank. Blank pages are in many comics.')
      if (look !== 'seen') throw new Refusal('invalid', 'The page could not be decoded.')
    }
    return sums
  }
}

/** Pages in the listed state first. */
function inOrder(rows: readonly pages.RepeatedPage[], state: PageState) {
  const listed = [...rows].sort((a, b) => Number(b.state === state) - Number(a.state === state) || b.files - a.files)
  const first = listed[0]?.picture_hash
  return listed.map((row) => ({
    page_id: pageId(row),
    files: row.files,
    size: row.size,
    width: row.width,
    height: row.height,
    image: `/api/unwanted-pages/${pageId(row)}/picture`,
    state: row.state,
    rule: row.rule,
    distance: (first && row.picture_hash && hashDistance(first, row.picture_hash)) || 0,
  }))
}
