import { html } from '../../../html'
import { Switch } from '../../../parts/controls/field'
import { Mark } from '../../../parts/status/mark'
import { runWithToast } from '../../../state/run-with-toast'
import { type Target, targetLook, targetProblem, type WireNotifications } from './notice-words'
import { changeTarget } from './target-draft'

export type TargetRowProps = {
  lists: WireNotifications
  target: Target
  onOpen: (id: string) => void
  onChanged: () => void
}

/** One notification target: its address, its events and its state. */
export function TargetRow({ lists, target, onOpen, onChanged }: TargetRowProps) {
  const { target_id, name, enabled } = target
  const { mark, word } = targetLook(target)
  const facts = factsOf(lists, target)
  const turn = async (on: boolean) => {
    if (await runWithToast(() => changeTarget(target_id, { enabled: on }))) onChanged()
  }
  return html`
    <li class="ranked-row">
      <button class="ranked-open" type="button" onClick=${() => onOpen(target_id)} aria-label=${`Settings of ${name} ${facts}`}>
        <b>${name}</b>${' '}
        <small>${facts}</small>
      </button>
      ${enabled && html`<${Mark} state=${mark} word=${word} />`}
      <${Switch} label=${`Tell ${name}`} on=${enabled} onChange=${turn} unlabelled />
      ${targetProblem(target).map((text) => html`<p key=${text} class="ranked-detail">${text}</p>`)}
    </li>
  `
}

/** "Discord at discord.com · Arrived, Failed". */
function factsOf({ services, events }: WireNotifications, { service, goes_to, events: own, name }: Target): string {
  const label = services.find((one) => one.service === service)?.label ?? service
  const way = [label !== name && label, goes_to].filter(Boolean).join(' at ')
  const of = events.filter(({ event }) => own.includes(event)).map(({ label }) => label)
  const what = of.length === events.length ? 'Everything' : of.join(', ') || 'Nothing'
  return [way, what].filter(Boolean).join(' · ')
}
