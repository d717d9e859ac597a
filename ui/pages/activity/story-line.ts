import { html } from '../../html'
import { Icon } from '../../parts/icon'
import { Mark } from '../../parts/mark'
import { clockOf } from '../../parts/when'
import type { Story, Told } from './story'
import { ThingCover, ThingName } from './thing'

const WORDS = {
  have: 'Done',
  way: 'Under way',
  wanted: 'Nothing found',
  attention: 'Trouble',
  skipped: 'Called off',
  unknown: 'Told',
}

export type StoryLineProps = { story: Story; open: boolean; onOpen: () => void }

/** A story in a sentence; the machine's own words are one click deeper. */
export function StoryLine({ story, open, onOpen }: StoryLineProps) {
  const { key, thing, steps, at, mark, sentence } = story
  const waits = steps.at(-1)?.status === 'needs_attention'
  return html`
    <li class="story" data-stop=${key} data-open=${open || undefined} tabindex="-1" aria-label=${`${thing.label}: ${sentence}`}>
      <time datetime=${at} title=${new Date(at).toLocaleString()}>${clockOf(at)}</time>
      <${ThingCover} thing=${thing} width=${36} />
      <div class="story-told">
        <p><${Mark} state=${mark} word=${WORDS[mark]} wordless /><${ThingName} thing=${thing} /></p>
        <p class="story-words">${sentence} ${waits && html`<a href="/activity/attention">See to it</a>`}</p>
        ${open && html`<${Steps} steps=${steps} />`}
      </div>
      <button class="story-open" type="button" tabindex="-1" aria-expanded=${open} aria-label=${`${open ? 'Hide' : 'Show'} the steps of ${thing.label}`} onClick=${onOpen}>
        <${Icon} name=${open ? 'chevron-down' : 'chevron-right'} size="small" />
      </button>
    </li>
  `
}

/** What was written down, as it was written. */
function Steps({ steps }: { steps: readonly Told[] }) {
  return html`
    <ol class="story-steps">
      ${steps.map((step) => {
        const { event_id, created_at, activity, status, provider, reason_code, reason_detail, release_key } = step
        const facts = [provider, release_key, reason_code, reason_detail].filter(Boolean)
        return html`
          <li key=${event_id}>
            <time datetime=${created_at}>${new Date(created_at).toLocaleTimeString('en-GB')}</time>
            <code>${activity}.${status}</code>
            <span>${facts.join(' · ')}</span>
          </li>
        `
      })}
    </ol>
  `
}
