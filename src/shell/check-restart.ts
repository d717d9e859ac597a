import { Refusal } from '../refusal'
import { type Listener, tryListener } from './listener'
import { savedSettings } from './saved-settings'
import { StartError } from './start-error'

type Settings = Parameters<typeof savedSettings>

/** Looks whether another start would answer, as the settings are saved now. Throws Refusal with what it would say. */
export async function checkRestart(door: Listener, ...settings: Settings): Promise<void> {
  try {
    await tryListener(await savedSettings(...settings), door.served)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const sentence = `Panelkeep keeps running, since it could not start with these settings. ${error.message}`
    throw new Refusal('conflict', sentence, {}, { cause: error })
  }
}
