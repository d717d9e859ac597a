import { isReader } from '../state/user'

/** The chapters of the guide that say nothing about the work on the library. */
export const READER_CHAPTERS: readonly string[] = ['for-readers', 'reading', 'connect-an-app']

/** Whether the guide of this session has a place, such as `reading#reader`. */
export const hasHelp = (place: string): boolean => !isReader() || READER_CHAPTERS.includes(place.split('#')[0] ?? '')
