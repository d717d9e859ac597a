import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import { removeIssues } from './changes'
import type { ArcIssue } from './wire'

export type DropDialogProps = { arcId: string; issues: readonly ArcIssue[]; onClose: () => void }

/** Removes whole groups from an arc: trades and other collections by their type, reprints and foreign editions by series. */
export function DropDialog({ arcId, issues, onClose }: DropDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { busy, run } = useBusy()
  const types = groupsOf(issues, ({ listed }) => listed.book_type ?? null)
  const series = groupsOf(issues, seriesOf)
  const dropped = issues.filter(
    (issue) => chosen.has(`type ${issue.listed.book_type}`) || chosen.has(`series ${seriesOf(issue)}`),
  )
  const turn = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const drop = async () => {
    const ids = dropped.map(({ IssueArcID }) => IssueArcID)
    if (await run(() => removeIssues(arcId, ids))) onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${dropped.length === 0} onClick=${drop}>${dropped.length === 0 ? 'Remove' : `Remove ${countWords(dropped.length, 'issue')}`}<//>
  `
  const group = (title: string, kind: string, groups: readonly Group[]) =>
    groups.length > 0 &&
    html`
      <fieldset class="arc-groups">
        <legend>${title}</legend>
        ${groups.map(
          ({ name, count }) => html`
            <label key=${name}>
              <input type="checkbox" checked=${chosen.has(`${kind} ${name}`)} onChange=${() => turn(`${kind} ${name}`)} />
              <span>${name}</span>
              <small>${countWords(count, 'issue')}</small>
            </label>
          `,
        )}
      </fieldset>
    `
  return html`
    <${Dialog} open kind="sheet" title="Remove trades, reprints and editions" onClose=${onClose} foot=${foot}>
      <p>Removed issues stay out of the arc when it is refreshed. Files and issues of your library stay.</p>
      ${group('Book types', 'type', types)}
      ${group('Series', 'series', series)}
    <//>
  `
}

interface Group {
  name: string
  count: number
}

const seriesOf = ({ listed: { series, volume } }: ArcIssue) => `${series}${volume === null ? '' : ` (${volume})`}`

/** The largest groups first; issues without a name are in no group. */
function groupsOf(issues: readonly ArcIssue[], nameOf: (issue: ArcIssue) => string | null): Group[] {
  const groups = Map.groupBy(
    issues.filter((issue) => nameOf(issue) !== null),
    (issue) => nameOf(issue) as string,
  )
  return [...groups].map(([name, { length }]) => ({ name, count: length })).sort((a, b) => b.count - a.count)
}
