import { html } from '../../html'
import { Mark } from '../../parts/status/mark'
import { isolated } from '../../parts/text/isolated'
import { seriesPath } from '../../parts/text/series-path'
import type { ImportedFile } from './wire'

/** The last imported files with their new places. */
export function RecentlyImported({ files }: { files: readonly ImportedFile[] }) {
  if (files.length === 0) return null
  return html`
    <section class="filed">
      <h2>Recently imported</h2>
      <ul>${files.map((file) => html`<${FiledLine} key=${file.imp_id} file=${file} />`)}</ul>
    </section>
  `
}

function FiledLine({ file }: { file: ImportedFile }) {
  const { name, comic_id, comic_name, target, problem } = file
  const series =
    comic_id && comic_name
      ? html`<a href=${seriesPath(comic_id)}>${isolated(comic_name)}</a>`
      : 'a series that was removed'
  return html`
    <li title=${target ?? undefined}>
      <${Mark} state=${problem ? 'attention' : 'have'} word=${problem ? 'Imported, with a problem' : 'Imported'} wordless />
      <span><code>${isolated(name)}</code> in ${series}</span>
      ${problem && html`<p class="inbox-file-problem">${problem}</p>`}
    </li>
  `
}
