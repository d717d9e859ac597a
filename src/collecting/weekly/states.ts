import type { ProviderName } from '../../base/providers/descriptors'
import { type FailureKind, failureKinds } from '../../library/metadata/states'

/** Sources of releases: providers of metadata, and a list that provides nothing else. */
export type ReleaseSource = ProviderName | 'walksoftly'

/** Why a week of a source could not be used. */
export const releaseFailures = [
  ...failureKinds,
  /** The list is empty, though releases of that week are known. */
  'empty',
  /** The list contains only other weeks. */
  'wrong_week',
] as const
export type ReleaseFailure = FailureKind | 'empty' | 'wrong_week'

/** Status words of older tools for a release. */
export const weeklyStatuses = [
  'Skipped',
  'Wanted',
  'Snatched',
  'Downloaded',
  'Archived',
  'Ignored',
  'Mismatched',
  'Incomplete',
] as const
export type WeeklyStatus = (typeof weeklyStatuses)[number]
