import type { Option } from './options'

/** Settings of how files and folders are called. */
export const nameOptions = {
  folder_format: {
    section: 'Naming',
    type: 'text',
    default: '$Series ($Year)',
    about: 'Name of a new series folder, from $Series $Publisher $Imprint $Year $VolumeY $VolumeN $Type.',
  },
  file_format: {
    section: 'Naming',
    type: 'text',
    default: '$Series $Annual $Issue ($Year)',
    about: 'Name of a new file, from the same words and $Annual $Issue $month $monthname.',
  },
  replace_spaces: {
    section: 'Naming',
    type: 'switch',
    default: false,
    about: 'Puts another sign in place of spaces in new names.',
  },
  replace_char: {
    section: 'Naming',
    type: 'choice',
    default: '_',
    choices: ['_', '.'],
    about: 'The sign that takes the place of spaces.',
  },
  zero_level_n: {
    section: 'Naming',
    type: 'choice',
    // Three digits, as releases have them: names sort by number everywhere, and a first rename changes the least.
    default: '00x',
    choices: ['none', '0x', '00x'],
    about: 'Pads issue numbers in new names: 1, 01 or 001.',
  },
  lowercase_filenames: {
    section: 'Naming',
    type: 'switch',
    default: false,
    about: 'Writes new names of files in lower case.',
  },
} as const satisfies Record<string, Option>
