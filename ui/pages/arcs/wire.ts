import type { Reply } from '../../api/contract'

export type Arc = Reply<'GET /api/storyarcs'>[number]
export type ArcDetail = Reply<'GET /api/storyarcs/:arc_id'>
export type ArcIssue = ArcDetail['issues'][number]
export type ListImportResult = Reply<'POST /api/storyarcs/import'>

export const arcIssueName = ({ ComicName, label }: ArcIssue) => `${ComicName} ${label}`

/** The name of the issue in the list: "Fog (2010) #3". */
export const listedAs = ({ listed: { series, volume, number } }: ArcIssue) =>
  `${series}${volume === null ? '' : ` (${volume})`}${number === '' ? '' : ` #${number}`}`

/** Whether the issue has no file, wanted or not. */
export const isAbsent = ({ readable, Status }: ArcIssue) =>
  !readable && Status !== 'Downloaded' && Status !== 'Archived' && Status !== 'Read'

export const isMissing = ({ Status }: ArcIssue) => Status === 'Added' || Status === 'Skipped'
