import '../../../parts/lists/row-check.css'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { SubjectName, ThingCover } from '../../../panels/step-subject'
import { storiesOf } from '../../../panels/story'
import { Button } from '../../../parts/controls/button'
import { Menu } from '../../../parts/controls/menu'
import { Icon } from '../../../parts/icons/icon'
import { Skeleton } from '../../../parts/status/skeleton'
import { breakable } from '../../../parts/text/breakable'
import { isolated } from '../../../parts/text/isolated'
import { TimeText } from '../../../parts/text/when'
import { importAs } from '../moves'
import { Opener } from '../opener'
import { type AttentionAction, type AttentionItem, type AttentionSection, actionFor } from './sections'
import type { ResolveFailure } from './use-resolve'

/** The actions of one row. */
export type MemberActions = {
  act: (verb: AttentionAction, members: readonly AttentionItem[]) => unknown
  actAll: (verb: AttentionAction, section: AttentionSection) => unknown
  /** Called with every row that is drawn; `at` is its place among all items. */
  show: (member: AttentionItem, at: number) => void
  /** Imports from a folder; the user chooses the folder first. */
  from: (member: AttentionItem) => unknown
  review: (member: AttentionItem) => unknown
  pick: (member: AttentionItem, withShift: boolean) => unknown
  open: (member: AttentionItem) => unknown
}

export type MemberRowProps = {
  member: AttentionItem
  at: number
  /** In a list of which only a part is drawn. */
  place?: { at: number; count: number }
  picked: boolean
  open: boolean
  failure: ResolveFailure | undefined
  intents: MemberActions
}

/** One item: its subject, its age and its own problem. */
export function MemberRow({ member, at, place, picked, open, failure, intents }: MemberRowProps) {
  intents.show(member, at)
  const { key, thing, since, detail, downloadId, offers } = member
  const label = thing.label
  return html`
    <li
      class="waiting"
      data-stop=${key}
      data-picked=${picked || undefined}
      tabindex="-1"
      aria-posinset=${place && place.at + 1}
      aria-setsize=${place?.count}
      aria-label=${[label, detail, picked && 'selected'].filter(Boolean).join(', ')}
    >
      <${ThingCover} thing=${thing} width=${40} />
      <div class="waiting-what">
        <p><${SubjectName} thing=${thing} /> <small><${TimeText} at=${since} /></small></p>
        ${detail && html`<p class="waiting-why">${isolated(detail)}</p>`}
        ${offers.map(
          (offer) => html`
            <${Button} key=${offer.placement_id} size="small" icon="library" onClick=${() => importAs(downloadId, offer)}>
              Import as ${offer.label}
            <//>
          `,
        )}
        ${failure && html`<${Failed} member=${member} failure=${failure} intents=${intents} />`}
      </div>
      <div class="waiting-does">
        <label class="row-check">
          <input
            type="checkbox"
            tabindex="-1"
            checked=${picked}
            aria-label=${`Select ${label}`}
            onClick=${(event: MouseEvent) => intents.pick(member, event.shiftKey)}
          />
        </label>
        <${Opener} open=${open} label=${`what happened to ${label}`} onOpen=${() => intents.open(member)} />
        <${Menu} title=${`What to do about ${label}`} items=${() => itemsOf(member, intents)} />
      </div>
      ${open && html`<${IssueTimeline} member=${member} />`}
    </li>
  `
}

function Failed({
  member,
  failure,
  intents,
}: Pick<MemberRowProps, 'member' | 'intents'> & { failure: ResolveFailure }) {
  return html`
    <p class="waiting-failed" role="alert">
      <${Icon} name="alert" size="small" />
      <span>
        ${failure.text}
        ${failure.asks && html` <button type="button" onClick=${() => intents.from(member)}>Choose the folder</button>`}
      </span>
    </p>
  `
}

/** The timeline of this issue. */
function IssueTimeline({ member }: { member: AttentionItem }) {
  const { thing, release, provider, path } = member
  const scope = thing.issueId ? { scope_type: 'issue', scope_id: thing.issueId, limit: 50 } : null
  const { data, loading } = useQuery('GET /api/activity/timeline', scope && { query: scope })
  const stories = storiesOf(data?.results ?? [])
  return html`
    <div class="waiting-told">
      ${release && html`<p><b>${isolated(release)}</b>${provider && html` <small>from ${provider}</small>`}</p>`}
      ${path && html`<p><small>Folder: <code>${breakable(path)}</code></small></p>`}
      ${loading && !data && scope && html`<${Skeleton} kind="text" count=${2} label="Loading what happened" />`}
      ${
        stories.length > 0 &&
        html`
          <ul>
            ${stories.map(
              ({ key, at, sentence }) => html`
                <li key=${key}><small><${TimeText} at=${at} /></small> ${isolated(sentence)}</li>
              `,
            )}
          </ul>
        `
      }
    </div>
  `
}

function itemsOf(member: AttentionItem, intents: MemberActions) {
  const can = (verb: AttentionAction) => actionFor(verb, member) !== undefined
  const does = (verb: AttentionAction) => () => intents.act(verb, [member])
  return [
    ...(can('again') ? [{ label: 'Search again', icon: 'refresh' as const, onPick: does('again') }] : []),
    ...(member.thing.issueId
      ? [{ label: 'Choose another release', icon: 'rows' as const, onPick: () => intents.review(member) }]
      : []),
    ...(can('import')
      ? [
          { label: 'Import it', icon: 'library' as const, onPick: does('import') },
          { label: 'Import from a folder', icon: 'folder-open' as const, onPick: () => intents.from(member) },
        ]
      : []),
    { label: 'Pick', icon: 'check' as const, apart: true, onPick: () => intents.pick(member, false) },
    ...(can('stop') ? [{ label: 'Skip', icon: 'minus' as const, onPick: does('stop') }] : []),
  ]
}
