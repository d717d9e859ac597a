import CHANGES from '../../CHANGELOG.md' with { type: 'text' }
import { version } from '../../package.json'

export const VERSION = version
/** What was new in each version, written for people. */
export const CHANGELOG: string = CHANGES
/** Inserted by the build. */
declare const PANELKEEP_UPDATE_KEY: string | undefined
/** The public key that verifies updates, SPKI in base64; empty when the build had none. */
export const UPDATE_KEY = typeof PANELKEEP_UPDATE_KEY === 'string' ? PANELKEEP_UPDATE_KEY : ''
