import { html } from '../../html'
import { SubjectName, ThingCover } from '../../panels/step-subject'
import type { Story, TimelineRow } from '../../panels/story'
import { Mark } from '../../parts/status/mark'
import { clockOf, exactWords, secondWords } from '../../parts/text/clock-words'
import { isolated } from '../../parts/text/isolated'
import { Opener } from './opener'

const WORDS = {
  have: 'Done',
  way: 'In progress',
  wanted: 'Nothing found',
  attention: 'Needs attention',
  skipped: 'Cancelled',
  unknown: 'Recorded',
}

export type StoryLineProps = { story: Story; waits: boolean; open: boolean; onOpen: () => void }

/** A story in a sentence; the recorded steps are one click away. */
export function StoryLine({ story, waits, open, onOpen }: StoryLineProps) {
  const { key, thing, steps, at, mark, sentence } = story
  return html`
    <li class="activity-row story" data-stop=${key} data-open=${open || undefined} tabindex="-1" aria-label=${`${thing.label}: ${sentence}`}>
      <time datetime=${at} title=${exactWords(at)}>${clockOf(at)}</time>
      <${ThingCover} thing=${thing} width=${36} />
      <div class="story-told">
        <p class="story-name"><${Mark} state=${mark} word=${WORDS[mark]} wordless /><${SubjectName} thing=${thing} /></p>
        <p class="story-words">${isolated(sentence)} ${waits && html`<a href="/activity/attention">Resolve</a>`}</p>
        ${open && html`<${Steps} steps=${steps} />`}
      </div>
      <${Opener} open=${open} label=${`the steps of ${thing.label}`} onOpen=${onOpen} />
    </li>
  `
}

/** The recorded steps, unchanged. */
function Steps({ steps }: { steps: readonly TimelineRow[] }) {
  return html`
    <ol class="story-steps">
      ${steps.map((step) => {
        const { event_id, created_at, activity, status, provider, reason_code, reason_detail, release_key } = step
        const facts = [provider, release_key, reason_code, reason_detail].filter(Boolean)
        return html`
          <li key=${event_id}>
            <time datetime=${created_at}>${secondWords(created_at)}</time>
            <code>${activity}.${status}</code>
            <span>${facts.join(' · ')}</span>
          </li>
        `
      })}
    </ol>
  `
}
