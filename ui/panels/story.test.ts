import { expect, test } from 'bun:test'
import { timelineStep } from '../testing/timeline-step'
import { alikeStories, storiesOf } from './story'

const at = (clock: string, day = '21') => `2026-11-${day}T${clock}:00.000Z`
const newestFirst = <T>(steps: T[]) => steps.toReversed()

test('a successful grab is one story', () => {
  const [story, ...others] = storiesOf(
    newestFirst([
      timelineStep(1, 'grab.succeeded', at('10:00')),
      timelineStep(2, 'download.succeeded', at('10:02')),
      timelineStep(3, 'import.started', at('10:02')),
      timelineStep(4, 'import.succeeded', at('10:03')),
      timelineStep(5, 'tag.succeeded', at('10:04')),
    ]),
  )
  expect(others).toEqual([])
  expect(story?.sentence).toBe('Found on Indexer A, downloaded in 2 minutes and imported. Metadata was written.')
  expect(story?.mark).toBe('have')
  expect(story?.thing).toEqual({ label: 'Harbor Lights #3', comicId: 's1', issueId: 'i3' })
})

test('a failure is shown at its step, and running work comes last', () => {
  const [story] = storiesOf(
    newestFirst([
      timelineStep(1, 'grab.succeeded', at('10:00')),
      timelineStep(2, 'download.failed', at('10:05'), { reason_detail: 'The archive is damaged.' }),
      timelineStep(3, 'grab.succeeded', at('10:06'), { provider: 'Indexer B' }),
      timelineStep(4, 'download.succeeded', at('10:07')),
      timelineStep(5, 'import.started', at('10:07')),
    ]),
  )
  expect(story?.sentence).toBe(
    'Found on Indexer A. The download failed: the archive is damaged. It was found on Indexer B and downloaded in 1 minute. It is being imported.',
  )
  expect(story?.mark).toBe('way')
})

test.each([
  ['import.needs_attention', 'Downloaded, but it needs your attention: SABnzbd says so.', 'attention'],
  ['import.failed', 'Import failed: SABnzbd says so.', 'attention'],
  ['download.cancelled', 'The download was cancelled.', 'skipped'],
  ['grab.succeeded', 'Found on Indexer A. The download is in progress.', 'way'],
  ['search.succeeded', 'The search finished.', 'unknown'],
  ['search.blocked', 'The search could not start: SABnzbd says so.', 'attention'],
] as const)('%s reads %p', (step, sentence, mark) => {
  const [story] = storiesOf([timelineStep(1, step, at('10:00'), { reason_detail: 'SABnzbd says so.' })])
  expect(story).toMatchObject({ sentence, mark })
})

test('scans and imports of many files are summarised by their counts', () => {
  const scan = {
    subject_type: 'run',
    subject_id: 'x',
    subject_label: 'Scan of comics',
    parent_series_id: null,
  } as const
  const textOf = (step: string, more: Parameters<typeof timelineStep>[3]) =>
    storiesOf([timelineStep(1, step, at('10:00'), more)])[0]
  const counts = '412 files in 38 series, nothing new.'
  expect(textOf('search.succeeded', { ...scan, reason_code: 'scanned', reason_detail: counts })).toMatchObject({
    sentence: counts,
    mark: 'have',
    thing: { label: 'Scan of comics', isScan: true },
  })
  expect(textOf('search.started', { ...scan, reason_code: 'scan_cancelled' })).toMatchObject({
    sentence: 'The scan was cancelled.',
    mark: 'skipped',
  })
  const failed = { ...scan, reason_code: 'scan_failed', reason_detail: 'The disk is full.' }
  expect(textOf('search.started', failed)).toMatchObject({
    sentence: 'The scan failed: the disk is full.',
    mark: 'attention',
    thing: { isScan: true },
  })
  const series = { subject_type: 'series', subject_id: 's1', subject_label: 'Harbor Lights' } as const
  const imported = textOf('add.succeeded', {
    ...series,
    reason_code: 'imported',
    reason_detail: '12 files imported.',
  })
  expect(imported).toMatchObject({ sentence: '12 files imported.', thing: { comicId: 's1', issueId: null } })
  const left = { ...series, reason_code: 'not_imported', reason_detail: 'The file is cut off.', parent_series_id: null }
  expect(textOf('add.failed', left)).toMatchObject({
    sentence: 'Nothing was imported: the file is cut off.',
    thing: { comicId: null },
  })
  expect(textOf('refresh.failed', left)).toMatchObject({ thing: { comicId: 's1' } })
  const repaired = { ...series, reason_code: 'repaired', reason_detail: 'The repair changed 6 issues.' }
  expect(textOf('refresh.succeeded', repaired)?.sentence).toBe('The repair changed 6 issues.')
})

test('stories in a row that say the same are one, as of an import of many series', () => {
  const of = (id: string) => ({ subject_type: 'series', subject_id: id, subject_label: id }) as const
  const stories = storiesOf(
    newestFirst([
      timelineStep(1, 'tag.succeeded', at('08:00'), of('s0')),
      timelineStep(2, 'tag.succeeded', at('10:00'), of('s1')),
      timelineStep(3, 'refresh.succeeded', at('10:01'), of('s2')),
      ...['s3', 's4', 's5'].map((id, n) => timelineStep(4 + n, 'tag.succeeded', at('10:02'), of(id))),
    ]),
  )
  expect(alikeStories(stories).map(({ story, others }) => [story.thing.label, others])).toEqual([
    ['s5', 2],
    ['s2', 0],
    ['s1', 0],
    ['s0', 0],
  ])
})

test('downloads that say the same are each news, also with steps of other kinds', () => {
  const of = (id: string) => ({ subject_id: id, subject_label: id, parent_series_id: id })
  const one = (id: string, from: number) => [
    timelineStep(from, 'grab.succeeded', at('10:00'), of(id)),
    timelineStep(from + 1, 'download.succeeded', at('10:02'), of(id)),
    timelineStep(from + 2, 'tag.succeeded', at('10:03'), of(id)),
  ]
  const stories = storiesOf(newestFirst([...one('s1', 1), ...one('s2', 11)]))
  expect(new Set(stories.map(({ sentence }) => sentence)).size).toBe(1)
  expect(alikeStories(stories).map(({ others }) => others)).toEqual([0, 0])
})

test('a series that is refreshed each day has a story for each', () => {
  const series = { subject_type: 'series', subject_id: 's1', subject_label: 'Harbor Lights' } as const
  const stories = storiesOf(
    newestFirst([
      timelineStep(1, 'refresh.succeeded', at('10:00', '20'), series),
      timelineStep(2, 'refresh.succeeded', at('10:00', '21'), series),
    ]),
  )
  expect(stories.map(({ sentence }) => sentence)).toEqual(['Refreshed.', 'Refreshed.'])
  expect(stories[0]?.thing).toEqual({ label: 'Harbor Lights', comicId: 's1', issueId: null })
})

test.each([
  ['only of a download', 'grab.succeeded', 'import.succeeded'],
  ['only since the grab', 'search.succeeded', 'download.succeeded'],
])('a duration is shown %s', (_what, first, second) => {
  const steps = [timelineStep(1, first, at('10:00', '18')), timelineStep(2, second, at('10:00', '21'))]
  for (const { sentence } of storiesOf(newestFirst(steps))) expect(sentence).not.toContain('3 days')
})

test('a download that takes days stays one story, even with other stories in between', () => {
  const other = { subject_id: 'i4', subject_label: 'Harbor Lights #4' }
  const stories = storiesOf(
    newestFirst([
      timelineStep(1, 'grab.succeeded', at('10:00', '18')),
      timelineStep(2, 'grab.succeeded', at('10:00', '19'), other),
      timelineStep(3, 'download.succeeded', at('10:00', '21')),
    ]),
  )
  expect(stories.map(({ thing, sentence }) => [thing.label, sentence])).toEqual([
    ['Harbor Lights #3', 'Found on Indexer A and downloaded in 3 days. It will be imported next.'],
    ['Harbor Lights #4', 'Found on Indexer A. The download is in progress.'],
  ])
})

test('imports of one series repeat their own sentence, but not that metadata was written', () => {
  const series = { subject_type: 'series', subject_id: 's1', subject_label: 'Harbor Lights' } as const
  const imported = (count: string) => ({
    ...series,
    reason_code: 'imported',
    reason_detail: `${count} files imported.`,
  })
  const [story] = storiesOf(
    newestFirst([
      timelineStep(1, 'add.succeeded', at('10:00'), imported('12')),
      timelineStep(2, 'tag.succeeded', at('10:01'), series),
      timelineStep(3, 'add.succeeded', at('10:05'), imported('3')),
      timelineStep(4, 'tag.succeeded', at('10:06'), series),
    ]),
  )
  expect(story?.sentence).toBe('12 files imported. Metadata was written. 3 files imported.')
})

test('an import that was undone ends with that, and leads to its series only while that is there', () => {
  const series = { subject_type: 'series', subject_id: 's1', subject_label: 'Harbor Lights' } as const
  const undone = { ...series, reason_code: 'import_undone', reason_detail: 'The import was undone.' }
  const steps = (parent_series_id: string | null) => [
    timelineStep(1, 'add.succeeded', at('10:00'), {
      ...series,
      reason_code: 'imported',
      reason_detail: '2 files imported.',
    }),
    timelineStep(2, 'refresh.succeeded', at('10:05'), { ...undone, parent_series_id }),
  ]
  const sentence = '2 files imported. The import was undone.'
  expect(storiesOf(newestFirst(steps(null)))).toMatchObject([{ sentence, mark: 'skipped', thing: { comicId: null } }])
  expect(storiesOf(newestFirst(steps('s1')))).toMatchObject([{ sentence, thing: { comicId: 's1' } }])
})

const run = (id: string) =>
  ({
    subject_type: 'run',
    subject_id: id,
    subject_label: 'Harbor Lights #3',
    run_id: id,
    scope_type: 'issue',
    scope_id: 'i3',
    release_key: null,
  }) as const
const empty = { reason_code: 'searched', reason_detail: 'No acceptable release was found.' } as const

test('the search that led to a download is part of its story, which does not mention it', () => {
  const [story, ...others] = storiesOf(
    newestFirst([
      timelineStep(1, 'search.started', at('10:00'), run('r1')),
      timelineStep(2, 'grab.succeeded', at('10:01')),
      timelineStep(3, 'search.succeeded', at('10:01'), run('r1')),
      timelineStep(4, 'download.succeeded', at('10:03')),
      timelineStep(5, 'import.succeeded', at('10:03')),
    ]),
  )
  expect(others).toEqual([])
  expect(story?.sentence).toBe('Found on Indexer A, downloaded in 2 minutes and imported.')
  expect(story?.steps).toHaveLength(5)
  expect(story?.thing).toEqual({ label: 'Harbor Lights #3', comicId: 's1', issueId: 'i3' })
})

test('a search in vain is not mentioned once a later one found a release', () => {
  const steps = [
    timelineStep(1, 'search.started', at('10:00'), run('r1')),
    timelineStep(2, 'search.succeeded', at('10:01'), { ...run('r1'), ...empty }),
    timelineStep(3, 'search.blocked', at('11:00'), { reason_detail: 'No download client is set up.' }),
    timelineStep(4, 'search.started', at('12:00'), run('r2')),
    timelineStep(5, 'grab.succeeded', at('12:01')),
    timelineStep(6, 'search.succeeded', at('12:01'), run('r2')),
    timelineStep(7, 'download.succeeded', at('12:03')),
    timelineStep(8, 'import.succeeded', at('12:03')),
  ]
  const sentence = 'Found on Indexer A, downloaded in 2 minutes and imported.'
  expect(storiesOf(newestFirst(steps))).toMatchObject([{ sentence, mark: 'have', steps: { length: 8 } }])
  expect(storiesOf(newestFirst(steps.slice(0, 2)))).toMatchObject([{ sentence: empty.reason_detail }])
})

test('a search after a failure adds its result, under the name of the issue', () => {
  const steps = [
    timelineStep(1, 'grab.succeeded', at('10:00')),
    timelineStep(2, 'download.failed', at('10:05'), { reason_detail: 'The archive is damaged.' }),
    timelineStep(3, 'search.started', at('10:06'), run('r2')),
  ]
  const failed = 'Found on Indexer A. The download failed: the archive is damaged.'
  expect(storiesOf(newestFirst(steps))).toMatchObject([{ sentence: `${failed} The search started.`, mark: 'way' }])
  steps.push(timelineStep(4, 'search.succeeded', at('10:07'), { ...run('r2'), ...empty }))
  expect(storiesOf(newestFirst(steps))).toMatchObject([
    { sentence: `${failed} No acceptable release was found.`, thing: { issueId: 'i3' }, at: at('10:07') },
  ])
})

test('a search that could not start leads to its issue', () => {
  const blocked = { reason_code: 'downloader_disabled', reason_detail: 'No download client is set up.' }
  const [story] = storiesOf(
    newestFirst([
      timelineStep(1, 'search.started', at('10:00'), run('r1')),
      timelineStep(2, 'search.blocked', at('10:00'), blocked),
      timelineStep(3, 'search.succeeded', at('10:01'), run('r1')),
    ]),
  )
  const sentence = 'The search could not start: no download client is set up.'
  expect(story).toMatchObject({ sentence, mark: 'attention', thing: { issueId: 'i3' } })
  expect(story?.thing.runId).toBeUndefined()
})

test('the same failure at two indexers is mentioned twice', () => {
  const damaged = { reason_detail: 'The archive is damaged.' }
  const [story] = storiesOf(
    newestFirst([
      timelineStep(1, 'grab.succeeded', at('10:00')),
      timelineStep(2, 'download.failed', at('10:05'), damaged),
      timelineStep(3, 'grab.succeeded', at('10:06')),
      timelineStep(4, 'download.failed', at('10:07'), damaged),
    ]),
  )
  expect(story?.sentence.match(/the archive is damaged/g)).toHaveLength(2)
})

test('searches alone are one story with the result of each, once, and lead to the last of them', () => {
  const search = (id: number, minute: string) => [
    timelineStep(id, 'search.started', at(`10:${minute}`), run(`r${id}`)),
    timelineStep(id + 1, 'search.succeeded', at(`10:${minute}`), { ...run(`r${id}`), ...empty }),
  ]
  const [story, ...others] = storiesOf(newestFirst([...search(1, '00'), ...search(3, '30')]))
  expect(others).toEqual([])
  expect(story).toMatchObject({ sentence: empty.reason_detail, mark: 'unknown', thing: { runId: 'r3' } })
  expect(storiesOf([timelineStep(1, 'search.started', at('10:00'), run('r1'))])).toMatchObject([
    { sentence: 'The search started.', mark: 'way' },
  ])
})

test('searches of different issues, and of a series, stay apart', () => {
  const ofSeries = { ...run('r3'), scope_type: 'series', scope_id: 's1' } as const
  const stories = storiesOf(
    newestFirst([
      timelineStep(1, 'search.succeeded', at('10:00'), run('r1')),
      timelineStep(2, 'search.succeeded', at('10:01'), { ...run('r2'), scope_id: 'i4' }),
      timelineStep(3, 'search.succeeded', at('10:02'), ofSeries),
      timelineStep(4, 'search.succeeded', at('10:03'), { ...ofSeries, subject_id: 'r4', run_id: 'r4' }),
    ]),
  )
  expect(stories.map(({ thing }) => thing.runId)).toEqual(['r4', 'r3', 'r2', 'r1'])
})
