import { type FileIdKey, siteNames, siteOf } from '../../providers/descriptors'

/** Ids of a comic at metadata services, as taggers leave them in ComicInfo. All are text. */
export type ProviderIds = Partial<Record<FileIdKey, string>>

/** In order of trust. */
const FILE_IDS = siteNames.map((name) => siteOf(name).fileIds)
const WEB = FILE_IDS.flatMap(({ web }) => web)
const NOTES = FILE_IDS.flatMap(({ notes = [] }) => notes)

/**
 * `[Issue ID 123]` and `[issue_id:123]` belong to the service that the sentence names: Comic Vine unless the sentence
 * names Metron.
 */
const ISSUE_ID = /\bIssue[\s_]{0,4}ID\s{0,4}:?\s{0,4}(\d+)/i

const isOfMetron = (notes: string) => /metron/i.test(notes) && !/comic\s*vine/i.test(notes)

/** The ids in the notes and web addresses of a ComicInfo. Empty when there are none. */
export function findProviderIds(notes: string | undefined, web: readonly string[]): ProviderIds {
  const ids: ProviderIds = {}
  for (const [key, pattern] of NOTES) ids[key] ??= pattern.exec(notes ?? '')?.[1]
  for (const address of web) for (const [key, pattern] of WEB) ids[key] ??= pattern.exec(address)?.[1]?.toLowerCase()
  const issue = ISSUE_ID.exec(notes ?? '')?.[1]
  if (issue) ids[isOfMetron(notes ?? '') ? 'metronIssue' : 'comicvineIssue'] ??= issue
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined))
}
