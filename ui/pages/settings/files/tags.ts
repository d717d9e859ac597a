import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

/** Settings of the metadata in files, and of formats that cannot contain any. */
export function tagsSection(form: OptionForm): Section {
  return {
    key: 'file-metadata-and-conversion',
    title: 'File metadata and conversion',
    settings: form.rows(
      'enable_meta',
      'cbr2cbz',
      'ct_tag_cr',
      'ct_comicinfo_version',
      'ct_tag_metroninfo',
      'cmtag_volume',
      'cmtag_start_year_as_volume',
      'ct_notes_format',
      'recycle_days',
    ),
  }
}
