import { Refusal } from '../../base/refusal'
import { type Listener, tryListener } from './listener'
import { savedSettings } from './saved-settings'
import { StartError } from './start-error'

type Settings = Parameters<typeof savedSettings>

/** Checks whether a restart would work with the saved settings. Throws Refusal with the error of the start. */
export async function checkRestartSettings(listener: Listener, ...settings: Settings): Promise<void> {
  try {
    await tryListener(await savedSettings(...settings), listener.served)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const sentence = `Panelkeep keeps running, since it could not start with these settings. ${error.message}`
    throw new Refusal('conflict', sentence, {}, { cause: error })
  }
}
