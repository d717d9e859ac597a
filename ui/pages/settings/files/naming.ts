import './naming.css'
import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { FileFormat, FolderFormat, type NameSettings } from './name-format'
import { NameWords } from './name-words'

function namingOf({ value, isOn }: OptionForm): NameSettings {
  return {
    folder_format: String(value('folder_format') ?? ''),
    file_format: String(value('file_format') ?? ''),
    zero_level_n: value('zero_level_n') as NameSettings['zero_level_n'],
    replace_spaces: isOn('replace_spaces'),
    replace_char: value('replace_char') as NameSettings['replace_char'],
    lowercase_filenames: isOn('lowercase_filenames'),
  }
}

export function namingSection(form: OptionForm): Section {
  const naming = namingOf(form)
  return {
    key: 'naming',
    title: 'Naming',
    settings: [
      form.row(
        'folder_format',
        ({ label, onSave }) => html`<${FolderFormat} label=${label} naming=${naming} onSave=${onSave} />`,
      ),
      form.row(
        'file_format',
        ({ label, onSave }) => html`<${FileFormat} label=${label} naming=${naming} onSave=${onSave} />`,
      ),
      {
        key: 'name_words',
        manager: true,
        label: 'Words in names',
        about:
          'Each word is replaced by what is known of the series or issue. An empty one is left out with its brackets.',
        terms: 'token placeholder variable publisher imprint volume month title',
        wide: true,
        control: html`<${NameWords} />`,
      },
      ...form.rows('zero_level_n', 'replace_spaces', 'replace_char', 'lowercase_filenames'),
    ],
  }
}
