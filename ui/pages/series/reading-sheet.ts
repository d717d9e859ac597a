import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { SegmentedControl } from '../../parts/controls/segmented'
import { Dialog } from '../../parts/dialogs/dialog'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { useBusyWithAll } from '../../state/use-busy'
import { DIRECTIONS, type Direction, SettingLine } from './setting-line'

/** `issue_id`: any issue with pages, whose reply has the view of the series. */
export type ReadingSheetProps = { comic_id: string; issue_id: string; onClose: () => void }

/** How this user reads the series. The library's own direction stays. */
export function ReadingSheet({ comic_id, issue_id, onClose }: ReadingSheetProps) {
  const { data, error, reload } = useQuery('GET /api/reading/issues/:issue_id', { params: { issue_id } })
  const { busy, run } = useBusyWithAll()
  const params = { comic_id }
  const save = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      invalidate('GET /api/reading/issues')
    })
  const turn = (reading_direction: string) =>
    save(() =>
      call('PATCH /api/reading/series/:comic_id/view', {
        params,
        body: { reading_direction: reading_direction as Direction },
      }),
    )
  const reset = () => save(() => call('DELETE /api/reading/series/:comic_id/view', { params }))
  const direction = { label: 'Reading direction', value: data?.view.reading_direction, choices: DIRECTIONS }
  return html`
    <${Dialog} open kind="sheet" title="Reading settings" help="reading#view-settings" onClose=${onClose}>
      ${!data && error && html`<${ErrorLook} what="The settings could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!data && !error && html`<${Skeleton} count=${2} label="Loading the settings" />`}
      ${
        data &&
        html`
          <div class="series-settings" aria-busy=${busy}>
            <${SettingLine} title="Reading direction" text="For you alone. Down is for webtoons.">
              <${SegmentedControl} ...${direction} onChange=${turn} />
            <//>
            <${SettingLine} title="All view settings" text="Pages, direction and size as usual for this series. More settings are in the reader.">
              <${Button} size="small" icon="undo" onClick=${reset}>Reset to default<//>
            <//>
          </div>
        `
      }
    <//>
  `
}
