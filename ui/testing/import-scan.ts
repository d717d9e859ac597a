import { outlineOf, type Proposal, proposal } from '../pages/import/review/proposals'
import type { Outline, WireFile, WireGroup, WireScan } from '../pages/import/wire'
import type { ReceivedRequest, Replies } from './render-page'

/** Scans in the server's format, for tests of the import page. */

export const noScan: WireScan = {
  status: null,
  progress: {
    total_files: 0,
    processed_files: 0,
    series_found: 0,
    series_matched: 0,
    series_imported: 0,
    series_reconciled: 0,
    moved_files: 0,
    missing_files: 0,
    current_series: null,
    errors: [],
  },
  scan_id: null,
  outline: null,
  problems: [],
  problem_total: 0,
  packable: 0,
  packing: null,
  moved: [],
  missing: [],
  last_confirm: null,
  proposing: null,
  last_step: null,
  scanned_at: null,
  resumed: false,
}

export const scannedFile = (at: number, change: Partial<WireFile> = {}): WireFile => ({
  path: `Folder/00${at}.cbz`,
  kind: 'issue',
  unit: 'issue',
  number: `${at}`,
  number_end: null,
  title: null,
  year: 2015,
  pages: 24,
  size: 40_000_000,
  in_library: false,
  duplicate_of: null,
  evidence: [],
  ...change,
})

type Match = Partial<NonNullable<WireGroup['match']>>

export const scannedGroup = (at: number, change: Partial<WireGroup> = {}, match: Match = {}): WireGroup => ({
  series_name: `Series ${at}`,
  file_count: 12,
  matched: true,
  already_in_library: false,
  existing_comic_id: null,
  match: {
    comicid: `local-${at}`,
    name: `Series ${at}`,
    year: '2015',
    publisher: null,
    issues: 12,
    image: null,
    confidence: 96,
    source: 'local',
    ...match,
  },
  group_id: `g${at}`,
  comic_id: `local-${at}`,
  proposals: [],
  proposal_id: null,
  suggestion: null,
  location: `/comics/Folder ${at}`,
  evidence: ['Folder and file names agree', 'Numbers 1 to 12 without a gap'],
  confidence_parts: [{ reason: 'Folder and file names agree', points: 96 }],
  provider_ids: {},
  book_type: null,
  total_issues: null,
  content_type: 'comic',
  reading_direction: 'ltr',
  size_bytes: 480_000_000,
  new_files: 12,
  duplicates: 0,
  corrected: false,
  units: [{ unit: 'issue', issues: 12 }],
  files: [scannedFile(1), scannedFile(2), scannedFile(3)],
  file_total: 12,
  ...change,
})

const known = { already_in_library: true, existing_comic_id: '18705', new_files: 0 }
/** A proposal whose files are all in the library. */
export const knownGroup = (at: number): WireGroup => scannedGroup(at, known, { confidence: 100 })

/** A scan with its whole proposals, which a page requests in parts. */
export type TestScan = WireScan & { groups: WireGroup[] }

export const scanOf = (groups: WireGroup[], change: Partial<TestScan> = {}): TestScan => ({
  ...noScan,
  groups,
  status: 'completed',
  scan_id: 's1',
  scanned_at: '2026-11-21T12:00:00.000Z',
  progress: { ...noScan.progress, total_files: 40, processed_files: 40, series_found: groups.length },
  ...change,
})

/** As the server sends it: whatever is not an own field of the list is left out. */
const sentOutline = (group: WireGroup): Outline[] => {
  const outline = outlineOf(group)
  return outline ? [JSON.parse(JSON.stringify(outline))] : []
}

/** The replies of a server to the import page; `scan` is asked at each request. */
export function scanReplies(scan: unknown, kind = 'comic'): Replies {
  const now = async () => (await (typeof scan === 'function' ? scan() : scan)) as Partial<TestScan>
  return {
    [`GET /api/import/${kind}/review`]: async () => {
      const answer = await now()
      if (!answer?.groups) return answer
      const { groups, ...rest } = answer
      return { ...rest, outline: groups.flatMap(sentOutline) }
    },
    'GET /api/import/groups': async ({ query }: ReceivedRequest) => {
      const { groups = [] } = await now()
      return { groups: query.ids?.split(',').flatMap((id) => groups.find(({ group_id }) => group_id === id) ?? []) }
    },
  }
}

/** A proposal of which everything is known. */
export function wholeProposal(group: WireGroup): Proposal | undefined {
  const outline = outlineOf(group)
  return outline && proposal(outline, group)
}
