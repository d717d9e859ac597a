import { html } from '../../../html'
import { keptIssues } from '../../../kept/kept-signal'
import { isOffline } from '../../../kept/kept-user'
import { Button } from '../../../parts/controls/button'
import { Cover } from '../../../parts/covers/cover'
import { addToReadingList } from '../../../state/reading-lists'
import { coverPicture, type Neighbour, type ReadIssue } from '../wire'

export type CardProps = {
  issue: ReadIssue
  kind: 'end' | 'before'
  /** Whether the server is silent: only issues on this device can be opened. */
  lost: boolean
  onGo: (issue: Neighbour) => void
  onLeave: () => void
}

/** The card after the last page or before the first: the neighbouring issue, with a link. */
export function EndCard({ issue, kind, lost, onGo, onLeave }: CardProps) {
  const other = kind === 'end' ? issue.next : issue.previous
  const word = kind === 'end' ? 'Next' : 'Before this'
  const done =
    kind === 'end' ? `${issue.series_name} ${issue.label} is read` : `${issue.series_name} ${issue.label} begins here`
  const isAway = lost && other !== null && keptIssues.value?.get(other.issue_id)?.state !== 'whole'
  const later = () => other && addToReadingList([{ id: other.issue_id, label: `${issue.series_name} ${other.label}` }])
  return html`
    <section class="reader-card" aria-label=${kind === 'end' ? 'The end' : 'The beginning'}>
      <p class="reader-card-done">${done}</p>
      ${
        isAway
          ? html`<p class="reader-card-last">${`${other.label} is not on this device.`}</p>`
          : other
            ? html`
        <${Other}
          other=${other}
          word=${word}
          series=${issue.list ? other.label : issue.series_name}
          onGo=${onGo}
        />
      `
            : html`<p class="reader-card-last">${lastWords(issue)}</p>`
      }
      ${kind === 'end' && other && !issue.list && !lost && !isOffline() && html`<${Button} kind="quiet" icon="list-add" onClick=${later}>Add to reading list<//>`}
      <${Button} kind=${other && !isAway ? 'quiet' : 'main'} onClick=${onLeave}>${issue.list ? 'Close' : 'Back to the series'}<//>
    </section>
  `
}

function lastWords({ list }: ReadIssue): string {
  // Without a connection only issues on this device follow each other.
  if (isOffline()) return 'That was the last one on this device.'
  return list ? `That was the last one of ${list.name}.` : 'That was the last one here.'
}

type OtherProps = { other: Neighbour; word: string; series: string; onGo: CardProps['onGo'] }

function Other({ other, word, series, onGo }: OtherProps) {
  const go = () => onGo(other)
  return html`
    <button class="reader-card-cover" type="button" tabindex="-1" aria-hidden="true" onClick=${go}>
      <${Cover} name=${series} src=${coverPicture(other.issue_id)} mark=${other.label} width=${200} />
    </button>
    <${Button} kind="main" size="large" onClick=${go}>${`${word}: ${other.label}`}<//>
  `
}
