import { type OptionTable, oneOf, onOff } from '../option'

/** Settings of what is written into files. */
export const tagOptions = {
  enable_meta: onOff('Metatagging', false, 'Tag new files', 'Writes metadata into files as they arrive.'),
  ct_tag_cr: onOff('Metatagging', true, 'ComicInfo', 'Writes ComicInfo.xml when files are tagged.'),
  ct_comicinfo_version: oneOf(
    'Metatagging',
    '2.1',
    ['2.0', '2.1'],
    'Version of ComicInfo',
    'Version of ComicInfo.xml: 2.0 for older readers, without tags, translators and barcodes.',
  ),
  ct_tag_metroninfo: onOff('Metatagging', false, 'MetronInfo', 'Writes MetronInfo.xml as well when files are tagged.'),
  ct_notes_format: oneOf(
    'Metatagging',
    'Issue ID',
    ['Issue ID', 'CVDB'],
    'Id in the notes',
    'How the notes of a tagged file name its ComicVine issue: [Issue ID 123] or [CVDB123].',
  ),
  cmtag_volume: onOff('Metatagging', true, 'Volume in tags', 'Writes the volume of a comic when files are tagged.'),
  cmtag_start_year_as_volume: onOff(
    'Metatagging',
    true,
    'Year as volume',
    'Writes the year of the first issue as the volume of a comic, in place of 1, 2 or 3.',
  ),
  cbr2cbz: onOff(
    'Metatagging',
    false,
    'Convert new files to CBZ',
    'Converts CBR, CB7 and CBT to CBZ as they arrive; the original rests in the recycle folder.',
  ),
} as const satisfies OptionTable
