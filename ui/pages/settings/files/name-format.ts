import type { Input, Reply } from '../../../api/contract'
import { useQuery } from '../../../api/query'
import type { SaveValue } from '../../../forms/option-form'
import { html, useEffect, useState, type VNode } from '../../../html'
import { TextField } from '../../../parts/controls/field'
import { useEditable } from '../../../parts/controls/use-editable'
import { Icon } from '../../../parts/icons/icon'

/** The settings that name new files and folders. */
export type NameSettings = Required<NonNullable<Input<'GET /api/filing/sample-name'>['query']>>
type Samples = Reply<'GET /api/filing/sample-name'>

export type FormatProps = { label: string; naming: NameSettings; onSave: SaveValue }

const TYPED_MS = 150

/** A valid file name, so that a problem can only come from the folder. */
const PLAIN_FILE = '$Series $Issue'

/** The folder of the first example. */
export function FolderFormat(props: FormatProps) {
  const shown = ({ samples }: Samples) => html`<span class="setting-sample">${samples[0]?.folder}/</span>`
  const naming = { ...props.naming, file_format: PLAIN_FILE }
  return html`<${Format} ...${props} naming=${naming} part="folder_format" shown=${shown} />`
}

/** Examples of every kind of file with their folders, so that problems of the folder's template are shown too. */
export function FileFormat(props: FormatProps) {
  const shown = ({ samples }: Samples) => html`
    <dl class="name-samples">
      ${samples.map(
        ({ label, folder, file }) => html`
          <div key=${label}><dt>${label}</dt><dd class="setting-sample"><span>${folder}/</span>${file}</dd></div>
        `,
      )}
    </dl>
  `
  return html`<${Format} ...${props} part="file_format" shown=${shown} />`
}

type Part = { part: 'folder_format' | 'file_format'; shown: (samples: Samples) => VNode }

/** The examples follow the typed text; the setting is saved when the field is left or Enter is pressed. A refused one stays. */
function Format({ label, naming, onSave, part, shown }: FormatProps & Part) {
  const saved = naming[part]
  const [value, setValue] = useEditable(saved)
  const settled = useLater(value)
  const { data } = useQuery('GET /api/filing/sample-name', { query: { ...naming, [part]: settled } }, { keep: true })
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const type = (next: string) => {
    setValue(next)
    setRefusal(undefined)
  }
  const change = async (next: string) => {
    if (!next.trim()) setValue(saved)
    else if (next !== saved) await onSave(next, setRefusal)
  }
  const problems = data?.problems.filter((one) => !refusal?.includes(one)) ?? []
  return html`
    <div class="name-format">
      <${TextField} label=${label} unlabelled value=${value} error=${refusal && `Not saved. ${refusal}`} code onInput=${type} onChange=${change} />
      ${problems.map((one) => html`<p class="name-problem" role="status" key=${one}><${Icon} name="alert" size="small" />${one}</p>`)}
      ${data && shown(data)}
    </div>
  `
}

/** The value after a pause, so that not every key sends a request. */
function useLater(value: string): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), TYPED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return later
}
