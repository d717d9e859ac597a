import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { HaveLine } from '../../parts/covers/cover-tile'
import type { Picks } from '../../parts/lists/picks'
import type { IssueGroup } from './groups'

export type GroupHeadProps = { group: IssueGroup; picks: Picks; start: number }

/** "Volume 3, chapters 19 to 27, 8 of 9", and a checkbox for all of them. */
export function GroupHead({ group, picks, start }: GroupHeadProps) {
  const { title, detail, cards, owned } = group
  const whole = owned >= cards.length
  const pickAll = () => {
    for (const [at, card] of cards.entries()) if (!picks.keys.has(card.id)) picks.pick(card.id, start + at)
  }
  return html`
    <header class="series-group-head">
      <h3>${title}</h3>
      <p>${detail}</p>
      <span class="series-group-have"><${HaveLine} share=${owned / cards.length} whole=${whole} /></span>
      <p class="series-group-state" data-state=${stateOf(owned, cards.length)}>${groupHaveWords(owned, cards.length)}</p>
      <${Button} kind="quiet" size="small" onClick=${pickAll}>Select all<//>
    </header>
  `
}

const stateOf = (owned: number, count: number) => (owned >= count ? 'whole' : owned > 0 ? 'some' : 'none')

/** Complete, Partial or Missing, with the count. */
export function groupHaveWords(owned: number, count: number): string {
  if (owned >= count) return 'Complete'
  return owned === 0 ? `Missing, ${count}` : `Partial, ${owned} of ${count}`
}
