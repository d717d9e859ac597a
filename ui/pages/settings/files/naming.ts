import './naming.css'
import type { Config } from '../../../api/contract'
import type { Save } from '../../../forms/saving'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { SelectField, Switch } from '../../../parts/controls/field'
import { FileFormat, FolderFormat, type Naming } from './name-format'
import { NameWords } from './name-words'

const PADDING = [
  { value: 'none', label: '7' },
  { value: '0x', label: '07' },
  { value: '00x', label: '007' },
]
const SIGNS = [
  { value: '_', label: 'Underscore' },
  { value: '.', label: 'Dot' },
]

function namingOf(config: Config): Naming {
  return {
    folder_format: String(config.folder_format ?? ''),
    file_format: String(config.file_format ?? ''),
    zero_level_n: config.zero_level_n as Naming['zero_level_n'],
    replace_spaces: config.replace_spaces === true,
    replace_char: config.replace_char as Naming['replace_char'],
    lowercase_filenames: config.lowercase_filenames === true,
  }
}

export function namingSection(config: Config, save: Save): Section {
  const naming = namingOf(config)
  const turn = (key: string, label: string) => ({
    label,
    unlabelled: true,
    on: config[key] === true,
    onChange: (on: boolean) => save(key, on, label),
  })
  const choose = (key: string, label: string, choices: typeof PADDING) => ({
    label,
    unlabelled: true,
    value: String(config[key] ?? ''),
    choices,
    onChange: (value: string) => save(key, value, label),
  })
  const format = (key: string, label: string) => ({ label, naming, onSave: (value: string) => save(key, value, label) })
  return {
    key: 'naming',
    title: 'Naming',
    settings: [
      {
        key: 'folder_format',
        label: 'Folder names',
        about: 'How the folder of a new series is called. A slash makes a folder within a folder.',
        usual: '$Series ($Year)',
        words: 'rename pattern template',
        wide: true,
        control: html`<${FolderFormat} ...${format('folder_format', 'Folder names')} />`,
      },
      {
        key: 'file_format',
        label: 'File names',
        about: 'How a file is called when it is filed or renamed.',
        usual: '$Series $Annual $Issue ($Year)',
        words: 'rename pattern template',
        wide: true,
        control: html`<${FileFormat} ...${format('file_format', 'File names')} />`,
      },
      {
        key: 'name_words',
        label: 'Words of names',
        about:
          'Each stands for what is known of the series or the issue. One that says nothing goes, with the brackets around it.',
        words: 'token placeholder variable publisher imprint volume month title',
        wide: true,
        control: html`<${NameWords} />`,
      },
      {
        key: 'zero_level_n',
        label: 'Issue numbers',
        about: 'Zeros in front, so that files sort by number everywhere.',
        usual: '007',
        words: 'padding zero_level',
        control: html`<${SelectField} ...${choose('zero_level_n', 'Issue numbers', PADDING)} />`,
      },
      {
        key: 'replace_spaces',
        label: 'No spaces',
        about: 'Puts another sign in place of spaces in new names.',
        usual: 'off',
        words: 'underscore dot',
        control: html`<${Switch} ...${turn('replace_spaces', 'No spaces')} />`,
      },
      {
        key: 'replace_char',
        label: 'Sign for spaces',
        about: 'What stands in their place when names are to have no spaces.',
        usual: 'underscore',
        control: html`<${SelectField} ...${choose('replace_char', 'Sign for spaces', SIGNS)} />`,
      },
      {
        key: 'lowercase_filenames',
        label: 'Lower case',
        about: 'Writes new names of files in lower case.',
        usual: 'off',
        control: html`<${Switch} ...${turn('lowercase_filenames', 'Lower case')} />`,
      },
      {
        key: 'imp_rename',
        label: 'Rename what is imported',
        about: 'Files from the import folder get these names when they are filed. Otherwise they keep their own.',
        usual: 'off',
        words: 'inbox arrivals import',
        control: html`<${Switch} ...${turn('imp_rename', 'Rename what is imported')} />`,
      },
    ],
  }
}
