import { sameNumber } from '../../base/names/numbers'
import { pluralWords } from '../../base/platform/words'
import { siteNames, siteOf } from '../../base/providers/descriptors'
import { isTitleBehindNumber } from './neighbours'
import { numberFindings, pageFindings } from './number-findings'
import type { NumberedGroup } from './numbering'
import type { ParsedFile } from './parsed-file'
import type { ReadingListMatch } from './reading-lists'
import type { RunOfFiles } from './runs'
import { fileShare, infoSourcesIn, readingListSentence, yearSentence } from './sentences'
import { idsNamed } from './series-facts'
import type { FindingKind } from './weights'

export interface GroupFinding {
  what: FindingKind
  /** How far the evidence applies, mostly the share of files: 0 to 1. */
  share: number
  /** A sentence without a full stop. */
  reason: string
  /** The text is shown, but its weight repeats other evidence. */
  quiet?: boolean
}

export interface GroupInSeries {
  run: RunOfFiles
  numbers: NumberedGroup
  year?: number
  /** Other runs of the same name in the same scan. */
  others: readonly RunOfFiles[]
  /** The name of a larger series in the scan that is almost the same. */
  almost?: string
}

/** The evidence for or against a proposal besides the basis of its name, in the order of the evidence table. */
export function collectGroupFindings(proposal: GroupInSeries): GroupFinding[] {
  const { run, numbers } = proposal
  const fresh = run.parsedFiles.filter((parsed) => !parsed.unchanged)
  const found = [
    ...ofNames(fresh),
    ...ofNeighbours(fresh, proposal),
    ...numberFindings(fresh, numbers),
    ...pageFindings(numbers),
    ...(run.series ? [] : ofYears(proposal)),
    ...ofLists(fresh),
    ...ofIds(run.parsedFiles),
    ...ofRuns(proposal),
    ...ofSize(fresh),
  ]
  return found.filter(({ share }) => share > 0)
}

/** The share of files for which the evidence is true. */
function finder(parsedFiles: readonly ParsedFile[]) {
  const all = parsedFiles.length
  return (what: FindingKind, which: (parsed: ParsedFile) => boolean, sentence: string): GroupFinding => {
    const some = parsedFiles.filter(which).length
    return { what, share: some / all, reason: some === all ? sentence : `${sentence} (${fileShare(some, all)})` }
  }
}

function ofNames(parsedFiles: readonly ParsedFile[]): GroupFinding[] {
  const found = finder(parsedFiles)
  const isDisputed = (parsed: ParsedFile) => parsed.disputed
  const sources = infoSourcesIn(parsedFiles.filter(isDisputed).map(({ saidBy }) => saidBy))
  const name = sources.length > 1 ? 'name' : 'names'
  const disputed = found('disputed', isDisputed, `${sources.join(' and ')} ${name} another series than the file name`)
  return [
    found('confirmed', (parsed) => parsed.confirmed, 'The file names agree with what is inside'),
    disputed,
    { ...disputed, what: 'anyDisputed', share: Math.ceil(disputed.share), quiet: true },
    found('folderDisputed', isBesideFolder, 'The folder names another series than the files inside say'),
    found('astray', (parsed) => parsed.astray, 'The file names name another series than their folder'),
    found('maybeTitle', isTitleBehindNumber, 'The text after the numbers may be titles'),
    found(
      'numberOfName',
      isOneItem(parsedFiles) ? isOfName : () => false,
      'The folder has the number of the file, so it may belong to the name',
    ),
    found('shortName', isShort, 'The name is very short and may be wrong'),
  ]
}

/** Other content of the same folders, and files that joined the run without stating it. */
function ofNeighbours(parsedFiles: readonly ParsedFile[], { run: { joined }, almost }: GroupInSeries): GroupFinding[] {
  const found = finder(parsedFiles)
  const finding = found('joined', (parsed) => joined.has(parsed), 'Matched to this run by year and number')
  const homes = new Set(parsedFiles.filter((parsed) => !joined.has(parsed)).map(({ place }) => place.path))
  const isAfar = ({ place }: ParsedFile) => !homes.has(place.path)
  const afar = found('joinedAfar', isAfar, 'In another folder')
  const odd = parsedFiles.find((parsed) => parsed.odd !== undefined)?.odd
  const partly = finding.share < 1
  return [
    found('odd', (parsed) => parsed.odd !== undefined, `Most files beside it are of ${odd}`),
    { ...finding, share: partly ? finding.share : 0 },
    { ...afar, share: partly ? Math.ceil(afar.share) : 0 },
    calledOtherwise(parsedFiles),
    {
      what: 'likeAnother',
      share: almost === undefined ? 0 : 1,
      reason: `The name is almost ${almost}, which is there too`,
    },
  ]
}

/** A few bare numbers among files with the series' name may have come from elsewhere. */
function calledOtherwise(parsedFiles: readonly ParsedFile[]): GroupFinding {
  const bare = parsedFiles.filter(({ basis }) => basis === 'initials' || basis === 'folder')
  const named = parsedFiles.filter(({ basis }) => basis === 'both')
  const few = bare.length <= named.length / 4
  const reason = pluralWords(
    bare.length,
    `${bare[0]?.name} is named differently`,
    '{count} files are named differently',
  )
  return { what: 'calledOtherwise', share: few ? Math.min(1, bare.length) : 0, reason }
}

const isShort = ({ basis, key }: ParsedFile) => basis !== 'info' && (key.length <= 3 || /^\d+$/.test(key))
const isOfName = ({ basis, place, number, series }: ParsedFile) => {
  const behind = /(?<![\p{L}\d])(\d+)\s*(?:[([].*)?$/u.exec(place.parts.at(-1) ?? '')?.[1]
  const named = basis === 'name' || basis === 'both'
  return named && behind !== undefined && !series.endsWith(behind) && sameNumber(behind, number)
}
/** A folder for each of several items shows that the numbers count items. */
const isOneItem = (parsedFiles: readonly ParsedFile[]) =>
  new Set(parsedFiles.filter(isOfName).map(({ number }) => number)).size < 2
const isBesideFolder = ({ basis, nameKey, folder, key }: ParsedFile) =>
  basis === 'info' && nameKey === '' && folder.key !== '' && folder.key !== key

function ofLists(parsedFiles: readonly ParsedFile[]): GroupFinding[] {
  const listed = parsedFiles.filter((parsed) => parsed.listed && !parsed.listed.contradicts)
  const against = parsedFiles.filter((parsed) => parsed.listed?.contradicts)
  const all = parsedFiles.length
  return [...listFinding('listed', listed, all), ...listFinding('listDisagrees', against, all)]
}

function listFinding(what: FindingKind, { 0: first, length }: readonly ParsedFile[], all: number): GroupFinding[] {
  return first?.listed ? [{ what, share: length / all, reason: listSentence(first.listed, length, all) }] : []
}

function listSentence(listed: ReadingListMatch, files: number, all: number): string {
  if (all === 1) return readingListSentence(listed)
  const some = fileShare(files, all)
  return `The reading list ${listed.list} names ${listed.contradicts ? `${some} as of another run or year` : some}`
}

const SERVICES = siteNames.map((name) => [siteOf(name).fileIds.series, siteOf(name).tagName] as const)
const MOST_IDS = 5

function ofIds(parsedFiles: readonly ParsedFile[]): GroupFinding[] {
  const found = SERVICES.flatMap(([service, name]): GroupFinding[] => {
    const ids = idsNamed(parsedFiles, service).map(([id]) => id)
    if (ids.length === 0) return []
    if (ids.length === 1) return [{ what: 'idNamed', share: 1, reason: `The files name its id at ${name}: ${ids[0]}` }]
    const some = ids.slice(0, MOST_IDS).join(', ')
    return [{ what: 'idsDiffer', share: 1, reason: `The files name ${ids.length} ids at ${name}: ${some}` }]
  })
  if (parsedFiles.some((parsed) => parsed.idsDiffer))
    found.push({ what: 'idsDiffer', share: 1, reason: 'The folder and the files name different ids of the series' })
  return found
}

function ofYears({ run, year }: GroupInSeries): GroupFinding[] {
  const isEarly = (parsed: ParsedFile) => year !== undefined && parsed.year !== undefined && parsed.year < year - 1
  const early = run.parsedFiles.filter(isEarly).length
  const what = year === undefined ? 'yearUnknown' : run.year === undefined ? 'yearOfFirst' : 'yearSaid'
  const older = pluralWords(early, '{count} file is older than the series', '{count} files are older than the series')
  return [
    { what, share: 1, reason: yearSentence(run, year) },
    { what: 'tooEarly', share: early / run.parsedFiles.length, reason: older },
  ]
}

function ofRuns({ run, others }: GroupInSeries): GroupFinding[] {
  const folders = new Set(run.parsedFiles.map(({ place }) => place.path)).size
  const beside = others.some((other) => [...other.folders].some((folder) => run.folders.has(folder)))
  return [
    { what: 'severalFolders', share: folders > 1 ? 1 : 0, reason: `The files are in ${folders} folders` },
    { what: 'otherRun', share: others.length > 0 ? 1 : 0, reason: 'There is another run of this name' },
    { what: 'otherRunBeside', share: beside ? 1 : 0, reason: 'Files of the other run are in the same folder' },
  ]
}

/** Every file has to be right for the proposal to be right. */
function ofSize(parsedFiles: readonly ParsedFile[]): GroupFinding[] {
  const all = parsedFiles.length
  const share = Math.min(1, Math.log2(all) / 8)
  return [
    {
      what: 'alone',
      share: all === 1 ? 1 : 0,
      reason: 'Single file',
      quiet: true,
    },
    { what: 'manyFiles', share, reason: `Any of ${all} files may be the wrong one`, quiet: true },
  ]
}
