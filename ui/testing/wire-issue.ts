import type { IssueFields } from '../pages/series/issue-card'

type Fields = IssueFields & { digitalDate: string | null }

/** An issue with a file, in the server's format. Pass the fields that the test needs. */
export const wireIssue = (change: Partial<Fields>): Fields => ({
  id: 'i1',
  name: null,
  number: '1',
  unit: 'issue',
  annual: false,
  volumeNumber: null,
  imageURL: null,
  releaseDate: null,
  issueDate: null,
  digitalDate: null,
  displayState: 'Downloaded',
  acquisitionIntent: 'policy',
  owned: true,
  missing: false,
  future: false,
  pageCount: 24,
  fileSize: 48_211_003,
  format: 'cbz',
  location: '/comics/Harbor Lights (2015)/001.cbz',
  ...change,
})
