import type { OptionTable } from '../option'

/** Settings of how files and folders are named. */
export const nameOptions = {
  folder_format: {
    section: 'Naming',
    type: 'text',
    default: '$Series ($Year)',
    label: 'Series folder names',
    about:
      'Pattern for new series folders, from $Series, $Publisher, $Imprint, $Year, $VolumeY, $VolumeN and $Type. A slash makes a subfolder.',
    terms: 'rename template',
    shown: 'naming',
    manager: true,
  },
  file_format: {
    section: 'Naming',
    type: 'text',
    default: '$Series $Annual $Issue ($Year)',
    label: 'Issue file names',
    about:
      'Pattern for new and renamed files, from the words of series folders and $Annual, $Issue, $Title, $month and $monthname.',
    terms: 'rename template',
    shown: 'naming',
    manager: true,
  },
  // Three digits, as releases have: names sort by number everywhere, and a first rename changes as little as possible.
  zero_level_n: {
    section: 'Naming',
    type: 'choice',
    default: '00x',
    choices: ['none', '0x', '00x'],
    labels: ['7', '07', '007'],
    label: 'Issue number padding',
    about: 'Leading zeros keep files in the order of their numbers.',
    terms: 'zero digits',
    shown: 'naming',
    manager: true,
  },
  replace_spaces: {
    section: 'Naming',
    type: 'switch',
    default: false,
    label: 'Replace spaces',
    about: 'Uses another character instead of spaces in new file names.',
    terms: 'underscore dot',
    shown: 'naming',
    manager: true,
  },
  replace_char: {
    section: 'Naming',
    type: 'choice',
    default: '_',
    choices: ['_', '.'],
    labels: ['Underscore', 'Dot'],
    label: 'Replacement for spaces',
    about: 'Character that replaces spaces when that is on.',
    shown: 'naming',
    manager: true,
    advanced: true,
  },
  lowercase_filenames: {
    section: 'Naming',
    type: 'switch',
    default: false,
    label: 'Lowercase file names',
    about: 'Writes new file names in lower case.',
    shown: 'naming',
    manager: true,
    advanced: true,
  },
} as const satisfies OptionTable
