import { call } from '../../../api/client'
import { useQuery } from '../../../api/query'
import { html, useEffect, useState } from '../../../html'
import { OwnerOnly } from '../../../panels/ask-owner'
import { breakable } from '../../../parts/text/breakable'
import { countWords } from '../../../parts/text/format'
import type { RenamePreview, WireSeries } from '../wire'
import { useJob } from './job'
import { JobError, JobSheet } from './job-sheet'
import { relativePath } from './path-diff'
import { ComparedNames } from './rename-sheet'

export type MoveSheetProps = { series: WireSeries; onClose: () => void }

/** Moves a series into another folder of the library: a preview first, then the move. */
export function MoveSheet({ series, onClose }: MoveSheetProps) {
  const { ComicID: comic_id, ComicLocation: location } = series
  const folders = useLibraryFolders(series.ContentType)
  const here = folders.find((folder) => location !== null && relativePath(location, folder) !== location)
  const others = folders.filter((folder) => folder !== here)
  const [picked, setPicked] = useState<string | undefined>(undefined)
  const folder = picked ?? others[0]
  const { preview, error } = useMovePreview(comic_id, folder)
  const job = useJob()
  const run = () =>
    job.start(() =>
      call('POST /api/series/:comic_id/move', { params: { comic_id }, body: { folder: folder ?? '' }, query: {} }),
    )
  const problems = preview?.changes.filter(({ problem }) => problem) ?? []
  const can = preview !== undefined && problems.length === 0 && preview.changes.length > 0
  const sheet = {
    comic_id,
    job,
    title: `Move ${series.ComicName}`,
    kind: 'sheet',
    doing: 'Moving files',
    action: can ? `Move ${countWords(preview.changes.length, 'file')}` : others.length > 0 ? 'Move' : undefined,
    disabled: !can,
    onRun: run,
    onClose,
  }
  return html`
    <${JobSheet} ...${sheet}>
      ${error && html`<${JobError}>${error}<//>`}
      ${
        others.length === 0
          ? html`<p>There is no other folder to move it to. <${OwnerOnly}>Add one under <a href="/settings#folders">Settings, Folders</a>.<//></p>`
          : html`
            <${Choice}
              here=${here}
              others=${others}
              folder=${folder}
              onPick=${setPicked}
            />
          `
      }
      ${preview?.folder && html`<div class="rename-folder"><h3>The folder</h3><${ComparedNames} ...${preview.folder} /></div>`}
      ${problems.map(({ file_id, problem }) => html`<${JobError} key=${file_id}>${problem}<//>`)}
      <p class="job-aside">Hard links stay hard links on the same disk. To another disk, each file is copied, checked, and only then removed here.</p>
    <//>
  `
}

type ChoiceProps = { here?: string; others: string[]; folder?: string; onPick: (folder: string) => void }

function Choice({ here, others, folder, onPick }: ChoiceProps) {
  return html`
    <fieldset class="move-folders">
      <legend>${here ? html`Now in <code>${breakable(here)}</code>. Move it to` : 'Move it to'}</legend>
      ${others.map(
        (one) => html`
          <label key=${one}>
            <input type="radio" name="folder" checked=${one === folder} onChange=${() => onPick(one)} />
            <code>${breakable(one)}</code>
          </label>
        `,
      )}
    </fieldset>
  `
}

function useLibraryFolders(kind: WireSeries['ContentType']): string[] {
  const { data } = useQuery('GET /api/config')
  const folders = kind === 'manga' ? data?.manga_dirs : data?.comic_dirs
  return Array.isArray(folders) ? folders : []
}

function useMovePreview(comic_id: string, folder: string | undefined) {
  const [state, setState] = useState<{ preview?: RenamePreview; error?: string }>({})
  useEffect(() => {
    if (folder === undefined) return
    let here = true
    setState({})
    void call('POST /api/series/:comic_id/move', { params: { comic_id }, body: { folder }, query: { preview: true } })
      .then((preview) => here && setState({ preview: preview as RenamePreview }))
      .catch((cause: Error) => here && setState({ error: cause.message }))
    return () => {
      here = false
    }
  }, [comic_id, folder])
  return state
}
