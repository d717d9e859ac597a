import type { Option } from './options'

/** Settings of what is written into files. */
export const tagOptions = {
  enable_meta: {
    section: 'Metatagging',
    type: 'switch',
    default: false,
    about: 'Writes metadata into files as they arrive.',
  },
  ct_tag_cr: {
    section: 'Metatagging',
    type: 'switch',
    default: true,
    about: 'Writes ComicInfo.xml when files are tagged.',
  },
  ct_comicinfo_version: {
    section: 'Metatagging',
    type: 'choice',
    default: '2.1',
    choices: ['2.0', '2.1'],
    about: 'Version of ComicInfo.xml: 2.0 for older readers, without tags, translators and barcodes.',
  },
  ct_tag_metroninfo: {
    section: 'Metatagging',
    type: 'switch',
    default: false,
    about: 'Writes MetronInfo.xml as well when files are tagged.',
  },
  ct_notes_format: {
    section: 'Metatagging',
    type: 'choice',
    default: 'Issue ID',
    choices: ['Issue ID', 'CVDB'],
    about: 'How the notes of a tagged file name its ComicVine issue: [Issue ID 123] or [CVDB123].',
  },
  cmtag_volume: {
    section: 'Metatagging',
    type: 'switch',
    default: true,
    about: 'Writes the volume of a comic when files are tagged.',
  },
  cmtag_start_year_as_volume: {
    section: 'Metatagging',
    type: 'switch',
    default: true,
    about: 'Writes the year of the first issue as the volume of a comic, in place of 1, 2 or 3.',
  },
  cbr2cbz: {
    section: 'Metatagging',
    type: 'switch',
    default: false,
    about: 'Converts CBR, CB7 and CBT to CBZ as they arrive; the original rests in the recycle folder.',
  },
} as const satisfies Record<string, Option>
