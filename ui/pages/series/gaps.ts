import { call } from '../../api/client'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Confirm } from '../../parts/dialogs/dialog'
import { pluralWords } from '../../parts/text/format'
import { showToast } from '../../state/toasts'
import { useBusy } from '../../state/use-busy'
import { gapCountWords, gapUnits, gapWords } from './series-facts'
import type { WireDetail } from './wire'

/** The numbers that siblings make plain but no source lists, with a button that adds them to Wanted. */
export function Gaps({ detail, reload }: { detail: WireDetail; reload: () => void }) {
  const [asking, setAsking] = useState(false)
  const { busy, run: runOnce } = useBusy()
  const { about } = detail
  const count = gapUnits(about).reduce((sum, [, numbers]) => sum + numbers.length, 0)
  if (count === 0) return null
  const comic_id = detail.comic[0]?.ComicID ?? ''
  const many = gapCountWords(about)
  const want = () =>
    runOnce(async () => {
      await call('POST /api/series/:comic_id/gaps', { params: { comic_id } })
      setAsking(false)
      showToast(`${many} added to Wanted.`)
      reload()
    })
  const confirm = {
    open: asking,
    title: `Want ${many}?`,
    text: pluralWords(
      count,
      'It is added to this series and to Wanted.',
      'They are added to this series and to Wanted.',
    ),
    action: `Want ${many}`,
    busy,
    onConfirm: want,
    onClose: () => setAsking(false),
  }
  return html`
    <div class="series-gaps">
      <p>${gapWords(about)}</p>
      <${Button} size="small" icon="bookmark" onClick=${() => setAsking(true)}>Want<//>
    </div>
    <${Confirm} ...${confirm} />
  `
}
