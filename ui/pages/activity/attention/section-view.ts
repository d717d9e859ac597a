import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Mark } from '../../../parts/status/mark'
import { numberWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { type MemberActions, MemberRow } from './member-row'
import { remedyOf } from './remedies'
import { type AttentionAction, type AttentionSection, amountWords, verbsFor } from './sections'
import type { ResolveActions } from './use-resolve'

const LOOKS = {
  again: { label: 'Search again', icon: 'refresh' },
  import: { label: 'Import', icon: 'library' },
  stop: { label: 'Stop wanting', icon: 'minus' },
} as const satisfies Record<AttentionAction, object>

/** More rows than fit a review; the rest appears as these are resolved. */
const MOST = 500

export type SectionViewProps = {
  section: AttentionSection
  /** The number of rows shown at first. */
  few: number
  whole: boolean
  onWhole: () => void
  picked: ReadonlySet<string>
  open: ReadonlySet<string>
  resolving: ResolveActions
  intents: MemberActions
}

/** One kind of problem with its explanation, its advice and its items. */
export function SectionView(props: SectionViewProps) {
  const { section, few, whole, onWhole, picked, open, resolving, intents } = props
  const { reason, phrase, members, oldest } = section
  const { tried, help, first = 'again' } = remedyOf(reason)
  const shown = members.slice(0, whole ? MOST : few)
  const can = verbsFor(members).toSorted((a, b) => Number(b === first) - Number(a === first))
  const all = members.length > 1 ? ` all ${numberWords(members.length)}` : ''
  return html`
    <section class="trouble" aria-label=${phrase}>
      <header>
        <h2>${phrase}</h2>
        <p class="trouble-age"><${Mark} state="attention" word=${amountWords(members)} /><span>since <${TimeText} at=${oldest} /></span></p>
        ${tried && html`<p>${tried}${help && html` ${help.text} <a href=${help.href}>${help.label}</a>`}</p>`}
        <div class="trouble-does">
          ${can.map(
            (verb, at) => html`
              <${Button}
                key=${verb}
                size="small"
                kind=${at === 0 ? 'plain' : 'quiet'}
                icon=${LOOKS[verb].icon}
                disabled=${resolving.busy}
                onClick=${() => intents.act(verb, members)}
              >${wordsOf(verb, all)}<//>
            `,
          )}
        </div>
      </header>
      <ul aria-label=${phrase}>
        ${shown.map(
          (member) =>
            html`
              <${MemberRow}
                key=${member.key}
                member=${member}
                picked=${picked.has(member.key)}
                open=${open.has(member.key)}
                failure=${resolving.failures.get(member.key)}
                intents=${intents}
              />
            `,
        )}
      </ul>
      ${
        !whole &&
        shown.length < members.length &&
        html`
          <${Button} kind="quiet" size="small" icon="chevron-down" onClick=${onWhole}>
            Show ${members.length > MOST ? 'the first' : 'all'} ${numberWords(Math.min(MOST, members.length))}
          <//>
        `
      }
    </section>
  `
}

/** "Search again for all 12", "Import all 3" */
function wordsOf(verb: AttentionAction, all: string): string {
  return verb === 'again' && all ? `${LOOKS.again.label} for${all}` : `${LOOKS[verb].label}${all}`
}
