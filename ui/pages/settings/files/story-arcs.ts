import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

export function storyArcsSection(form: OptionForm): Section {
  return {
    key: 'story-arcs',
    title: 'Story arcs',
    settings: form.rows(
      'search_storyarcs',
      'upcoming_storyarcs',
      'storyarcdir',
      'storyarc_location',
      'arc_folderformat',
      'read2filename',
      'copy2arcdir',
      'arc_fileops',
    ),
  }
}
