import CHANGES from '../CHANGELOG.md' with { type: 'text' }
import { version } from '../package.json'

export const VERSION = version
/** What was new in which version, as it is written for people. */
export const CHANGELOG: string = CHANGES
