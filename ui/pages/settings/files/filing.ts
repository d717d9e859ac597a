import type { Config } from '../../../api/contract'
import { plainSettings } from '../../../forms/plain-setting'
import type { Save } from '../../../forms/saving'
import type { Section } from '../../../forms/setting'

const VERSIONS = [
  { value: '2.1', label: '2.1' },
  { value: '2.0', label: '2.0, for older apps' },
]
const NOTES = [
  { value: 'Issue ID', label: '[Issue ID 123]' },
  { value: 'CVDB', label: '[CVDB123]' },
]

/** What is written into files, and what becomes of those that cannot take it. */
export function filingSection(config: Config, save: Save): Section {
  const { turn, choose, number } = plainSettings(config, save)
  return {
    key: 'filing',
    title: 'Tags and conversion',
    settings: [
      turn({
        key: 'enable_meta',
        label: 'Tag new files',
        about: 'Writes what is known of an issue into its file when the file is filed. Its pages are not touched.',
        usual: 'off',
        words: 'metatag comicinfo metadata write embed arrival',
      }),
      turn({
        key: 'cbr2cbz',
        label: 'Convert new files to CBZ',
        about:
          'Packs CBR, CB7 and CBT anew, page for page the same, since only CBZ can be tagged. The original rests in the recycle folder.',
        usual: 'off',
        words: 'rar cbr cb7 cbt zip convert repack arrival',
      }),
      turn({
        key: 'ct_tag_cr',
        label: 'ComicInfo',
        about: 'Tags in ComicInfo.xml, which nearly every reading app understands.',
        usual: 'on',
        words: 'metatag comicinfo xml comicrack',
      }),
      choose(
        {
          key: 'ct_comicinfo_version',
          label: 'Version of ComicInfo',
          about: 'The older one leaves out tags, translators and barcodes, which some older apps stumble over.',
          usual: '2.1',
          words: 'metatag schema',
        },
        VERSIONS,
      ),
      turn({
        key: 'ct_tag_metroninfo',
        label: 'MetronInfo',
        about: 'Tags in MetronInfo.xml as well, which holds ids and credits in more detail.',
        usual: 'off',
        words: 'metatag metroninfo xml',
      }),
      turn({
        key: 'cmtag_volume',
        label: 'Volume in tags',
        about: 'Writes the volume of a comic, which some apps use to tell runs of one name apart.',
        usual: 'on',
        words: 'metatag run',
      }),
      turn({
        key: 'cmtag_start_year_as_volume',
        label: 'Year as volume',
        about: 'Writes the year of the first issue as the volume, in place of 1, 2 or 3.',
        usual: 'on',
        words: 'metatag run',
      }),
      choose(
        {
          key: 'ct_notes_format',
          label: 'Id in the notes',
          about: 'How the notes of a tagged file name its issue at ComicVine. Other tools find it again by that.',
          usual: '[Issue ID 123]',
          words: 'metatag comictagger cvdb',
        },
        NOTES,
      ),
      number(
        {
          key: 'recycle_days',
          label: 'Replaced files',
          about:
            'How long a file that was converted or replaced rests in the recycle folder, so that it can be put back.',
          usual: '30 days',
          words: 'trash recycle bin undo delete keep old',
          saved: 'How long replaced files are kept',
        },
        { unit: 'days', min: 1, max: 3650 },
      ),
    ],
  }
}
