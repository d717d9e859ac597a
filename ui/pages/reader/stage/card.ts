import { html } from '../../../html'
import { isOffline } from '../../../kept/kept-user'
import { Button } from '../../../parts/controls/button'
import { Cover } from '../../../parts/covers/cover'
import { addToReadingList } from '../../../state/reading-lists'
import { coverPicture, type Neighbour, type ReadIssue } from '../wire'

export type CardProps = {
  issue: ReadIssue
  kind: 'end' | 'before'
  onGo: (issue: Neighbour) => void
  onLeave: () => void
}

/** The card after the last page or before the first: the neighbouring issue, with a link. */
export function EndCard({ issue, kind, onGo, onLeave }: CardProps) {
  const other = kind === 'end' ? issue.next : issue.previous
  const word = kind === 'end' ? 'Next' : 'Before this'
  const done =
    kind === 'end' ? `${issue.series_name} ${issue.label} is read` : `${issue.series_name} ${issue.label} begins here`
  const later = () => other && addToReadingList([{ id: other.issue_id, label: `${issue.series_name} ${other.label}` }])
  return html`
    <section class="reader-card" aria-label=${kind === 'end' ? 'The end' : 'The beginning'}>
      <p class="reader-card-done">${done}</p>
      ${
        other
          ? html`
        <${Other}
          other=${other}
          word=${word}
          series=${issue.list ? other.label : issue.series_name}
          onGo=${onGo}
        />
      `
          : html`<p class="reader-card-last">${issue.list ? `That was the last one of ${issue.list.name}.` : 'That was the last one here.'}</p>`
      }
      ${kind === 'end' && other && !issue.list && !isOffline() && html`<${Button} kind="quiet" icon="list-add" onClick=${later}>Add to reading list<//>`}
      <${Button} kind=${other ? 'quiet' : 'main'} onClick=${onLeave}>${issue.list ? 'Close' : 'Back to the series'}<//>
    </section>
  `
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
