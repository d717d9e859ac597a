import type { VNode } from '../../html'
import type { CareSummary } from './care-words'
import { CopiesSection } from './copies'
import { FindingsSection } from './findings'
import { PairsSection } from './pairs'
import { StorageSection } from './storage'

type CareSection = {
  /** In the address; the first section needs none. */
  key: string
  label: string
  /** How many entries wait for a decision; 0 shows no number. */
  count: (summary: CareSummary) => number
  Section: (props: { summary: CareSummary }) => VNode | null
}

/** The sections of the page, each a file of its own. */
export const sections: readonly CareSection[] = [
  {
    key: 'duplicates',
    label: 'Duplicates',
    count: ({ copies }) => copies.reduce((all, { groups }) => all + groups, 0),
    Section: CopiesSection,
  },
  {
    key: 'damage',
    label: 'Damaged and odd',
    count: ({ findings }) => findings.reduce((all, { count }) => all + count, 0),
    Section: FindingsSection,
  },
  { key: 'series', label: 'Similar series', count: ({ pairs }) => pairs, Section: PairsSection },
  { key: 'storage', label: 'Storage', count: () => 0, Section: StorageSection },
]
