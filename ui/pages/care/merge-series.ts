import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { SegmentedControl } from '../../parts/controls/segmented'
import { Dialog } from '../../parts/dialogs/dialog'
import { useBusy } from '../../state/use-busy'
import { type MergePreview, mergeWords, type PairSide } from './care-words'

export type MergeSeriesProps = { pair: { keep: PairSide; other: PairSide }; onClose: () => void }

/** Previews a merge; the user chooses the series to keep. */
export function MergeSeries({ pair, onClose }: MergeSeriesProps) {
  const [keepId, setKeepId] = useState(pair.keep.comic_id)
  const sides = [pair.keep, pair.other] as const
  const otherId = sides.find(({ comic_id }) => comic_id !== keepId)!.comic_id
  const body = { keep_id: keepId, other_id: otherId }
  const [preview, setPreview] = useState<MergePreview | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  useEffect(() => {
    let isOpen = true
    setPreview(undefined)
    setRefused(undefined)
    call('POST /api/care/merges/preview', { body })
      .then((reply) => isOpen && setPreview(reply))
      .catch((cause: Error) => isOpen && setRefused(cause.message))
    return () => {
      isOpen = false
    }
  }, [keepId])
  const merge = async () => {
    await call('POST /api/care/merges', { body })
    invalidate('GET /api/care')
    onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${!preview} onClick=${() => run(merge, { onFailure: setRefused })}>Merge<//>
  `
  const choices = sides.map(({ comic_id, name, year }) => ({
    value: comic_id,
    label: year ? `${name} (${year})` : name,
  }))
  return html`
    <${Dialog} open title="Merge series" help="care#similar-series" onClose=${onClose} foot=${foot}>
      <div class="care-preview">
        <p class="system-name">Keep</p>
        <${SegmentedControl} label="Series to keep" value=${keepId} choices=${choices} onChange=${setKeepId} />
        <p role="status">${preview ? mergeWords(preview) : refused ? '' : 'Counting…'}</p>
        <p class="system-quiet">Files stay in their folders; rename or move them on the page of the series. You can undo the merge for 90 days.</p>
        ${refused && html`<p class="system-wrong" role="alert">${refused}</p>`}
      </div>
    <//>
  `
}
