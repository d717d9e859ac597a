import { expect, test } from 'bun:test'
import { timelineStep } from '../testing/timeline-step'
import { storiesOf } from './story'

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
  expect(story?.sentence).toBe(
    'Found on Indexer A, downloaded in 2 minutes and imported. Metadata was written to its file.',
  )
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
  ['grab.succeeded', 'Found on Indexer A. The download has started.', 'way'],
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
    ['Harbor Lights #4', 'Found on Indexer A. The download has started.'],
  ])
})
