/** `bytes`: equal files. `pages`: equal pages in different archives. `issue`: another copy of the same issue. */
export const copyKinds = ['bytes', 'pages', 'issue'] as const
export type CopyKind = (typeof copyKinds)[number]

/** Why a file or a series is on the list of what is damaged or odd. */
export const findingKinds = [
  'unreadable',
  'missing_pages',
  'wrong_extension',
  'no_cover',
  'very_small',
  'languages',
  'same_number',
  'gaps',
] as const
export type FindingKind = (typeof findingKinds)[number]

/**
 * How the space on disk is divided. `total`: of each day. `added`: files by the month in which they were added. `grown`:
 * series with new files of the last 30 days. `converted`: what a conversion to CBZ frees.
 */
export const sizeFacets = [
  'total',
  'folder',
  'kind',
  'publisher',
  'series',
  'format',
  'year',
  'added',
  'grown',
  'converted',
] as const
export type SizeFacet = (typeof sizeFacets)[number]

/** Why two series look like one. */
export const likenesses = ['name', 'alias', 'spelling', 'id'] as const
export type Likeness = (typeof likenesses)[number]

/** Kinds of operations. */
export const CARE_CHECK = 'care_check'
export const CARE_REMOVE = 'care_remove'
export const CARE_EXTENSIONS = 'care_extensions'
/** One of each runs at a time. */
export const CARE_SUBJECT = 'library'
