import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'
import { Table, type TableColumn } from '../../parts/lists/table'
import { countWords, numberWords } from '../../parts/text/format'
import { FolderMappings } from './mappings'
import { People, type PeopleProps } from './people'
import { type Mapping, type Preview, tableWords } from './wire'

export type MovePreviewProps = {
  preview: Preview
  mappings: readonly Mapping[]
  onMap: (mapping: Mapping) => unknown
} & Pick<PeopleProps, 'choiceOf' | 'onChoose'>

type TableRow = Preview['tables'][number]
const COLUMNS: readonly TableColumn<TableRow>[] = [
  { key: 'name', title: 'What', cell: ({ name }) => tableWords(name) },
  { key: 'rows', title: 'Rows', number: true, cell: ({ row_count }) => numberWords(row_count) },
]

/** The preview of a migration: the rows to copy, and the problems. */
export function MovePreview({ preview, mappings, choiceOf, onMap, onChoose }: MovePreviewProps) {
  const { source_label, version, series_count, issue_count, tables, left_behind, config_categories, readers } = preview
  const counts = `${countWords(series_count, 'series', 'series')}, ${countWords(issue_count, 'issue')}`
  const name = version ? `${source_label} ${version}` : source_label
  return html`
    <section class="moving-section" aria-label=${`What ${source_label} has`}>
      <h2>${`${name}: ${counts}`}</h2>
      <${Problems} problems=${preview.problems.filter(({ code }) => code !== 'folder_missing')} />
    </section>
    ${preview.path_mappings.length > 0 && html`<${FolderMappings} folders=${preview.path_mappings} mappings=${mappings} onMap=${onMap} />`}
    ${readers.length > 1 && html`<${People} people=${readers} choiceOf=${choiceOf} onChoose=${onChoose} />`}
    ${
      tables.length > 0 &&
      html`
        <section class="moving-section">
          <h2>What is copied</h2>
          <${Table}
            caption="Rows by table"
            columns=${COLUMNS}
            rows=${tables.filter(({ row_count }) => row_count > 0)}
            keyOf=${({ name: key }: TableRow) => key}
          />
          ${config_categories.length > 0 && html`<p class="moving-quiet">Settings: ${config_categories.join(', ')}</p>`}
        </section>
      `
    }
    ${left_behind.length > 0 && html`<${LeftBehind} tables=${left_behind} />`}
  `
}

function Problems({ problems }: Pick<Preview, 'problems'>) {
  if (problems.length === 0) return null
  return html`
    <ul class="moving-problems">
      ${problems.map(
        ({ severity, code, message, help }) => html`
          <li key=${code + message} data-is=${severity}>
            <${Icon} name=${severity === 'info' ? 'check' : 'warning'} size="small" />
            <p><b>${message}</b>${help && html` <span>${help}</span>`}</p>
          </li>
        `,
      )}
    </ul>
  `
}

function LeftBehind({ tables }: { tables: Preview['left_behind'] }) {
  return html`
    <section class="moving-section">
      <h2>What stays behind</h2>
      <ul class="moving-left">
        ${tables.map(({ table, rows, reason }) => html`<li key=${table}><b>${tableWords(table)}</b> <span>${countWords(rows, 'row')}</span><p>${reason}</p></li>`)}
      </ul>
    </section>
  `
}
