import type { Reply } from '../../api/contract'
import { listen } from '../../api/events'
import { useQuery } from '../../api/query'
import { html, useEffect, useRef } from '../../html'
import { subjectPath } from '../../panels/step-subject'
import { type AlikeStories, alikeStories, storiesOf } from '../../panels/story'
import { pluralWords } from '../../parts/text/format'
import { isolated } from '../../parts/text/isolated'
import { TimeText } from '../../parts/text/when'
import { Panel } from './panel'

type Activity = Reply<'GET /api/dashboard/activity'>

const SOON_MS = 1_000
const MOST = 5
/** A download has up to ten steps, which are one story, and an import has stories for all of its series. */
const STEPS = 100

const shownOf = (events: Activity['events']) => alikeStories(storiesOf(events)).slice(0, MOST)

/** The newest stories of the timeline. */
export function RecentActivity() {
  const answer = useQuery('GET /api/dashboard/activity', { query: { limit: STEPS } })
  useNewRows(answer.reload)
  const draw = ({ events, days }: Activity) =>
    events.length === 0
      ? html`<p class="dash-none">Nothing happened in the last ${days} days.</p>`
      : html`<ul class="dash-rows">${shownOf(events).map((one) => html`<${Line} key=${one.story.key} ...${one} />`)}</ul>`
  return html`<${Panel} title="Recent activity" more=${{ label: 'Timeline', href: '/activity/history/timeline' }} answer=${answer} draw=${draw} />`
}

/** An import adds many rows at once, so they are fetched together a moment later. */
function useNewRows(reload: () => void): void {
  const now = useRef(reload)
  now.current = reload
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer = undefined
      now.current()
    }
    const leave = listen(({ type }) => {
      if (type === 'activity') timer ??= setTimeout(soon, SOON_MS)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [])
}

function Line({ story, others }: AlikeStories) {
  const { thing, sentence, at } = story
  const more = others > 0 ? ` ${pluralWords(others, 'and 1 other:', 'and {count} others:')}` : ''
  const href = subjectPath(thing)
  const name = html`<b>${isolated(thing.label)}</b>`
  return html`
    <li class="dash-event">
      <span class="dash-what">${href ? html`<a href=${href}>${name}</a>` : name}${more} ${isolated(sentence)}</span>
      <small><${TimeText} at=${at} /></small>
    </li>
  `
}
