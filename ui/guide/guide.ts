import { readGuide } from './read-guide' with { type: 'macro' }

/** The whole user guide. Only pages and searches that show it load this module. */
export const guide = readGuide()
