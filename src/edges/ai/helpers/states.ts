/** The helpers, each under the switch that turns it on. */
export const helperSwitches = [
  'ai_names',
  'ai_search_alternates',
  'ai_reading_orders',
  'ai_weekly_suggestions',
  'ai_series_summary',
] as const
export type HelperSwitch = (typeof helperSwitches)[number]

/** The kind of operation that sends unclear file names to the model. */
export const READ_NAMES = 'ai_names'

/** The kind of operation that makes the suggestions for the week. */
export const SUGGEST_WEEK = 'ai_suggestions'
