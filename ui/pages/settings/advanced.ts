import { useState } from '../../html'

const KEY = 'panelkeep-settings-advanced'

/** Whether advanced settings are shown, remembered in this browser. */
export function useAdvanced(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) !== null)
  const set = (next: boolean) => {
    if (next) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
    setOn(next)
  }
  return [on, set]
}
