import { guide } from './guide'
import { hasHelp } from './own-chapters'
import type { GuideChapter } from './read-guide'

/** The chapters that the user of this session has. */
export const ownGuide = (): readonly GuideChapter[] => guide.filter(({ name }) => hasHelp(name))
