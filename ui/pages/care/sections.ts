import type { VNode } from '../../html'
import type { CareSummary } from './care-words'
import { CopiesSection } from './copies'

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
]
