import type { Config } from '../../api/contract'
import { html, useEffect, useState } from '../../html'
import { SelectField, Switch, TextField } from '../../parts/field'
import { type Naming, sampleName } from './sample-name'
import type { Save } from './saving'
import type { Section } from './setting'

const PADDING = [
  { value: 'none', label: '7' },
  { value: '0x', label: '07' },
  { value: '00x', label: '007' },
]

export function namingSection(config: Config, save: Save): Section {
  const naming: Naming = {
    folder: String(config.folder_format ?? ''),
    file: String(config.file_format ?? ''),
    padding: String(config.zero_level_n ?? 'none'),
    underscores: Boolean(config.replace_spaces),
    lower: Boolean(config.lowercase_filenames),
  }
  const turn = (key: string, label: string) => ({
    label,
    unlabelled: true,
    on: Boolean(config[key]),
    onChange: (on: boolean) => save(key, on, label),
  })
  const padding = {
    label: 'Issue numbers',
    unlabelled: true,
    value: naming.padding,
    choices: PADDING,
    onChange: (value: string) => save('zero_level_n', value, 'The number format'),
  }
  const format = (key: string, part: 'folder' | 'file', label: string) => ({
    label,
    naming,
    part,
    onSave: (value: string) => save(key, value, label),
  })
  return {
    key: 'naming',
    title: 'Naming',
    settings: [
      {
        key: 'folder_format',
        label: 'Folder names',
        about:
          'How the folder of a new series is called, from $Series $Publisher $Imprint $Year $VolumeY $VolumeN $Type.',
        usual: '$Series ($Year)',
        words: 'rename pattern template',
        wide: true,
        control: html`<${Format} ...${format('folder_format', 'folder', 'Folder names')} />`,
      },
      {
        key: 'file_format',
        label: 'File names',
        about: 'How a new file is called, from the same words and $Annual $Issue $month $monthname.',
        usual: '$Series $Annual $Issue ($Year)',
        words: 'rename pattern template',
        wide: true,
        control: html`<${Format} ...${format('file_format', 'file', 'File names')} />`,
      },
      {
        key: 'zero_level_n',
        label: 'Issue numbers',
        about: 'Zeros in front, so that files sort by number everywhere.',
        usual: '7, without zeros',
        words: 'padding zero_level',
        control: html`<${SelectField} ...${padding} />`,
      },
      {
        key: 'replace_spaces',
        label: 'Underscores for spaces',
        about: 'Puts underscores in place of spaces in new names.',
        usual: 'off',
        control: html`<${Switch} ...${turn('replace_spaces', 'Underscores for spaces')} />`,
      },
      {
        key: 'lowercase_filenames',
        label: 'Lower case',
        about: 'Writes new names in lower case.',
        usual: 'off',
        control: html`<${Switch} ...${turn('lowercase_filenames', 'Lower case')} />`,
      },
    ],
  }
}

type FormatProps = {
  label: string
  naming: Naming
  part: 'folder' | 'file'
  onSave: (value: string) => Promise<boolean>
}

/** The example follows every key; the setting is saved when the field is left or Enter is pressed. */
function Format({ label, naming, part, onSave }: FormatProps) {
  const saved = naming[part]
  const [value, setValue] = useState(saved)
  useEffect(() => setValue(saved), [saved])
  const change = async (next: string) => {
    if (next === saved) return
    if (!next.trim() || !(await onSave(next))) setValue(saved)
  }
  const sample = sampleName({ ...naming, [part]: value })
  const hint = html`<span class="setting-sample"><span>${sample.folder}/</span>${part === 'file' && sample.file}</span>`
  return html`<${TextField} ...${{ label, unlabelled: true, value, hint, code: true, onInput: setValue, onChange: change }} />`
}
