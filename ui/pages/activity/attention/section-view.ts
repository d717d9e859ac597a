import { html } from '../../../html'
import { OwnerOnly } from '../../../panels/ask-owner'
import { Button } from '../../../parts/controls/button'
import { Mark } from '../../../parts/status/mark'
import { numberWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { type MemberActions, MemberRow } from './member-row'
import { type Remedy, remedyOf } from './remedies'
import { SectionRows } from './section-rows'
import { type AttentionAction, type AttentionSection, countedWords, verbsFor } from './sections'
import type { ResolveActions } from './use-resolve'

const LOOKS = {
  again: { label: 'Search again', icon: 'refresh' },
  import: { label: 'Import', icon: 'library' },
  stop: { label: 'Skip', icon: 'minus' },
} as const satisfies Record<AttentionAction, object>

export type SectionViewProps = {
  section: AttentionSection
  whole: boolean
  onWhole: () => void
  picked: ReadonlySet<string>
  open: ReadonlySet<string>
  resolving: ResolveActions
  intents: MemberActions
}

function HelpLink({ href, label, ownerOnly }: NonNullable<Remedy['help']>) {
  const link = html`<a href=${href}>${label}</a>`
  return ownerOnly ? html`<${OwnerOnly}>${link}<//>` : link
}

/** One kind of problem with its explanation, its advice and its items. */
export function SectionView(props: SectionViewProps) {
  const { section, whole, onWhole, resolving, intents } = props
  const { problem, phrase, count, withoutIssue, oldest, actions, members } = section
  const { tried, help, first = 'again' } = remedyOf(problem)
  const can = verbsFor(actions.map((one) => ({ actions: one }))).toSorted(
    (a, b) => Number(b === first) - Number(a === first),
  )
  const all = count > 1 ? ` all ${numberWords(count)}` : ''
  return html`
    <section class="trouble" aria-label=${phrase}>
      <header>
        <h2>${phrase}</h2>
        <p class="trouble-age"><${Mark} state="attention" word=${countedWords(count, withoutIssue)} /><span>since <${TimeText} at=${oldest} /></span></p>
        ${tried && html`<p>${tried}${help && html` ${help.text} <${HelpLink} ...${help} />`}</p>`}
        <div class="trouble-does">
          ${can.map(
            (verb, at) => html`
              <${Button}
                key=${verb}
                size="small"
                kind=${at === 0 ? 'plain' : 'quiet'}
                icon=${LOOKS[verb].icon}
                disabled=${resolving.busy}
                onClick=${() => intents.actAll(verb, section)}
              >${wordsOf(verb, all)}<//>
            `,
          )}
        </div>
      </header>
      ${whole ? html`<${SectionRows} ...${props} />` : html`<${FirstRows} ...${props} />`}
      ${
        !whole &&
        members.length < count &&
        html`
          <${Button} kind="quiet" size="small" icon="chevron-down" onClick=${onWhole}>
            Show all ${numberWords(count)}
          <//>
        `
      }
    </section>
  `
}

function FirstRows({ section, picked, open, resolving, intents }: SectionViewProps) {
  const { phrase, members, from } = section
  return html`
    <ul aria-label=${phrase}>
      ${members.map(
        (member, at) =>
          html`
            <${MemberRow}
              key=${member.key}
              member=${member}
              at=${from + at}
              picked=${picked.has(member.key)}
              open=${open.has(member.key)}
              failure=${resolving.failures.get(member.key)}
              intents=${intents}
            />
          `,
      )}
    </ul>
  `
}

/** "Search again for all 12", "Import all 3" */
function wordsOf(verb: AttentionAction, all: string): string {
  return verb === 'again' && all ? `${LOOKS.again.label} for${all}` : `${LOOKS[verb].label}${all}`
}
