import './timeline.css'
import { html, useEffect, useState } from '../../html'
import { type Story, storiesOf } from '../../panels/story'
import { Button } from '../../parts/controls/button'
import { useStops } from '../../parts/lists/use-stops'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { dayOfWords } from '../../parts/text/when'
import { HistoryTab } from './history-page'
import { StoryLine } from './story-line'
import { useTimeline } from './use-timeline'
import { useWaiting } from './use-waiting'

const PER_LOOK = 25

/** The timeline, as stories. */
export function TimelinePage() {
  return html`<${HistoryTab} view="timeline"><${Timeline} /><//>`
}

function Timeline() {
  const { rows, more, busy, error, load, reload } = useTimeline()
  const [wanted, setWanted] = useState(PER_LOOK)
  const stories = storiesOf(rows ?? [])
  // The last story may continue in steps that are not loaded yet.
  const whole = more ? stories.slice(0, -1) : stories
  const short = more && whole.length < wanted
  useEffect(() => {
    if (short && !busy && !error) load()
  }, [short, busy, error])
  if (!rows && error)
    return html`<${ErrorLook} what="The timeline could not be loaded" detail=${error} onRetry=${reload} />`
  if (!rows) return html`<${Skeleton} count=${8} label="Loading the timeline" />`
  if (rows.length === 0) return html`<${Nothing} />`
  const rest = more || whole.length > wanted
  return html`
    <${Stories} stories=${whole.slice(0, wanted)} />
    ${error && html`<p class="stories-failed" role="alert">${error}</p>`}
    ${rest && html`<div class="stories-more"><${Button} busy=${busy} onClick=${() => (error ? load() : setWanted(wanted + PER_LOOK))}>Show older<//></div>`}
  `
}

/** Arrow keys move, Enter shows the steps of a story. */
function Stories({ stories }: { stories: readonly Story[] }) {
  const [open, setOpen] = useState<string | undefined>(undefined)
  const waits = useWaiting(stories)
  const toggle = (key: string) => setOpen((now) => (now === key ? undefined : key))
  const keys = useStops((key, id) => {
    if (key !== 'Enter' && key !== ' ') return false
    toggle(id)
    return true
  })
  const days = [...Map.groupBy(stories, ({ at }) => dayOfWords(at))]
  return html`
    <div class="activity-list stories" ...${keys}>
      ${days.map(
        ([day, own]) => html`
          <section key=${day}>
            <h2>${day}</h2>
            <ul aria-label=${day}>
              ${own.map(
                (story) => html`
                <${StoryLine}
                  key=${story.key}
                  story=${story}
                  waits=${waits(story)}
                  open=${open === story.key}
                  onOpen=${() => toggle(story.key)}
                />
              `,
              )}
            </ul>
          </section>
        `,
      )}
    </div>
  `
}

function Nothing() {
  const text = 'Searches, downloads and imports stay here for three months.'
  return html`
    <${Empty} icon="activity" title="No activity yet" text=${text}>
      <${Button} icon="bookmark" href="/wanted">Go to Wanted<//>
    <//>
  `
}
