import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { HaveLine } from '../../parts/covers/cover-tile'
import type { Picks } from '../../parts/lists/picks'
import { numberWords } from '../../parts/text/format'
import { announcedWords } from '../../parts/text/have-words'
import type { IssueGroup } from './groups'

export type GroupHeadProps = { group: IssueGroup; picks: Picks; start: number }

/** "Volume 3, chapters 19 to 27, 8 of 9", and a checkbox for all of them. */
export function GroupHead({ group, picks, start }: GroupHeadProps) {
  const { title, detail, cards, owned, released } = group
  const state = groupState(group)
  const share = released > 0 ? Math.min(1, owned / released) : 0
  const pickAll = () => {
    for (const [at, card] of cards.entries()) if (!picks.keys.has(card.id)) picks.pick(card.id, start + at)
  }
  return html`
    <header class="series-group-head">
      <h3>${title}</h3>
      <p>${detail}</p>
      <span class="series-group-have">${state && html`<${HaveLine} share=${share} whole=${state === 'whole'} />`}</span>
      <p class="series-group-state" data-state=${state || 'none'}>${groupHaveWords(group)}</p>
      <${Button} kind="quiet" size="small" onClick=${pickAll}>Select all<//>
    </header>
  `
}

type Counts = Pick<IssueGroup, 'owned' | 'released' | 'announced' | 'known'>

/** '' for a group with nothing released, and for one that may have more issues than the owned ones. */
function groupState({ owned, released, known }: Counts): '' | 'whole' | 'some' | 'none' {
  if (released === 0 || (owned >= released && !known)) return ''
  return owned >= released ? 'whole' : owned > 0 ? 'some' : 'none'
}

/** "Complete", "Partial, 8 of 9" or "Missing, 9", and what is announced; "8 owned" when the total is unknown. */
export function groupHaveWords(counts: Counts): string {
  const { owned, released, announced } = counts
  const words = {
    '': owned > 0 ? `${numberWords(owned)} owned` : '',
    whole: 'Complete',
    some: `Partial, ${owned} of ${released}`,
    none: `Missing, ${released}`,
  }
  return [words[groupState(counts)], announcedWords({ Announced: announced })].filter(Boolean).join(', ')
}
