import { countWords } from '../../../base/platform/words'
import type { MetadataField } from '../schema'
import type { SharedFacts, StatedValue } from '../sync/shared-facts'

/** The most values in one sentence. */
const MOST = 8

/** How many issues state each value: "Horror in 18, Crime in 12 of 20 issues"; undefined when none does. */
export function evidenceSentence(stated: readonly StatedValue[], issues: number): string | undefined {
  if (stated.length === 0) return undefined
  const shown = stated.slice(0, MOST).map(({ value, count }) => `${value} in ${count}`)
  const rest = stated.length > MOST ? `, ${stated.length - MOST} more` : ''
  return `${shown.join(', ')}${rest} of ${countWords(issues, 'issue')}`
}

/** The field with what the issues of the series state, where they do. */
export function withFileEvidence(field: MetadataField, { stated, issues }: SharedFacts): MetadataField {
  const values = (stated as Partial<Record<string, StatedValue[]>>)[field.field]
  const evidence = values && evidenceSentence(values, issues)
  return evidence === undefined ? field : { ...field, evidence }
}
