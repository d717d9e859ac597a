import type { OptionTable } from '../option'

/** Settings of story arcs. */
export const arcOptions = {
  search_storyarcs: {
    section: 'StoryArc',
    type: 'switch',
    default: false,
    label: 'Search story arc issues',
    about: 'Scheduled searches and RSS sync also look for wanted issues of story arcs whose series you do not follow.',
    terms: 'automatic backlog event reading order',
    shown: 'story-arcs',
  },
  upcoming_storyarcs: {
    section: 'StoryArc',
    type: 'switch',
    default: false,
    label: 'Story arcs in releases',
    about: 'Lists wanted issues of story arcs whose series you do not follow with the releases and in the calendar.',
    terms: 'weekly upcoming pull list',
    shown: 'story-arcs',
  },
} as const satisfies OptionTable
