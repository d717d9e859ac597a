import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { Cover } from '../../parts/covers/cover'
import { bandOf, Sureness } from '../../parts/status/sureness'
import { numberWords, pluralWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import { type FileActions, InboxFileRow } from './file-row'
import {
  amountOf,
  BAND_WORDS,
  bySeries,
  foundName,
  guessReason,
  isImportable,
  isReady,
  isSuggested,
} from './inbox-file'
import type { InboxGroup } from './wire'

/** The number of files of a group that are shown at first. */
const FIRST = 12

export type GroupProps = {
  group: InboxGroup
  picked: ReadonlySet<string>
  whole: boolean
  onWhole: () => void
  intents: FileActions
}

/** Files of one series: the files on the left, the proposed series on the right, and one button. */
export function GroupView({ group, picked, whole, onWhole, intents }: GroupProps) {
  const { files } = group
  const shown = whole ? files : files.slice(0, FIRST)
  const rest = files.length - shown.length
  const cover = files.find(({ problem }) => problem === null)
  const name = foundName(group)
  return html`
    <section class="inbox-group" data-stop=${`group ${group.DynamicName} ${group.Volume ?? ''}`} tabindex="-1" aria-label=${name}>
      <header class="inbox-group-head">
        <div class="inbox-group-found">
          <${Cover} name=${group.ComicName} src=${cover && `/api/import/${cover.impID}/cover`} mark=${group.ComicYear ?? undefined} width=${72} />
          <div>
            <h2>${name}</h2>
            <span>${amountOf(files)}</span>
          </div>
        </div>
        <${TakenFor} group=${group} />
        <${GroupActions} group=${group} intents=${intents} />
      </header>
      <ul class="inbox-group-files" aria-label=${`Files of ${name}`}>
        ${shown.map((file) => html`<${InboxFileRow} key=${file.impID} file=${file} picked=${picked.has(file.impID)} intents=${intents} />`)}
      </ul>
      ${rest > 0 && html`<${Button} kind="quiet" size="small" icon="chevron-down" onClick=${onWhole}>Show the other ${numberWords(rest)}<//>`}
    </section>
  `
}

function TakenFor({ group }: { group: InboxGroup }) {
  const { files, MatchConfidence, SuggestedComicID, SuggestedComicName } = group
  const band = SuggestedComicID === null ? 'none' : bandOf(MatchConfidence)
  const series = bySeries(files)
  const best = files.find((file) => file.SuggestedComicID === SuggestedComicID) ?? files[0]
  const more = series.size > 1 ? `${numberWords(series.size)} series fit some of them` : undefined
  return html`
    <div class="inbox-group-taken" data-band=${band}>
      ${SuggestedComicID && html`<${Cover} name=${SuggestedComicName ?? ''} src=${`/api/covers/series/${encodeURIComponent(SuggestedComicID)}`} width=${72} />`}
      <div>
        ${SuggestedComicID && html`<small>${best && isSuggested(best) ? 'AI suggestion' : 'Matched to'}</small>`}
        ${SuggestedComicID && html`<a href=${seriesPath(SuggestedComicID)}>${SuggestedComicName}</a>`}
        <${Sureness} band=${band} word=${BAND_WORDS[band]} />
        <span>${more ?? (best && guessReason(best))}</span>
      </div>
    </div>
  `
}

/** A single file has its own menu beside it. */
function GroupActions({ group, intents }: { group: InboxGroup; intents: FileActions }) {
  const { files } = group
  const ready = files.filter(isReady)
  const open = files.filter(isImportable)
  const suggested = files.filter(isSuggested)
  const movable = files.filter(({ Status }) => Status !== 'Importing')
  const ignored = files.every(({ IgnoreFile }) => IgnoreFile === 1)
  const items = [
    {
      label: 'Choose another series',
      icon: 'search' as const,
      disabled: open.length === 0,
      onPick: () => intents.choose(open),
    },
    {
      label: 'Correct name and year',
      icon: 'pencil' as const,
      disabled: movable.length === 0,
      onPick: () => intents.correct(movable),
    },
    ignored
      ? { label: 'Bring all back', icon: 'undo' as const, onPick: () => intents.ignore(files, false) }
      : {
          label: 'Ignore all',
          icon: 'eye-off' as const,
          disabled: movable.length === 0,
          onPick: () => intents.ignore(movable, true),
        },
    {
      label: 'Remove all from the list',
      icon: 'close' as const,
      disabled: movable.length === 0,
      onPick: () => intents.remove(movable),
    },
  ]
  return html`
    <div class="inbox-group-actions">
      ${
        ready.length > 0
          ? html`<${Button} icon="library" onClick=${() => intents.file(ready)}>${pluralWords(ready.length, 'Import', 'Import all {count}')}<//>`
          : suggested.length > 0
            ? html`<${Button} icon="check" onClick=${() => intents.accept(suggested)}>${pluralWords(suggested.length, 'Accept suggestion', 'Accept {count} suggestions')}<//>`
            : open.length > 0 &&
              html`<${Button} icon="search" onClick=${() => intents.choose(open)}>Choose a series<//>`
      }
      ${files.length > 1 && html`<${Menu} title=${`What to do with ${foundName(group)}`} items=${items} />`}
    </div>
  `
}
