import { sortKey } from '../../base/names/numbers'
import { fileParts, folderParts, type IssueNameFields, type NamingSettings, type SeriesNameFields } from './naming'
import { templateProblems } from './templates'

/** Invented issues that show the effect of templates. */
const LIGHTS: SeriesNameFields = {
  name: 'Harbor Lights',
  publisher: 'Northgate',
  imprint: 'Lantern',
  year: 2015,
  volume: 2,
  book_type: 'Print',
}
const TIDES: SeriesNameFields = { ...LIGHTS, name: 'Tides: Low/High', imprint: null, year: 2019, volume: null }
const GARDEN: SeriesNameFields = { ...TIDES, name: 'Kumo Garden', publisher: 'Hanabi', year: 2021 }

function issue(number: string, rest: Partial<IssueNameFields> = {}): IssueNameFields {
  const dates = { release_date: '2015-03-04', issue_date: '2015-05-01' }
  const facts = { kind: 'issue', unit: 'issue', volume_number: null, title: 'The Long Pier' } as const
  return { number, sort_key: sortKey(number), ...facts, ...dates, ...rest }
}

const DATED = { release_date: '2019-10-02', issue_date: '2019-12-01' }
const EXAMPLES: { label: string; series: SeriesNameFields; issues: IssueNameFields[] }[] = [
  { label: 'Issue 7', series: LIGHTS, issues: [issue('7')] },
  { label: 'Annual 1', series: LIGHTS, issues: [issue('1', { kind: 'annual' })] },
  { label: 'Issue ½', series: LIGHTS, issues: [issue('½')] },
  { label: 'Double issue', series: TIDES, issues: [issue('12', DATED), issue('13', DATED)] },
  { label: 'Chapter', series: GARDEN, issues: [issue('34', { ...DATED, unit: 'chapter', volume_number: '5' })] },
]

/** The name of each sample. */
export function nameSamples(naming: NamingSettings) {
  const problems = [
    ...templateProblems(naming.folder_format, 'folder'),
    ...templateProblems(naming.file_format, 'file'),
  ]
  const called = EXAMPLES.map(({ label, series, issues }) => ({
    label,
    folder: folderParts(series, naming).join('/'),
    file: fileParts(series, issues, naming, { extension: '.cbz' }).join('/'),
    problem: problems[0] ?? null,
  }))
  return { samples: called, problems }
}
