import { type OptionTable, oneOf, onOff, text } from '../option'

/** Settings of how files and folders are called. */
export const nameOptions = {
  folder_format: text(
    'Naming',
    '$Series ($Year)',
    'Folder names',
    'Name of a new series folder, from $Series $Publisher $Imprint $Year $VolumeY $VolumeN $Type.',
  ),
  file_format: text(
    'Naming',
    '$Series $Annual $Issue ($Year)',
    'File names',
    'Name of a new file, from the same words and $Annual $Issue $month $monthname.',
  ),
  replace_spaces: onOff('Naming', false, 'No spaces', 'Puts another sign in place of spaces in new names.'),
  replace_char: oneOf('Naming', '_', ['_', '.'], 'Sign for spaces', 'The sign that takes the place of spaces.'),
  // Three digits, as releases have them: names sort by number everywhere, and a first rename changes the least.
  zero_level_n: oneOf(
    'Naming',
    '00x',
    ['none', '0x', '00x'],
    'Issue numbers',
    'Pads issue numbers in new names: 1, 01 or 001.',
  ),
  lowercase_filenames: onOff('Naming', false, 'Lower case', 'Writes new names of files in lower case.'),
} as const satisfies OptionTable
