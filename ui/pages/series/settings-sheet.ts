import { call } from '../../api/client'
import { ReleaseNameTest } from '../../forms/release-rules/name-test'
import { ReleaseRuleList } from '../../forms/release-rules/rule-list'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { SelectField, Switch } from '../../parts/controls/field'
import { SegmentedControl } from '../../parts/controls/segmented'
import { Dialog } from '../../parts/dialogs/dialog'
import { breakable } from '../../parts/text/breakable'
import { useBusyWithAll } from '../../state/use-busy'
import { DIRECTIONS, type Direction, SettingLine } from './setting-line'
import type { OpenSeriesSheet } from './sheets'
import type { WireDetail, WireSeries } from './wire'

export type SettingsSheetProps = {
  series: WireSeries
  about: WireDetail['about']
  reload: () => void
  onSheet: OpenSeriesSheet
  onClose: () => void
}

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]
const NUMBERS = [
  { value: 'auto', label: 'Automatic' },
  { value: 'volumes', label: 'Volumes' },
  { value: 'chapters', label: 'Chapters' },
]
const MONITORS = [
  { value: 'blended', label: 'Volumes, and chapters not in a volume yet' },
  { value: 'volumes', label: 'Volumes only' },
  { value: 'chapters', label: 'Chapters only' },
]

type Search = { allow_packs?: boolean; ignore_type?: boolean; bare_number_mode?: string; monitor_mode?: string }

/** Settings of this series only. Each change is saved at once. */
export function SettingsSheet({ series, about, reload, onSheet, onClose }: SettingsSheetProps) {
  const { busy, run } = useBusyWithAll()
  const { ComicID: comic_id, ContentType: kind } = series
  const save = async (work: () => Promise<unknown>) => {
    await run(work)
    reload()
  }
  const search = (body: Search) =>
    save(() => call('PATCH /api/series/:comic_id/search-settings', { params: { comic_id }, body }))
  const option = (body: { want_new?: boolean; reading_direction?: Direction }) =>
    save(() => call('PATCH /api/series/:comic_id/options', { params: { comic_id }, body }))
  const direction = {
    label: 'Reading direction',
    value: series.ReadsDown ? 'down' : series.ReadingDirection,
    choices: DIRECTIONS,
  }
  const turnKind = (value: string) =>
    save(() =>
      call('PATCH /api/series/:comic_id/content-kind', {
        params: { comic_id },
        body: { content_type: value as 'comic' | 'manga' },
      }),
    )
  return html`
    <${Dialog} open kind="sheet" title="Series settings" onClose=${onClose}>
      <div class="series-settings" aria-busy=${busy}>
        <${SettingLine} title="Monitor new issues" text="New issues are added to Wanted automatically. Default: off.">
          <${Switch} label="Monitor new issues" unlabelled on=${about.want_new} onChange=${(on: boolean) => option({ want_new: on })} />
        <//>
        <${SettingLine} title="Reading direction" text="The default of the reader. Down is for webtoons.">
          <${SegmentedControl} ...${direction} onChange=${(value: string) => option({ reading_direction: value as Direction })} />
        <//>
        <${SettingLine} title="Kind" text="Decides how numbers are read and which metadata sources are used.">
          <${SegmentedControl} label="Kind" value=${kind} choices=${KINDS} onChange=${turnKind} />
        <//>
        <${SettingLine} title="Allow packs" text="Releases with several issues may be downloaded. Default: off.">
          <${Switch} label="Allow packs" unlabelled on=${series.AllowPacks === '1'} onChange=${(on: boolean) => search({ allow_packs: on })} />
        <//>
        <${SettingLine} title="Any format" text="Accept collected editions in place of single issues. Default: off.">
          <${Switch} label="Any format" unlabelled on=${series.IgnoreType === 1} onChange=${(on: boolean) => search({ ignore_type: on })} />
        <//>
        <section class="series-rules" aria-labelledby="series-rules-title">
          <h3 id="series-rules-title">Release rules</h3>
          <p>Preferred, required and blocked words, groups and formats for this series. They replace rules from Settings for the same text.</p>
          <${ReleaseRuleList} comicId=${comic_id} />
          <${ReleaseNameTest} comicId=${comic_id} />
        </section>
        <${Folder} location=${series.ComicLocation} onMove=${() => onSheet({ is: 'move' })} />
        ${kind === 'manga' && html`<${MangaLines} series=${series} onSearch=${search} />`}
      </div>
    <//>
  `
}

function MangaLines({ series, onSearch }: { series: WireSeries; onSearch: (body: Search) => unknown }) {
  const numbers = { label: 'Plain numbers are', value: series.BareNumberMode, choices: NUMBERS }
  const follow = { label: 'Monitor', value: series.MonitorMode, choices: MONITORS }
  return html`
    <${SelectField} ...${numbers} hint="How a file called “Title 12” is read." onChange=${(value: string) => onSearch({ bare_number_mode: value })} />
    <${SelectField} ...${follow} onChange=${(value: string) => onSearch({ monitor_mode: value })} />
  `
}

/** The folder of its files, and a button to move them. */
function Folder({ location, onMove }: { location: string | null; onMove: () => void }) {
  const text = location
    ? html`<code>${breakable(location)}</code>`
    : 'The files are in several folders, or there are none yet.'
  return html`<${SettingLine} title="Folder" text=${text}><${Button} size="small" icon="move" onClick=${onMove}>Move<//><//>`
}
