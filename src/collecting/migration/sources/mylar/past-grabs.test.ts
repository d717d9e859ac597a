import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { HARBOR, harborIssue, movingHarness } from '../../../../testing/migration/moving'

let harness: Awaited<ReturnType<typeof movingHarness>>
beforeEach(async () => {
  harness = await movingHarness()
})
afterEach(() => harness.app.close())

test.each<[why: string, steps: string[], stages: string[]]>([
  ['an end belongs to the grab before it', ['Snatched', 'Downloaded', 'Post-Processed'], ['post_processed']],
  ['a failure belongs to the grab before it', ['Snatched', 'Failed'], ['failed']],
  ['an end of another kind is a grab of its own', ['Snatched', 'Failed', 'Downloaded'], ['failed', 'post_processed']],
  ['an end without a grab is a grab of its own', ['Downloaded'], ['post_processed']],
])('of the rows of an issue %s', async (_, steps, stages) => {
  await harness.move({
    comics: [HARBOR],
    issues: [harborIssue('1', { Status: 'Downloaded' })],
    snatched: steps.map((Status, at) => ({
      IssueID: '101',
      ComicName: 'Harbor Lights',
      Issue_Number: '1',
      ComicID: '91273',
      Status,
      Provider: Status === 'Snatched' ? 'DogNZB (newznab)' : null,
      DateAdded: `2026-01-0${at + 1} 10:00:00`,
    })),
  })
  const items = harness.app.db.read.all<{ stage: string }>(sql`select stage from journal order by updated_at`)
  expect(items.map(({ stage }) => stage)).toEqual(stages)
})
